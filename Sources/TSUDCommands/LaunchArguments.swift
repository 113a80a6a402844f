import TSUD

extension Program {
    /// Returns the arguments except launch arguments, which Foundation reads as settings, such as `-fontSize 20`.
    ///
    /// It follows Foundation's rule exactly: a `-5` at the end or before another dash is not a setting's name. So each
    /// argument is either a setting or a part of the command.
    func withoutLaunchArguments(_ arguments: [String]) throws -> [String] {
        // Foundation reads these as settings as well, but no setting has such a name.
        let options = ["--help", "-h", "--all"] + commands.flatMap(\.options)
        var rest = arguments[...]
        var words: [String] = []
        while let argument = rest.popFirst() {
            if argument.hasPrefix("-"), !options.contains(argument), let next = rest.first, !next.hasPrefix("-") {
                rest.removeFirst()
                let name = String(argument.dropFirst())
                // The system uses these names.
                if !name.hasPrefix("NS"), !name.hasPrefix("Apple") { _ = try setting(named: name) }
            } else {
                words.append(argument)
            }
        }
        if let first = words.first, first.hasPrefix("-"), !first.hasPrefix("--"), !options.contains(first) {
            _ = try setting(named: String(first.dropFirst()))
            throw CommandError.usage("\(first.quoted) needs a value after it, as in: \(launchArgument)")
        }
        return words
    }

    /// A launch argument for an example.
    var launchArgument: String {
        guard let key = keys.first(where: { $0.isNumber && (try? $0.value(from: "20")) != nil }) ?? keys.first else {
            return "\(name) -NAME TEXT"
        }
        let example = key.isNumber ? "20" : key.isBoolean ? "on" : NamedSetting(key).handle.defaultText ?? "TEXT"
        let text = (try? key.value(from: example)) == nil ? "TEXT" : example
        let words = ["-\(key.stringKey)", text].map { $0.contains(" ") ? shellQuoted($0) : $0 }
        return "\(name) \(words.joined(separator: " "))"
    }

    /// Rejects arguments of the process that are not valid UTF-8, in which Swift has replaced the invalid bytes.
    func checkEncoding(of arguments: [String]) throws {
        let suspects = arguments.filter { $0.contains("\u{FFFD}") }
        if suspects.isEmpty { return }
        for (index, argument) in CommandLine.arguments.enumerated() where suspects.contains(argument) {
            if let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil {
                throw CommandError.usage("the argument \(argument.quoted) is not valid UTF-8")
            }
        }
    }
}
