import TSUD

/// A setting as it is shown: its name, its current value, and where that comes from.
struct ShownSetting {
    let name: String
    let value: String
    let source: String

    init(_ key: any TSUD.Type) {
        name = key.stringKey
        value = shownText(of: key)
        // An unreadable value has been reported, and the default is shown.
        let isReadable = (try? key.storedValue() as Any) != nil
        source = key.origin().text + (isReadable ? "" : ", unreadable")
    }

    /// The setting on one line, as in "fontSize = 14.0 (suite)".
    var line: String { "\(name) = \(value) (\(source))" }
}

/// The full description of a setting, on several lines.
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
