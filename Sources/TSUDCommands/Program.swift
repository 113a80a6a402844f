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
        if !message.isEmpty { try? errors.put("\(name): \(message)\n") }
    }

    /// Returns an error as the message and the exit status of the program, without values of secrets.
    func failure(_ error: any Error) -> CommandError {
        if let error = error as? CommandError { return error }
        if let error = error as? TSUDError { return .data(keys.masking(error).description) }
        return CommandError(error.localizedDescription, exitCode: 70)
    }

    func usage(of command: SettingsCommand) -> String { "\(name) \(command.usage)" }

    /// Returns the command with a name or an alias.
    func command(named name: String) throws -> SettingsCommand {
        let aliases = ["ls": "list", "unset": "reset"]
        let names = [name, aliases[name] ?? name]
        if let command = names.lazy.compactMap({ name in commands.first { $0.name == name } }).first { return command }
        throw CommandError.usage(unknown("command", name, outOf: commands.map(\.name)))
    }

    /// Runs the command in the arguments, or else the first command.
    ///
    /// Everything after "--" is neither an option nor a launch argument. Options may come before the command.
    func run(_ arguments: [String]) async throws {
        try checkEncoding(of: arguments)
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var literal = Array(arguments[end...].dropFirst())
        try checkCommand(in: Array(arguments[..<end]))
        var words = try withoutLaunchArguments(Array(arguments[..<end]))
        let options = Array(words.prefix { $0.hasPrefix("-") })
        words.removeFirst(options.count)
        if words.isEmpty, !literal.isEmpty { words.append(literal.removeFirst()) }
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

    /// Options that exclude each other.
    static let alternatives = [["--add", "--remove"], ["--merge", "--replace"], ["--json", "--raw"]]

    private func run(_ command: SettingsCommand, with words: [String], _ literal: [String]) async throws {
        let options = Set(words).intersection(command.options)
        if let unknown = words.first(where: { isOption($0) && !options.contains($0) }) {
            let valid = (["--help"] + command.options).joined(separator: ", ")
            throw CommandError.usage("Unknown option \(quoted(unknown, in: words)). Valid options: \(valid).")
        }
        for pair in Self.alternatives where options.isSuperset(of: pair) {
            throw CommandError.usage("\(pair.joined(separator: " and ")) exclude each other")
        }
        let words = words.filter { !options.contains($0) } + literal
        let operands = command.operands
        if words.count > operands.count, operands.last?.contains("...") != true {
            throw CommandError.usage(unexpected(words, at: operands.count, for: command))
        }
        if words.count < operands.filter({ !$0.hasPrefix("[") }).count {
            throw CommandError.usage("expected: \(usage(of: command))")
        }
        try await command.body(CommandContext(operands: words, options: options, program: self))
    }

    /// Whether a word is an option; one dash may begin a value, such as a negative number.
    func isOption(_ word: String) -> Bool {
        word.hasPrefix("--") || word == "-z" || commands.contains { $0.options.contains(word) }
    }

    func unexpected(_ words: [String], at index: Int, for command: SettingsCommand) -> String {
        let hint = command.name == "set" ? ", with a TEXT of more than one word in quotes" : ""
        return "unexpected argument \(quoted(words[index], in: words)); expected: \(usage(of: command))\(hint)"
    }

    /// A word in quotation marks, or asterisks if it may be a part of a secret.
    func quoted(_ word: String, in words: [String]) -> String { isAboutSecret(words) ? "'***'" : word.quoted }

    /// Whether a word is the name of a secret setting, or an assignment to one.
    func isAboutSecret(_ words: [String]) -> Bool {
        words.contains { (assignment($0)?.setting ?? (try? settingOrField(named: $0)))?.isSecret == true }
    }
}
