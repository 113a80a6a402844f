/// A command of a program, to add to those that `runCommand(_:named:adding:output:errors:)` has.
///
/// ```swift
/// import TSUDCommands
///
/// let shout = SettingsCommand("shout", "NAME", summary: "print a value in capitals") {
///     let line = $0.line(of: $0.operands[0]) ?? "no such setting"
///     try $0.write(line.uppercased() + "\n")
/// }
/// ```
public struct SettingsCommand {
    /// What the user types.
    public let name: String
    /// What has to follow the name: words in capitals.
    ///
    /// One in brackets is optional; the last, with an ellipsis, can be repeated.
    /// The shell completes settings for NAME, commands for COMMAND and paths for FILE.
    public let operands: [String]
    /// The options that it takes, such as `--json`, anywhere after the name.
    public let options: [String]
    /// What it does, for the help.
    public let summary: String
    let body: Body

    /// What a command does; see ``CommandContext``.
    public typealias Body = (CommandContext) async throws -> Void

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - name: what the user types.
    ///   - operands: what has to follow; see ``operands``.
    ///   - options: the options that it takes.
    ///   - summary: what it does, for the help, such as "store a value".
    ///   - body: does it. A ``CommandError`` that it throws is printed as it is, another error with the status 70.
    public init(
        _ name: String,
        _ operands: String...,
        options: [String] = [],
        summary: String,
        run body: @escaping Body
    ) {
        self.name = name
        self.operands = operands
        self.options = options
        self.summary = summary
        self.body = body
    }

    /// What follows the name of the program.
    var usage: String { ([name] + operands + options.map { "[\($0)]" }).joined(separator: " ") }

    /// Whether an operand is the name of a setting.
    var takesName: Bool { operands.contains { $0.contains("NAME") } }
}

/// One call of a command: what the user typed, and where to write.
public struct CommandContext {
    /// The operands, as many as the command takes.
    public let operands: [String]
    /// The options that were given.
    public let options: Set<String>
    let program: Program

    /// Writes text to the output, at once.
    ///
    /// - Parameter text: the text, with its line feeds.
    /// - Throws: ``CommandError`` with the status 73 if it can't be written. If the reader of a pipe has closed it,
    ///   another error, which ends the command quietly.
    public func write(_ text: String) throws { try program.output.put(text) }

    /// Writes a line to the errors, after the name of the program; what can't be written is dropped.
    public func warn(_ message: String) { program.warn(message) }

    /// The line that shows a setting or member, as in "fontSize = 14.0 (suite)"; `nil` if there is none of that name.
    ///
    /// - Parameter name: what the user would type, such as "zoom/report.pdf".
    /// - Returns: the line.
    public func line(of name: String) -> String? {
        (try? program.setting(named: name)).map { ShownSetting($0).line }
    }
}
