import TSUD

extension CommandContext {
    /// Prints the settings, or those with some names, with their values and origins.
    func list() throws {
        if options.isSuperset(of: ["--json", "-z"]) { throw CommandError.usage("--json and -z exclude each other") }
        try program.checkFiles()
        let settings = try operands.isEmpty ? program.settings : program.settings(named: operands)
        let all =
            options.contains("--system")
            ? settings.compactMap { setting in setting.handle.systemValue.map { ShownSetting(setting, $0) } }
            : settings.map { ShownSetting($0) }
        let shown = all.filter { !options.contains("--changed") || $0.isChanged }
        if options.contains("--json") {
            try write(JSON.array(shown.map(\.row)).indentedText + "\n")
        } else if isNullTerminated {
            try write(shown.map { "\($0.setting.name)\n\($0.text ?? "")\0" }.joined())
        } else {
            try write(program.table(of: shown))
        }
        if let failure = TSUDError(shown.compactMap(\.failure)) { throw failure }
    }

    /// Whether records end with a null character.
    var isNullTerminated: Bool { options.contains("-z") }
}
