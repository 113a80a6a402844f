import TSUD

/// The settings and the commands of one call, and where it writes.
struct Program {
    let keys: [any TSUD.Type]
    /// What the user types before the command.
    let name: String
    /// The first one runs if none is given.
    let commands: [SettingsCommand]
    let output: Output
    let errors: Output

    func warn(_ message: String) {
        // If the errors are closed, nothing is left to write to.
        if !message.isEmpty { try? errors.put("\(name): \(message)\n") }
    }

    func usage(of command: SettingsCommand) -> String { "\(name) \(command.usage)" }

    func command(named name: String) throws -> SettingsCommand {
        if let command = commands.first(where: { $0.name == name }) { return command }
        throw CommandError.usage(unknown("command", name, outOf: commands.map(\.name)))
    }

    /// Runs the command in the arguments; without one, the first.
    ///
    /// What follows "--" is neither an option nor a launch argument.
    func run(_ arguments: [String]) async throws {
        try checkEncoding(of: arguments)
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var literal = Array(arguments[end...].dropFirst())
        var words = try withoutLaunchArguments(Array(arguments[..<end]))
        if words.contains("--help") || words.contains("-h") { words = ["help"] }
        if words.isEmpty, !literal.isEmpty {
            let name = literal.removeFirst()
            return try await run(command(named: name), with: [], literal)
        }
        guard let name = words.first, !commands[0].options.contains(name) else {
            return try await run(commands[0], with: words, literal)
        }
        if name.hasPrefix("--") {
            let options = ["--help"] + commands[0].options
            let all = options.joined(separator: ", ")
            throw CommandError.usage("there is no option \(name.quoted); there are \(all)")
        }
        if name.hasPrefix("-") {
            _ = try setting(named: String(name.dropFirst()))
            throw CommandError.usage("\(name.quoted) needs a value after it, as in: \(launchArgument)")
        }
        try await run(command(named: name), with: Array(words.dropFirst()), literal)
    }

    private func run(_ command: SettingsCommand, with words: [String], _ literal: [String]) async throws {
        let options = Set(words).intersection(command.options)
        let words = words.filter { !options.contains($0) } + literal
        let operands = command.operands
        if words.count > operands.count, operands.last?.contains("...") != true {
            let hint = command.name == "set" ? ", with a TEXT of more than one word in quotes" : ""
            let found = words[operands.count].quoted
            throw CommandError.usage("unexpected argument \(found); expected: \(usage(of: command))\(hint)")
        }
        if words.count < operands.filter({ !$0.hasPrefix("[") }).count {
            let name = command.takesName ? words.first : nil
            let valueHelp = try name.map { try setting(named: $0).valueHelp }
            let hint = valueHelp.map { ", where TEXT is \($0)" } ?? ""
            throw CommandError.usage("expected: \(usage(of: command))\(hint)")
        }
        try await command.body(CommandContext(operands: words, options: options, program: self))
    }
}
