import Foundation
import TSUD

/// The settings, the commands, and the streams of one call.
struct Program {
    let keys: [any TSUD.Type]
    /// The words before the command.
    let name: String
    /// The commands, of which the first one is the default.
    let commands: [SettingsCommand]
    let output: Output
    let errors: Output

    func warn(_ message: String) {
        // If the errors are closed, nothing is left to write to.
        if !message.isEmpty { try? errors.putSafely("\(name): \(message)\n") }
    }

    /// Returns an error as the message and the exit status of the program, without values of secrets.
    func failure(_ error: any Error) -> CommandError {
        if let error = error as? CommandError { return error }
        if let error = error as? TSUDError { return .data(keys.masking(error).description) }
        return CommandError(error.localizedDescription, exitCode: 70)
    }

    /// Returns the uses of a command, with a separator between them.
    func usage(of command: SettingsCommand, _ separator: String = "\n      or: ") -> String {
        command.usages.map { "\(name) \($0)" }.joined(separator: separator)
    }

    /// Returns the command with a name or an alias.
    func command(named name: String) throws -> SettingsCommand {
        let aliases = ["ls": "list", "unset": "reset"]
        let names = [name, aliases[name] ?? name]
        if let command = names.lazy.compactMap({ name in commands.first { $0.name == name } }).first { return command }
        throw CommandError.usage(unknown("command", hidingValue(in: name), outOf: commands.map(\.name)))
    }

    /// Runs the command in the arguments, or else the first command.
    ///
    /// Everything after "--" is no option. Options may come before the command.
    func run(_ arguments: [String]) async throws {
        try checkEncoding(of: arguments)
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var literal = Array(arguments[end...].dropFirst())
        var words = Array(arguments[..<end])
        try checkCommand(in: words)
        let options = Array(words.prefix { $0.hasPrefix("-") })
        words.removeFirst(options.count)
        if words.isEmpty, !literal.isEmpty { words.append(literal.removeFirst()) }
        if let option = options.first(where: { !isKnown($0) && !Self.help.contains($0) }) {
            throw CommandError.usage(unknownOption(option, in: words, of: commands[0]))
        }
        let isHelp = options.contains { Self.help.contains($0) }
        guard let name = words.first, !isHelp else {
            return try await run(isHelp ? command(named: "help") : commands[0], with: isHelp ? [] : options, literal)
        }
        let command = try command(named: name)
        words.removeFirst()
        // "-h" may be a value.
        if words.first == "-h" && literal.isEmpty || words.contains("--help") {
            return try await run(self.command(named: "help"), with: [command.name], [])
        }
        try await run(command, with: options + words, literal)
    }

    private static let help = ["--help", "-h"]

    private func run(_ command: SettingsCommand, with words: [String], _ literal: [String]) async throws {
        let options = Set(words).intersection(command.options)
        let operands = words.filter { !options.contains($0) }
        for (index, word) in operands.enumerated() where isOption(word, at: index, of: command) {
            throw CommandError.usage(unknownOption(word, in: operands, of: command))
        }
        if options.isSuperset(of: ["--add", "--remove"]) {
            throw CommandError.usage("--add and --remove exclude each other")
        }
        let words = operands + literal
        if words.count > command.operands.count, command.operands.last?.contains("...") != true {
            throw CommandError.usage(unexpected(words, at: command.operands.count, for: command))
        }
        if words.count < command.operands.filter({ !$0.hasPrefix("[") }).count {
            throw CommandError.usage("expected: \(usage(of: command))")
        }
        try await command.body(CommandContext(operands: words, options: options, program: self))
    }

    /// Whether a word is an option; a negative number is none, and neither is a text with one dash after a name.
    private func isOption(_ word: String, at index: Int, of command: SettingsCommand) -> Bool {
        if word.hasPrefix("--") { return true }
        let isText = command.takesAssignments && index > 0
        return word.count > 1 && word.hasPrefix("-") && !isText && Double(word) == nil
    }

    /// Returns the message about an unknown option, which may be one of a setting.
    private func unknownOption(_ word: String, in words: [String], of command: SettingsCommand) -> String {
        let option = isAboutSecret(words) ? "***" : word.beforeEqualsSign
        let isSettings = keys.contains { key in
            let name = AppliedNames[key].option
            return option == name || option == "-" + key.stringKey
                || key.isBoolean && name.map { option == "--no-" + $0.dropFirst(2) } == true
        }
        let subcommand = self.words.dropFirst().joined(separator: " ")
        if isSettings, !subcommand.isEmpty {
            return "Unknown option \(option.quotedName). Options of settings belong before \(subcommand.quoted)."
        }
        return unknown("option", option, outOf: ["--help"] + command.options)
    }

    func unexpected(_ words: [String], at index: Int, for command: SettingsCommand) -> String {
        let hint = command.takesAssignments ? "\nPut a TEXT of more than one word in quotation marks." : ""
        return "unexpected argument \(quoted(words[index], in: words)); expected: \(usage(of: command))\(hint)"
    }

    /// A word in quotation marks, or asterisks if it may be a part of a secret.
    func quoted(_ word: String, in words: [String]) -> String {
        isAboutSecret(words) ? "'***'" : hidingValue(in: word).quotedName
    }

    /// Whether a word is the name of a secret setting, or an assignment to one.
    func isAboutSecret(_ words: [String]) -> Bool {
        words.contains { (assignment($0)?.setting ?? (try? find($0)))?.isSecret == true }
    }

    /// A word without the text of an assignment to an unknown name, which may be a misspelled secret.
    func hidingValue(in word: String) -> String {
        if word.equalsSigns.isEmpty || assignment(word) != nil { return word }
        return word.beforeEqualsSign + "=…"
    }

    /// Rejects arguments of the process that are not valid UTF-8, in which Swift has replaced the invalid bytes.
    private func checkEncoding(of arguments: [String]) throws {
        let suspects = arguments.filter { $0.contains("\u{FFFD}") }
        if suspects.isEmpty { return }
        for (index, argument) in CommandLine.arguments.enumerated() where suspects.contains(argument) {
            if let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil {
                throw CommandError.usage("the argument \(argument.quoted) is not valid UTF-8")
            }
        }
    }
}
