import Foundation
import TSUD
import TSUDText

extension CommandContext {
    /// Prints the purpose of a setting, its valid input, and each source of its value.
    func describe() throws {
        let setting = try program.settingOrField(named: operands[0])
        let shown = ShownSetting(setting)
        // A part has neither an option nor a variable.
        let names = setting.field == nil ? AppliedNames[setting.handle.setting] : (option: nil, variable: nil)
        let sources = setting.sources
        if options.contains("--json") {
            guard case .object(var row) = shown.row else { return }
            let texts = [
                "summary": setting.summary, "input": setting.valueHelp, "option": names.option,
                "variable": names.variable,
            ]
            row.merge(texts.compactMapValues { $0.map { .string($0) } }) { $1 }
            row["default"] = sources.last?.json
            row["sources"] = .array(sources.map(\.row))
            return try print(JSON.object(row).indentedText + "\n")
        }
        let rows: [(String, String?)] = [
            ("for:", setting.summary), ("default:", sources.last?.text), ("value:", shown.value),
            ("from:", shown.source), ("takes:", setting.valueHelp), ("option:", names.option),
            ("variable:", names.variable),
        ]
        let lines = rows.compactMap { name, text in text.map { name.padded(to: 10) + $0 } }
        let sourceLines = sources.enumerated().map { index, source in
            let effect = index == 0 && sources.count > 1 ? ", which takes precedence" : ""
            return (index == 0 ? "sources:" : "").padded(to: 10) + source.line + effect
        }
        try print(([shown.name] + lines + sourceLines).joined(separator: "\n") + "\n")
    }
}

/// A source that has a value, in the search order.
private struct Source {
    /// The setting, if a member has its value.
    var owner: String?
    let origin: String
    var path: String?
    /// The value's string on one line; asterisks for a secret.
    let text: String
    /// The value; `nil` for a secret, or if it can't be read.
    let json: JSON?

    /// As in "stored in 'editor.plist': 14.0".
    var line: String {
        "\(owner.map { "\($0): " } ?? "")\(origin)\(path.map { " in \($0.quoted)" } ?? ""): \(text)"
    }

    var row: JSON {
        let texts = ["setting": owner, "from": origin, "file": path].compactMapValues { $0.map { JSON.string($0) } }
        return .object(json.map { texts.merging(["value": $0]) { $1 } } ?? texts)
    }
}

extension NamedSetting {
    /// The sources of the value, of which the last one is the default.
    fileprivate var sources: [Source] {
        var sources = handle.sources(field, path)
        if let variable = hiddenVariable { sources.insert(variable, at: handle.origin == .managed ? 2 : 1) }
        if handle.member != nil, handle.setting.anyHandle(in: handle.suite).isInherited(by: handle) {
            // A lock of the setting is also the member's.
            let own = Set(sources.map(\.line))
            sources += NamedSetting(handle.setting).handle.sources(field, path).filter { !own.contains($0.line) }.map {
                var source = $0
                source.owner = handle.setting.stringKey
                return source
            }
        }
        return sources + [handle.standard(field)]
    }

    /// The applied variable that an option takes precedence over.
    private var hiddenVariable: Source? {
        guard handle.member == nil, handle.foundObjects.contains(where: { $0.isOption }),
            let name = AppliedNames[handle.setting].variable,
            let text = ProcessInfo.processInfo.environment[name], !text.isEmpty
        else { return nil }
        return Source(
            origin: "variable \(name)",
            text: isSecret ? "***" : text.onOneLine,
            json: isSecret ? nil : .string(text)
        )
    }
}

extension FoundObject {
    fileprivate var isOption: Bool { if case .option = origin { true } else { false } }
}

extension AnyHandle {
    /// The default, which is shown even if it is a secret's.
    fileprivate func standard(_ field: String?) -> Source {
        Source(
            origin: ValueOrigin.defaultValue.text,
            text: text(of: defaultValue, field).onOneLine,
            json: json(of: defaultValue, field)
        )
    }

    /// Whether a member has this setting's value without its own.
    fileprivate func isInherited(by member: any AnyHandle) -> Bool { member.name == member.stringKey }

    /// The sources of the key's own value.
    fileprivate func sources(_ field: String?, _ suitePath: String?) -> [Source] {
        foundObjects.map { found in
            let value = try? value(of: found)
            let isSecret = Setting.isSecret
            return Source(
                origin: found.origin?.text ?? "",
                path: found.path ?? (found.origin == .stored ? suitePath : nil),
                text: value.map { isSecret ? "***" : text(of: $0, field).onOneLine } ?? "unreadable",
                json: isSecret ? nil : value.map { json(of: $0, field) }
            )
        }
    }
}
