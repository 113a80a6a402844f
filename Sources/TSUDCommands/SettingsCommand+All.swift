import TSUDText

extension SettingsCommand {
    /// Returns the commands in the order of the help; a given command replaces another one with its name.
    static func all(with more: [SettingsCommand]) -> [SettingsCommand] {
        let settings = [
            Self(
                "list",
                "[NAME...]",
                options: [
                    "--changed print only values that differ from their defaults",
                    "--json print an array of JSON objects",
                ],
                summary: "show each setting, its value, and its origin"
            ) { try $0.list() },
            Self(
                "get",
                "NAME...",
                options: ["--json print JSON"],
                summary: "print a value; exit with 1 if it is nil"
            ) { try $0.get() },
            Self(
                "describe",
                "NAME",
                options: ["--json print a JSON object"],
                summary: "show everything about a setting, and its valid input"
            ) { try $0.describe() },
            Self(
                "set",
                ["NAME", "[TEXT...]"],
                options: ["--add add elements to a list", "--remove remove elements from a list"],
                forms: ["NAME TEXT [--add | --remove]", "NAME=TEXT..."],
                summary: "store a value, or standard input for -; add or remove elements"
            ) { try await $0.set() },
            Self(
                "reset",
                ["[NAME...]"],
                options: ["--all reset all settings and members", "--yes don't ask for confirmation"],
                forms: ["NAME...", "--all [--yes]"],
                summary: "remove the stored value, which restores the default"
            ) { try $0.reset() },
            Self("edit", summary: "change settings in $VISUAL, $EDITOR, or vi") { try await $0.edit() },
            Self("export", summary: "print the stored values as JSON") { try $0.exportSettings() },
            Self(
                "import",
                "FILE",
                options: [
                    "--replace reset the settings that the file doesn't have",
                    "--skip-invalid skip values that are invalid or can't be read",
                ],
                summary: "store the values of a file, or of standard input for -"
            ) { try $0.importSettings() },
            Self(
                "path",
                options: ["--all print all files of the search list, in its order"],
                summary: "print the path of the file that has the settings"
            ) { try $0.path() },
            Self(
                "doctor",
                "[FILE...]",
                options: ["--json print an array of JSON objects"],
                summary: "check the files of the settings, or some files or -"
            ) { try $0.doctor() },
            Self("schema", "[FILE]", summary: "print a JSON Schema of the settings, or of those in NAME.json") {
                try $0.schema()
            },
            Self(
                "watch",
                "[NAME...]",
                options: ["--json print a JSON object for each change"],
                summary: "print each change, until Ctrl-C"
            ) { try await $0.watch() },
        ]
        let shell = [
            Self("completion", "SHELL", "[WORD...]", summary: "print the script for bash, zsh, or fish") {
                try $0.completion()
            },
            Self("help", "[COMMAND]", summary: "show this help, or that of a command") { try $0.help() },
        ]
        let given = Set(more.map(\.name))
        return settings.filter { !given.contains($0.name) } + more + shell.filter { !given.contains($0.name) }
    }
}

extension CommandContext {
    fileprivate func help() throws {
        guard let name = operands.first else { return try write(program.helpText) }
        try write(program.helpText(for: program.command(named: name)))
    }
}
