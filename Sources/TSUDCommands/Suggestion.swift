/// Returns the message about an unknown name, which suggests a similar name or lists some valid names.
func unknown(_ kind: String, _ name: String, of owner: String? = nil, outOf names: [String]) -> String {
    let owner = owner.map { " of \($0.quotedName)" } ?? ""
    if let similar = similarName(to: name, in: names) {
        return "Unknown \(kind) \(name.quotedName)\(owner). Did you mean \(similar)?"
    }
    return "Unknown \(kind) \(name.quotedName)\(owner). Valid \(kind)s: \(firstNames(of: names))."
}

/// Returns the first names, and the number of the others.
func firstNames(of names: [String], _ limit: Int = 5) -> String {
    let shown = names.prefix(limit).map(\.shortened.onOneLine).joined(separator: ", ")
    return shown + (names.count > limit ? ", and \(names.count - limit) more" : "")
}

/// Returns the name that differs from a mistyped one in the fewest letters; `nil` if all differ in many.
func similarName(to name: String, in names: [String]) -> String? {
    let typed = letters(of: name)
    // A wrong letter makes two differences: a removal and an insertion.
    let most = min(3, typed.count) - 1
    let differences = names.compactMap { name -> (name: String, count: Int)? in
        let letters = letters(of: name)
        guard abs(letters.count - typed.count) <= most else { return nil }
        let (first, second) = withoutCommonEnds(letters, typed)
        // The time to compare is the product of the lengths.
        guard first.count < 100 else { return nil }
        return (name, first.difference(from: second).count)
    }
    return differences.min { $0.count < $1.count }.flatMap { $0.count <= most ? $0.name : nil }
}

/// Returns the letters and digits, in lower case.
private func letters(of name: String) -> [Character] { name.lowercased().filter { $0.isLetter || $0.isNumber } }

private func withoutCommonEnds(
    _ first: [Character],
    _ second: [Character]
) -> (ArraySlice<Character>, ArraySlice<Character>) {
    let start = zip(first, second).prefix { $0 == $1 }.count
    let (first, second) = (first.dropFirst(start), second.dropFirst(start))
    let end = zip(first.reversed(), second.reversed()).prefix { $0 == $1 }.count
    return (first.dropLast(end), second.dropLast(end))
}

extension Program {
    /// Throws an error that suggests a command if the words are those of another tool, or a name without a command.
    func checkCommand(in words: [String]) throws {
        guard let first = words.first, !isKnown(first), let command = command(meantBy: first, words.dropFirst()) else {
            return
        }
        let rest = words.dropFirst(isName(first) ? 0 : 1).map { typed($0, in: words) }
        // The program has a version, and its settings have none.
        let suggestion = command == "--version" ? self.words.dropLast() + [command] : [name, command] + rest
        let kind = first.hasPrefix("-") ? "option" : "command"
        let shown = assignment(first) == nil ? first.quotedName : quoted(first, in: words)
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
        case "add", "--add": return "set --add"
        case "--unset", "--unset-all", "delete", "rm", "remove": return "reset"
        case "--edit", "-e": return "edit"
        case "check", "validate", "lint": return "doctor"
        case "explain", "info": return "describe"
        case "where": return "path"
        case "--version": return self.words.count > 1 ? word : nil
        default: return nil
        }
    }

    func isKnown(_ word: String) -> Bool {
        (try? command(named: word)) != nil || commands.contains { $0.options.contains(word) }
    }

    private func isName(_ word: String) -> Bool {
        assignment(word) != nil || (try? find(word)) != nil
    }

    private func typed(_ word: String, in words: [String]) -> String {
        let isPublic = (try? find(word)) != nil || !isAboutSecret(words)
        return isPublic ? hidingValue(in: word).asShellWord : "***"
    }
}
