import Foundation
import TSUD
import TSUDText

extension CommandContext {
    /// Prints the script for a shell or, for the script, the candidates for the last of some words.
    func completion() throws {
        guard let shell = Shell(rawValue: operands[0]) else {
            throw CommandError.usage(unknown("shell", operands[0], outOf: Shell.allCases.map(\.rawValue)))
        }
        let words = operands.dropFirst()
        if words.isEmpty { return try write(program.script(for: shell)) }
        let lines = program.candidates(for: Array(words)).filter { $0.word == $0.word.onOneLine }.map { word, summary in
            let summary = summary?.onOneLine
            switch shell {
            case .bash: return word
            // A colon precedes the description.
            case .zsh: return word.replacing(":", with: "\\:") + (summary.map { ":\($0)" } ?? "")
            case .fish: return word + (summary.map { "\t\($0)" } ?? "")
            }
        }
        try write(lines.map { $0 + "\n" }.joined())
    }
}

private typealias Candidate = (word: String, description: String?)

extension Program {
    /// Returns the candidates for the last of some words after the program; "/" alone for the names of files.
    fileprivate func candidates(for words: [String]) -> [Candidate] {
        let typed = words.last ?? ""
        if let candidates = candidates(forOptionOfSetting: words) { return candidates }
        guard let words = wordsAfterSubcommand(in: words) else {
            let next = self.words.dropFirst().first { !words.dropLast().contains($0) } ?? ""
            let isNext = !typed.isEmpty && next.hasPrefix(typed)
            return typed.hasPrefix("-") ? options : [isNext ? (next, "show and change the settings") : ("/", nil)]
        }
        let before = operands(among: words.dropLast())
        guard let name = before.first else {
            return typed.hasPrefix("-") ? options : commands.map { ($0.name, $0.summary) }
        }
        guard let command = try? command(named: name) else { return [] }
        if typed.hasPrefix("-") {
            let options = command.options.map { ($0, command.meanings[$0]) }
            return AppliedNames.areOptionsBeforeCommand ? options : options + self.options
        }
        let index = before.count - 1
        guard index < command.operands.count || command.operands.last?.contains("...") == true else { return [] }
        switch command.operands[min(index, command.operands.count - 1)].filter(\.isLetter) {
        case "NAME": return command.takesAssignments ? assignments(for: typed) : names(for: typed)
        case "TEXT":
            guard index > 0 else { return [] }
            if assignment(before[1]) != nil { return assignments(for: typed) }
            return index == 1 || !Set(words).isDisjoint(with: ["--add", "--remove"])
                ? values(of: before[1], options: Set(words)) : []
        case "COMMAND": return commands.map { ($0.name, $0.summary) }
        case "SHELL": return Shell.allCases.map { ($0.rawValue, nil) }
        case "FILE": return [("/", nil)]
        default: return []
        }
    }

    /// Returns the words after those of the subcommand, before which only options may be; `nil` if it isn't complete.
    private func wordsAfterSubcommand(in words: [String]) -> [String]? {
        let subcommand = self.words.dropFirst()
        if subcommand.isEmpty { return words }
        let starts = words.first?.hasPrefix("-") == true ? Array(words.indices) : [0]
        let start = starts.first { words[$0...].dropLast().starts(with: subcommand) }
        return start.map { Array(words[($0 + subcommand.count)...]) }
    }

    /// Returns the words that are neither options nor their values.
    private func operands(among words: ArraySlice<String>) -> [String] {
        var (operands, rest) = ([String](), words)
        while let word = rest.popFirst() {
            if !word.hasPrefix("-") { operands.append(word) } else if takesValue(word) { rest = rest.dropFirst() }
        }
        return operands
    }

    /// Whether a word is an option of a setting, whose value is the next word.
    private func takesValue(_ word: String) -> Bool { setting(ofOption: word)?.handle.setting.isBoolean == false }

    // MARK: Names

    /// Returns the names of the settings and, after a slash or a dot, of members and fields with their own values.
    private func names(for typed: String) -> [Candidate] {
        let named = typed.contains("/") ? settings : keys.map { NamedSetting($0) }
        let owners = named.filter { typed.hasPrefix($0.name + ".") && !$0.isSecret }
        let fields = owners.flatMap { owner in owner.valueParts.fields.map { ("\(owner.name).\($0)", nil as String?) } }
        return named.map { ($0.name, $0.summary) } + fields
    }

    /// Returns the names, or the assignments of the values of the name before an equals sign.
    private func assignments(for typed: String) -> [Candidate] {
        guard let name = assignment(typed)?.setting.name else { return names(for: typed) }
        return values(of: name).filter { $0.word != "/" }.map { ("\(name)=\($0.word)", $0.description) }
    }

    // MARK: Values

    /// Returns the values that a setting, a member, or a field may have, or the elements to add or to remove.
    private func values(of name: String, options: Set<String> = []) -> [Candidate] {
        guard let setting = try? find(name), !setting.isSecret else { return [] }
        let parts = setting.valueParts
        if let field = setting.field { return parts.schema(ofField: field).choices.map { ($0, nil) } }
        if options.contains("--remove") { return parts.elements.map { ($0, nil) } }
        if options.contains("--add") { return parts.schema.items.choices.map { ($0, nil) } }
        return setting.handle.setting.candidates
    }

    // MARK: Options of settings

    /// The options that the program applies.
    private var options: [Candidate] {
        keys.flatMap { key -> [Candidate] in
            guard let option = AppliedNames[key].option else { return [] }
            let setting = NamedSetting(key)
            let negated = key.isBoolean ? [("--no-" + option.drop { $0 == "-" }, setting.summary)] : []
            return [(option, setting.summary ?? setting.valueHelp)] + negated
        }
    }

    private func setting(ofOption word: String) -> NamedSetting? {
        keys.first { AppliedNames[$0].option == word }.map { NamedSetting($0) }
    }

    /// Returns the values of the option before the last word, or in it before an equals sign.
    private func candidates(forOptionOfSetting words: [String]) -> [Candidate]? {
        let typed = words.last ?? ""
        if typed.hasPrefix("--"), let equals = typed.equalsSigns.first,
            let setting = setting(ofOption: String(typed[..<equals]))
        {
            return values(of: setting.name).filter { $0.word != "/" }.map {
                ("\(typed[..<equals])=\($0.word)", $0.description)
            }
        }
        guard let setting = words.dropLast().last.flatMap(setting(ofOption:)), !setting.handle.setting.isBoolean else {
            return nil
        }
        return values(of: setting.name)
    }
}

extension TSUD {
    /// The values of a setting that has only a few; "/" for the names of files.
    fileprivate static var candidates: [Candidate] {
        let type = unwrapped(ValueType.self)
        if type == URL.self { return [("/", nil)] }
        return (type == Bool.self ? ["on", "off"] : validStrings(of: type)).map { ($0, nil) }
    }
}
