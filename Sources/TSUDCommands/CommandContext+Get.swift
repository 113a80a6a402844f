import TSUD
import TSUDText

extension CommandContext {
    /// Prints the value of one setting, or the names and values of several.
    func get() throws {
        try program.checkFiles()
        let settings = try program.settings(named: operands)
        let isOne = operands.count == 1 && !program.isPattern(operands[0])
        let isJSON = options.contains("--json")
        let shown = settings.map { ShownSetting($0, isShowingSecrets: operands.contains($0.name)) }
        let readable = shown.filter { $0.failure == nil && (isJSON || $0.json != .null) }
        if isOne {
            for shown in readable { try print((isJSON ? shown.json.text : shown.text) + "\n") }
        } else if !isJSON {
            try print(readable.map { "\($0.name)\t\($0.value)\n" }.joined())
        } else if !readable.isEmpty {
            var values: NamedValues<JSON> = [:]
            for shown in readable where !shown.isMasked { values[shown.setting.name] = shown.json }
            try print(JSON.text(of: values, isIndented: false) + "\n")
        }
        if let failure = TSUDError(shown.compactMap(\.failure)) { throw failure }
        if readable.isEmpty { throw CommandError.noValue }
    }
}
