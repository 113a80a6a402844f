import TSUD

extension Program {
    var helpText: String {
        let width = commands.map(\.name.terminalWidth).max() ?? 0
        let lines = commands.map { "  \($0.name.padded(to: width))  \($0.summary)" }
        return """
            Usage: \(name) [COMMAND]

            Shows and changes the settings of \(name.split(separator: " ").first ?? "").

            \(lines.joined(separator: "\n"))

            The operands and options of a command:

            \(name) help COMMAND

            """ + namesOnCommandLine
    }

    /// The option and the variable of each setting, if the program applies them.
    private var namesOnCommandLine: String {
        let lines = keys.compactMap { key -> String? in
            let names = [AppliedNames[key].option, AppliedNames[key].variable].compactMap { $0 }
            return names.isEmpty ? nil : "  \(key.stringKey): \(names.joined(separator: ", "))\n"
        }
        return lines.isEmpty
            ? "" : "\nOptions and variables override the stored value, and store nothing:\n\n" + lines.joined()
    }

    /// Returns the help of a command.
    ///
    /// If the command takes the name of a setting, the help lists the names with their input.
    func helpText(for command: SettingsCommand) -> String {
        let names = keys.map { "  \($0.stringKey): \(NamedSetting($0).valueHelp)\n" }
        let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst()
        return "Usage: \(usage(of: command, "\n       "))\n\n\(summary).\n" + optionsHelp(of: command)
            + (command.takesName ? "\n" + names.joined() : "")
    }

    /// A line for each option of a command.
    private func optionsHelp(of command: SettingsCommand) -> String {
        let width = command.options.map(\.count).max() ?? 0
        let lines = command.options.map { option in
            "  " + (command.meanings[option].map { option.padded(to: width) + "  \($0)" } ?? option) + "\n"
        }
        return lines.isEmpty ? "" : "\n" + lines.joined()
    }
}
