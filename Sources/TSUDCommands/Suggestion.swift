/// Returns the message about an unknown name, which suggests a similar name or lists some valid names.
func unknown(_ kind: String, _ name: String, outOf names: [String]) -> String {
    if let similar = similarName(to: name, in: names) {
        return "Unknown \(kind) \(name.quoted). Did you mean \(similar)?"
    }
    return "Unknown \(kind) \(name.quoted). Valid \(kind)s: \(firstNames(of: names))."
}

/// Returns the first names, and the number of the others.
func firstNames(of names: [String], _ limit: Int = 5) -> String {
    let shown = names.prefix(limit).map(\.onOneLine).joined(separator: ", ")
    return shown + (names.count > limit ? ", and \(names.count - limit) more" : "")
}

/// Returns the name that differs from a mistyped one in the fewest letters; `nil` if all differ in many.
func similarName(to name: String, in names: [String]) -> String? {
    let typed = letters(of: name)
    let differences = names.map { (name: $0, count: letters(of: $0).difference(from: typed).count) }
    let nearest = differences.min { $0.count < $1.count }
    // A wrong letter makes two differences: a removal and an insertion.
    return nearest.flatMap { $0.count <= min(3, typed.count) - 1 ? $0.name : nil }
}

/// Returns the letters and digits, in lower case.
private func letters(of name: String) -> [Character] { name.lowercased().filter { $0.isLetter || $0.isNumber } }

extension Program {
    /// Throws an error that suggests a command if the words are those of another tool, or a name without a command.
    func checkCommand(in words: [String]) throws {
        guard let first = words.first, !isKnown(first), let command = command(meantBy: first, words.dropFirst()) else {
            return
        }
        let suggestion = [name, command] + words.dropFirst(isName(first) ? 0 : 1).map { typed($0, in: words) }
        let kind = first.hasPrefix("-") ? "option" : "command"
        let shown = assignment(first) == nil ? first.quoted : quoted(first, in: words)
        throw CommandError.usage("Unknown \(kind) \(shown). Did you mean: \(suggestion.joined(separator: " "))")
    }

    private func command(meantBy word: String, _ operands: ArraySlice<String>) -> String? {
        switch word {
        case _ where assignment(word) != nil: return "set"
        case _ where isName(word): return operands.isEmpty ? "get" : "set"
        case "--list", "-l": return "list"
        case "--get", "--get-all", "read": return "get"
        case "show", "view", "cat": return operands.isEmpty ? "list" : "get"
        case "--set", "write": return "set"
        case "--unset", "--unset-all", "delete", "rm", "remove": return "reset"
        case "--edit", "-e": return "edit"
        default: return nil
        }
    }

    private func isKnown(_ word: String) -> Bool {
        (try? command(named: word)) != nil || commands.contains { $0.options.contains(word) }
            || word.hasPrefix("-") && (try? setting(named: String(word.dropFirst()))) != nil
    }

    private func isName(_ word: String) -> Bool {
        assignment(word) != nil || (try? settingOrField(named: word)) != nil
    }

    private func typed(_ word: String, in words: [String]) -> String {
        let isPublic = (try? settingOrField(named: word)) != nil || !isAboutSecret(words)
        return isPublic ? word.asShellWord : "***"
    }
}
