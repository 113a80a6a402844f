import TSUD

/// A setting as it is shown: its name, its current value, and where that comes from.
struct ShownSetting {
    let name: String
    let value: String
    let source: String

    init(_ setting: Setting) {
        name = setting.name
        value = shownText(of: setting)
        // An unreadable value has been reported, and the default is shown.
        source = setting.origin().text + (setting.isReadable() ? "" : ", unreadable")
    }

    /// The setting on one line, as in "fontSize = 14.0 (suite)".
    var line: String { "\(name) = \(value) (\(source))" }
}

/// The full description of a setting, on several lines.
func description(of setting: Setting) -> String {
    let shown = ShownSetting(setting)
    return """
        \(shown.name)
        type:     \(valueType(of: setting.key))
        default:  \(withEphemeralSuite { _ in shownText(of: setting) })
        value:    \(shown.value)
        from:     \(shown.source)
        takes:    \(whatToType(for: setting.key))
        """
}

private func shownText(of setting: Setting) -> String { setting.text()?.onOneLine ?? "nil" }

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
