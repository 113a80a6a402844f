import TSUD

/// A setting as a command shows it: its name, its current value, and the origin of the value.
struct ShownSetting {
    let setting: NamedSetting
    let name: String
    let value: String
    /// The value's string, masked for a secret.
    let text: String?
    let source: String
    let isStored: Bool
    /// Whether the value differs from the default; an unreadable one does not.
    let isChanged: Bool
    /// The reason why the value can't be read, or nil.
    let failure: TSUDError?

    /// - Parameters:
    ///   - setting: The setting.
    ///   - system: The administrator's value to show; `nil` for the current value.
    init(_ setting: NamedSetting, _ system: FoundObject? = nil) {
        self.setting = setting
        let handle = setting.handle
        let place = system?.origin ?? handle.origin
        var failure: TSUDError?
        var text = handle.defaultText
        do throws(TSUDError) {
            text = if let system { try handle.text(of: system) } else { try handle.readableText() }
        } catch {
            failure = error
        }
        isChanged = failure == nil && place != .defaultValue && text != handle.defaultText
        isStored = place == .stored
        name = setting.name.onOneLine
        self.text = setting.isSecret && place != .defaultValue ? "***" : text
        value = self.text.shown
        let path = (system?.path ?? handle.systemPath).map { " \($0)" } ?? ""
        source = place.text + path + (failure == nil ? "" : ", unreadable")
        self.failure = failure
    }

    /// The setting on one line, as in "fontSize = 14.0 (stored)".
    var line: String { "\(name) = \(value) (\(source))" }
}

/// Returns the full description of a setting, on several lines.
func description<Setting: TSUD>(of setting: NamedSetting, _: Setting.Type) -> String {
    let shown = ShownSetting(setting)
    let names = AppliedNames[Setting.self]
    let rows = [
        setting.summary.map { ("for", $0) }, ("type", "\(Setting.ValueType.self)"),
        ("default", setting.handle.defaultText.shown), ("value", shown.value), ("from", shown.source),
        ("takes", setting.valueHelp), names.option.map { ("option", $0) }, names.variable.map { ("variable", $0) },
    ]
    let lines = rows.compactMap { $0 }.map { "\($0): ".padded(to: 10) + $1 }
    return ([shown.name] + lines).joined(separator: "\n")
}

extension String? {
    /// The string on one line; "nil" if there is none.
    var shown: String { self?.onOneLine ?? "nil" }
}

extension ValueOrigin {
    var text: String {
        switch self {
        case .managed: "managed"
        case .launchArgument: "launch argument"
        case .option(let name): "option \(name)"
        case .variable(let name): "variable \(name)"
        case .stored: "stored"
        case .system: "system"
        case .registered: "registered"
        case .defaultValue: "default"
        }
    }

    /// Whether a stored value has no effect.
    var isOverride: Bool {
        switch self {
        case .managed, .launchArgument, .option, .variable: true
        default: false
        }
    }
}
