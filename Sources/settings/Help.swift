import TSUD

var helpText: String {
    let width = commands.map(\.usage.count).max() ?? 0
    let lines = commands.map { "\($0.usage.padded(to: width))  \($0.summary)" }
    return """
        Usage: settings [COMMAND]

        The settings of an editor, stored by TSUD.

        \(lines.joined(separator: "\n"))

        A launch argument takes precedence over the stored value, and stores nothing:

        settings -fontSize 20

        """
}

/// More about a command: for one that takes the name of a setting, which there are, and what to type for each.
func helpText(for command: Command) -> String {
    let names = editorSettings.map { "  \($0.stringKey): \(whatToType(for: $0))\n" }
    let hasName = command.operands.contains { $0.contains("NAME") }
    return "Usage: \(command.usage)\n\n\(command.summary.prefix(1).uppercased() + command.summary.dropFirst()).\n"
        + (hasName ? "\n" + names.joined() : "")
}
