extension SettingsCommand {
    /// Creates a command from its usage, such as "get NAME --json".
    private init(_ usage: String, _ summary: String, run body: @escaping Body) {
        let words = usage.split(separator: " ").map(String.init)
        let options = words.filter { $0.hasPrefix("-") }.map { $0.split(separator: "|").map(String.init) }
        self.init(
            words[0],
            words.dropFirst().filter { !$0.hasPrefix("-") },
            options: options.flatMap { $0 },
            meanings: Self.meanings[words[0]] ?? [:],
            choices: options.filter { $0.count > 1 },
            summary: summary,
            run: body
        )
    }

    /// Returns the commands in the order of the help; a given command replaces another one with its name.
    static func all(with more: [SettingsCommand]) -> [SettingsCommand] {
        let settings = [
            Self("list [NAME...] --json --changed --system -z", "show each setting, its value, and its origin") {
                try $0.list()
            },
            Self("get NAME... --json --origin --raw --system -z", "print a value; exit with 1 if it is nil") {
                try $0.get()
            },
            Self("describe NAME", "show everything about a setting, and its valid input") { try $0.describe() },
            Self(
                "set NAME [TEXT] [NAME=TEXT...] --add --remove",
                "store a value, or standard input for -; add or remove an element"
            ) {
                try await $0.set()
            },
            Self("reset [NAME...] --all --yes", "remove the stored value, which restores the default") {
                try $0.reset()
            },
            Self("edit", "change settings in $VISUAL, $EDITOR, or vi") { try await $0.edit() },
            Self("export [FILE] --json", "write the stored values to a file, or to standard output") {
                try $0.exportSettings()
            },
            Self(
                "import FILE --merge|--replace --skip-invalid",
                "store the values of a file or -; reset all others, or keep them"
            ) {
                try $0.importSettings()
            },
            Self("path --all", "print the path of the file that has the settings") { try $0.path() },
            Self("doctor [FILE...] --json", "check the files of the settings, or some files or -") { try $0.doctor() },
            Self("schema", "print a JSON Schema of the settings") { try $0.schema() },
            Self("watch [NAME...] --json -z", "print each change, until Ctrl-C") { try await $0.watch() },
        ]
        let shell = [
            Self("completion SHELL [WORD...]", "print the script for bash, zsh, or fish") { try $0.completion() },
            Self("help [COMMAND]", "show this help, or that of a command") { try $0.help() },
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
