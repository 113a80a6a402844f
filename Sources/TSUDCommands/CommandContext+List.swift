import TSUD
import TSUDText

extension CommandContext {
    /// Prints the settings, or those with some names, with their values and origins.
    func list() throws {
        try program.checkFiles()
        let settings = try operands.isEmpty ? program.settings : program.settings(named: operands)
        let shown = settings.map { ShownSetting($0) }.filter { !options.contains("--changed") || $0.isChanged }
        if options.contains("--json") {
            try print(JSON.array(shown.map(\.row)).indentedText + "\n")
        } else {
            try write(program.table(of: shown))
        }
        if let failure = TSUDError(shown.compactMap(\.failure)) { throw failure }
    }
}
