import TSUD

/// A setting as it is shown: its name, its value now, and where that comes from.
struct ShownSetting {
    let name: String
    let value: String
    let source: String

    init(_ key: any TSUD.Type) {
        name = key.stringKey
        value = shownText(of: key)
        // What can't be read has been reported, and the value is the default then.
        let isReadable = (try? key.storedValue() as Any) != nil
        source = key.origin().text + (isReadable ? "" : ", unreadable")
    }

    /// The setting on a line of its own, as in "fontSize = 14.0 (suite)".
    var line: String { "\(name) = \(value) (\(source))" }
}

/// All there is to say about a setting, a line for each thing.
func description(of key: any TSUD.Type) -> String {
    let setting = ShownSetting(key)
    return """
        \(setting.name)
        type:     \(valueType(of: key))
        default:  \(withEphemeralSuite { _ in shownText(of: key) })
        value:    \(setting.value)
        from:     \(setting.source)
        takes:    \(whatToType(for: key))
        """
}

private func shownText(of key: any TSUD.Type) -> String { key.text()?.onOneLine ?? "nil" }

private func valueType<Key: TSUD>(of key: Key.Type) -> String { "\(Key.ValueType.self)" }

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
