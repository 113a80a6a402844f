import TSUD

/// A setting as it is shown: its name, its value now, and where that comes from.
struct ShownSetting {
    let name: String
    let value: String
    let source: String

    init<Key: TSUD>(_ key: Key.Type) {
        name = key.stringKey
        value = text(of: key.value)
        // What can't be read has been reported by `value`, which is the default then.
        source = isReadable(key) ? key.origin().text : "\(key.origin().text), unreadable"
    }

    /// The setting on a line of its own, as in "fontSize = 14.0 (suite)".
    var line: String { "\(name) = \(value) (\(source))" }
}

private func isReadable<Key: TSUD>(_ key: Key.Type) -> Bool {
    do throws(TSUDError) {
        _ = try key.storedValue()
        return true
    } catch {
        return false
    }
}

extension ValueOrigin {
    fileprivate var text: String {
        switch self {
        case .managed: "managed"
        case .launchArgument: "launch argument"
        case .suite: "suite"
        case .registered: "registered"
        case .defaultValue: "default"
        }
    }
}
