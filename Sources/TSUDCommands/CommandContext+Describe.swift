import Foundation
import TSUD

extension CommandContext {
    /// Prints the purpose of a setting, its valid input, and each source of its value.
    func describe() throws {
        let setting = try program.settingOrField(named: operands[0])
        let shown = ShownSetting(setting)
        // A part has neither an option nor a variable.
        let names = setting.field == nil ? AppliedNames[setting.handle.setting] : (option: nil, variable: nil)
        let rows: [(String, String?)] = [
            ("for:", setting.summary), ("default:", setting.defaultText.shown), ("value:", shown.value),
            ("from:", shown.source), ("takes:", setting.valueHelp), ("option:", names.option),
            ("variable:", names.variable),
        ]
        let lines = rows.compactMap { name, text in text.map { label(name) + $0 } }
        try write(([shown.name] + lines + sourceLines(of: setting)).joined(separator: "\n") + "\n")
    }

    private func sourceLines(of setting: NamedSetting) -> [String] {
        let sources = setting.sources
        return sources.enumerated().map { index, source in
            let effect = index == 0 && sources.count > 1 ? ", which takes precedence" : ""
            return label(index == 0 ? "sources:" : "") + source + effect
        }
    }

    private func label(_ text: String) -> String { text.padded(to: 10) }
}

extension NamedSetting {
    /// The default value's string; a setting's default may be shown even if it is a secret.
    fileprivate var defaultText: String? { handle.defaultText(field) }

    /// A line for each source of the value, in the search order.
    fileprivate var sources: [String] {
        var sources = handle.sources(field, path)
        if let variable = hiddenVariable { sources.insert(variable, at: handle.origin == .managed ? 2 : 1) }
        if handle.member != nil, handle.setting.anyHandle(in: handle.suite).isInherited(by: handle) {
            sources += NamedSetting(handle.setting).handle.sources(field, path).map {
                "\(handle.setting.stringKey): \($0)"
            }
        }
        return sources + ["default: \(defaultText.shown)"]
    }

    /// The applied variable that an option takes precedence over.
    private var hiddenVariable: String? {
        guard handle.member == nil, handle.foundObjects.contains(where: { $0.isOption }),
            let name = AppliedNames[handle.setting].variable,
            let text = ProcessInfo.processInfo.environment[name], !text.isEmpty
        else { return nil }
        return "variable \(name): \(isSecret ? "***" : text.onOneLine)"
    }
}

extension FoundObject {
    fileprivate var isOption: Bool { if case .option = origin { true } else { false } }
}

extension AnyHandle {
    fileprivate func defaultText(_ field: String?) -> String? { text(of: defaultValue, field) }

    /// Whether a member has this setting's value without its own.
    fileprivate func isInherited(by member: any AnyHandle) -> Bool { member.name == member.stringKey }

    /// A line for each source of the key's own value, as in "stored in 'editor.plist': 14.0".
    fileprivate func sources(_ field: String?, _ suitePath: String?) -> [String] {
        foundObjects.map { found in
            let path = found.path ?? (found.origin == .stored ? suitePath : nil)
            let place = (found.origin?.text ?? "") + (path.map { " in \($0.quoted)" } ?? "")
            guard let value = try? value(of: found) else { return "\(place): unreadable" }
            return "\(place): \(Setting.isSecret ? "***" : text(of: value, field).shown)"
        }
    }
}
