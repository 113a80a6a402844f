import TSUD

extension SettingsCommand {
    /// The commands, in the order in which the help shows them; a given one replaces another of its name.
    static func all(with more: [SettingsCommand]) -> [SettingsCommand] {
        let settings = [
            SettingsCommand(
                "list",
                options: ["--json", "--changed"],
                summary: "show each setting, its value, and its origin"
            ) {
                try $0.list()
            },
            SettingsCommand(
                "get",
                "NAME",
                options: ["--json", "--origin"],
                summary: "print a value; exit with 1 if it is nil"
            ) {
                try $0.get()
            },
            SettingsCommand("describe", "NAME", summary: "show all about a setting, and what to type for it") {
                try $0.describe()
            },
            SettingsCommand("set", "NAME", "TEXT", summary: "store a value") { try $0.set() },
            SettingsCommand("reset", "NAME|--all", summary: "remove the stored value, which restores the default") {
                try $0.reset()
            },
            SettingsCommand("edit", summary: "change settings in $VISUAL, $EDITOR or vi") { try await $0.edit() },
            SettingsCommand("export", "[FILE]", summary: "write what is stored to a file or standard output") {
                try $0.exportSettings()
            },
            SettingsCommand(
                "import",
                "FILE",
                options: ["--skip-invalid"],
                summary: "store what a file contains, or standard input for -, and reset all else"
            ) { try $0.importSettings() },
            SettingsCommand("path", summary: "print the path of the file that the settings are stored in") {
                try $0.path()
            },
            SettingsCommand("watch", "[NAME...]", summary: "print each change as it happens, until Ctrl-C") {
                try await $0.watch()
            },
        ]
        let shell = [
            SettingsCommand("completion", "SHELL", summary: "print the completion script for bash, zsh or fish") {
                try $0.completion()
            },
            SettingsCommand("help", "[COMMAND]", summary: "show this, or more about a command") { try $0.help() },
        ]
        let given = Set(more.map(\.name))
        return settings.filter { !given.contains($0.name) } + more + shell.filter { !given.contains($0.name) }
    }
}

extension CommandContext {
    fileprivate func list() throws {
        let settings = program.settings.filter { !options.contains("--changed") || $0.isChanged }
        try write(options.contains("--json") ? json(of: settings) + "\n" : program.table(of: settings))
    }

    fileprivate func get() throws {
        let setting = try program.setting(named: operands[0])
        guard let text = options.contains("--json") ? json(of: setting) : setting.handle.text() else {
            throw CommandError.noValue
        }
        try write((options.contains("--origin") ? origin(of: setting) + "\t" : "") + text + "\n")
    }

    /// Where the value comes from; of a stored one, the file.
    private func origin(of setting: NamedSetting) -> String {
        let place = setting.handle.place
        let path = place == .stored ? setting.path : nil
        return path.map { "file:\($0)" } ?? place.text
    }

    fileprivate func describe() throws {
        let setting = try program.setting(named: operands[0])
        try write(description(of: setting, setting.handle.key) + "\n")
    }

    fileprivate func set() throws {
        let setting = try program.setting(named: operands[0])
        do throws(TSUDError) {
            try setting.handle.store(text: operands[1])
        } catch {
            throw CommandError.usage(error.description)
        }
        try program.save()
        try write(change(of: setting, stored: setting.handle.text(from: operands[1])))
    }

    fileprivate func reset() throws {
        if operands[0] == "--all" { return try resetAll() }
        let setting = try program.setting(named: operands[0])
        setting.handle.reset()
        try program.save()
        try write(change(of: setting, stored: nil))
    }

    private func resetAll() throws {
        let names = program.settings.filter { $0.handle.isStored }.map(\.name.onOneLine)
        program.keys.reset()
        try program.save()
        try write(names.isEmpty ? "Nothing was stored.\n" : "Reset: \(names.joined(separator: ", ")).\n")
    }

    /// The line of a setting that was changed and, if a launch argument hides the change, what is stored.
    func change(of setting: NamedSetting, stored: String?) -> String {
        let isHidden = setting.handle.place == .launchArgument
        let hint = isHidden ? stored.map { ", and \($0.onOneLine) is stored" } ?? ", and nothing is stored" : ""
        return ShownSetting(setting).line + hint + "\n"
    }

    fileprivate func completion() throws { try write(program.completionScript(for: operands[0])) }

    fileprivate func help() throws {
        guard let name = operands.first else { return try write(program.helpText) }
        try write(program.helpText(for: program.command(named: name)))
    }
}

extension Program {
    /// Waits until the settings are on disk.
    func save() throws {
        do throws(TSUDError) {
            for suite in suites { try suite.flush() }
        } catch {
            throw CommandError.saving(error.description)
        }
    }
}
