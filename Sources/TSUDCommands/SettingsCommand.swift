/// A command that a program adds to those of `runCommand(_:named:adding:output:errors:)`.
///
/// ```swift
/// import TSUDCommands
///
/// let summary = "print a value in capitals"
/// let shout = SettingsCommand("shout", "NAME", summary: summary) {
///     let line = $0.line(of: $0.operands[0]) ?? "no such setting"
///     try $0.write(line.uppercased() + "\n")
/// }
/// ```
public struct SettingsCommand {
    /// The word that the user types.
    public let name: String
    /// The operands after the name, as words in capitals.
    ///
    /// An operand in brackets is optional, and the last one with an ellipsis can be repeated. The shell completes
    /// settings for NAME, commands for COMMAND, and paths for FILE.
    public let operands: [String]
    /// The options, such as `--json`, which may be anywhere among the arguments.
    public let options: [String]
    /// The effects of options.
    let meanings: [String: String]
    /// The operands and options of each use, if there are several.
    private let forms: [String]
    /// The effect of the command, for the help.
    public let summary: String
    let body: Body

    /// The code of a command, which receives a ``CommandContext``.
    public typealias Body = (CommandContext) async throws -> Void

    /// Creates a command.
    ///
    /// - Parameters:
    ///   - name: The word that the user types.
    ///   - operands: The operands; see ``operands``.
    ///   - options: The options; see ``options``. The effect of an option may follow it, for the help and the shell:
    ///     `--loud print capitals`.
    ///   - summary: The effect, such as "store a value".
    ///   - body: The code. If it throws an error other than ``CommandError``, the exit status is 70.
    public init(
        _ name: String,
        _ operands: String...,
        options: [String] = [],
        summary: String,
        run body: @escaping Body
    ) {
        self.init(name, operands, options: options, forms: [], summary: summary, run: body)
    }

    init(
        _ name: String,
        _ operands: [String],
        options: [String],
        forms: [String],
        summary: String,
        run body: @escaping Body
    ) {
        let parts = options.map { $0.split(separator: " ", maxSplits: 1).map(String.init) }.filter { !$0.isEmpty }
        (self.name, self.operands, self.forms, self.summary, self.body) = (name, operands, forms, summary, body)
        self.options = parts.map { $0[0] }
        meanings = Dictionary(parts.filter { $0.count > 1 }.map { ($0[0], $0[1]) }) { $1 }
    }

    /// The words after the name of the program in each use, as in "import FILE [--replace] [--skip-invalid]".
    var usages: [String] {
        let words = operands + options.map { "[\($0)]" }
        return (forms.isEmpty ? [words.joined(separator: " ")] : forms).map { $0.isEmpty ? name : "\(name) \($0)" }
    }

    var takesAssignments: Bool { forms.contains { $0.contains("NAME=TEXT") } }

    /// Whether an operand is the name of a setting.
    var takesName: Bool { operands.contains { $0.contains("NAME") } }
}

/// The operands and options of one call of a command, and its output.
public struct CommandContext {
    /// The operands that the user typed, as many as the command takes.
    public let operands: [String]
    /// The options that the user typed.
    public let options: Set<String>
    let program: Program

    /// Writes a string to the output without buffering.
    ///
    /// - Parameter text: The string, with its line feeds.
    /// - Throws: ``CommandError`` with the status 73 if the write fails, or another error, which ends the command
    ///   quietly, if the reader of a pipe has closed it.
    public func write(_ text: String) throws { try program.output.put(text) }

    /// Writes a string that has values.
    func print(_ text: String) throws { try program.output.putSafely(text) }

    /// Writes a line to the errors, after the name of the program.
    ///
    /// It ignores a failed write.
    ///
    /// - Parameter message: The line, without a line feed.
    public func warn(_ message: String) { program.warn(message) }

    /// Returns the line that shows a setting, a member, or a field, as in "fontSize = 14.0 (stored)".
    ///
    /// - Parameter name: The name as the user types it, such as "zoom/report.pdf" or "window.width".
    /// - Returns: The line, or nil if no setting has the name.
    public func line(of name: String) -> String? {
        (try? program.find(name)).map { ShownSetting($0).line }
    }
}
