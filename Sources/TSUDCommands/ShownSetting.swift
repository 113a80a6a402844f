import TSUD

/// A setting as it is shown: its name, its current value, and where that comes from.
struct ShownSetting {
    let name: String
    let value: String
    let source: String
    let isStored: Bool

    init(_ setting: NamedSetting) {
        name = setting.name.onOneLine
        // An unreadable value is reported, and the default is shown.
        value = setting.handle.text().shown
        source = setting.source
        isStored = setting.handle.place == .stored
    }

    /// The setting on one line, as in "fontSize = 14.0 (suite)".
    var line: String { "\(name) = \(value) (\(source))" }
}

/// The full description of a setting, on several lines.
func description<Setting: TSUD>(of setting: NamedSetting, _: Setting.Type) -> String {
    let shown = ShownSetting(setting)
    let rows = [
        setting.summary.map { ("for", $0) }, ("type", "\(Setting.ValueType.self)"),
        ("default", setting.handle.defaultText.shown), ("value", shown.value), ("from", shown.source),
        ("takes", setting.valueHelp),
    ]
    let lines = rows.compactMap { $0 }.map { "\($0): ".padded(to: 10) + $1 }
    return ([shown.name] + lines).joined(separator: "\n")
}

extension String? {
    /// On one line; "nil" for none.
    var shown: String { self?.onOneLine ?? "nil" }
}

extension ValueOrigin {
    var text: String {
        switch self {
        case .managed: "managed"
        case .launchArgument: "launch argument"
        case .stored: "stored"
        case .registered: "registered"
        case .defaultValue: "default"
        }
    }
}
