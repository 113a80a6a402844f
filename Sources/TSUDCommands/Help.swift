import TSUD

extension Program {
    var helpText: String {
        let width = commands.map { usage(of: $0).count }.max() ?? 0
        let lines = commands.map { "\(usage(of: $0).padded(to: width))  \($0.summary)" }
        return """
            Usage: \(name) [COMMAND]

            Shows and changes the settings, which are stored by TSUD.

            \(lines.joined(separator: "\n"))

            A launch argument takes precedence over the stored value, and stores nothing:

            \(launchArgument)

            """
    }

    /// More about a command: for one that takes the name of a setting, which there are, and what to type for each.
    func helpText(for command: SettingsCommand) -> String {
        let names = keys.map { "  \($0.stringKey): \(NamedSetting($0).valueHelp)\n" }
        let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst()
        return "Usage: \(usage(of: command))\n\n\(summary).\n" + (command.takesName ? "\n" + names.joined() : "")
    }
}
