import TSUD

extension CommandContext {
    /// Prints the value of one setting, or the names and values of several.
    func get() throws {
        let settings = try program.settings(named: operands)
        try program.checkFiles()
        var (answers, errors): ([Answer], [TSUDError]) = ([], [])
        for setting in settings {
            do throws(TSUDError) {
                if let answer = try answer(setting) { answers.append(answer) }
            } catch {
                errors.append(error)
            }
        }
        let isOne = operands.count == 1 && !program.isPattern(operands[0])
        if isOne || !options.contains("--json") {
            try write(answers.map { record(of: $0, isNamed: !isOne) }.joined())
        } else if !answers.isEmpty {
            let values = answers.map { ($0.setting.name, $0.json) }
            try write(JSON.object(Dictionary(values) { first, _ in first }).text + (isNullTerminated ? "\0" : "\n"))
        }
        if let failure = TSUDError(errors) { throw failure }
        if answers.isEmpty { throw CommandError.noValue }
    }

    private struct Answer {
        let setting: NamedSetting
        let json: JSON
        let text: String
    }

    /// Returns the value of a setting that the options select; `nil` if there is none, or if it is nil.
    private func answer(_ setting: NamedSetting) throws(TSUDError) -> Answer? {
        let (handle, field) = (setting.handle, setting.field)
        let system = options.contains("--system") ? handle.systemValue : nil
        if system == nil, options.contains("--system") { return nil }
        if options.contains("--raw") {
            let found = system ?? handle.storedObject.map { FoundObject($0, .stored) }
            let raw = found?.rawJSON.flatMap { json in field.map { json.part($0) } ?? json }
            return raw.map { Answer(setting: setting, json: $0, text: $0.text) }
        }
        let (json, text) = try handle.jsonAndText(system, field)
        if options.contains("--json") { return Answer(setting: setting, json: json, text: json.text) }
        return text.map { Answer(setting: setting, json: json, text: $0) }
    }

    private func record(of answer: Answer, isNamed: Bool) -> String {
        let origin = options.contains("--origin") ? origin(of: answer.setting) + "\t" : ""
        if isNullTerminated { return origin + (isNamed ? "\(answer.setting.name)\n" : "") + answer.text + "\0" }
        return origin + (isNamed ? "\(answer.setting.name.onOneLine)\t\(answer.text.onOneLine)" : answer.text) + "\n"
    }

    /// The origin of the value; the file of a stored one.
    private func origin(of setting: NamedSetting) -> String {
        let place = setting.handle.origin
        let system = options.contains("--system") ? setting.handle.systemValue?.path : setting.handle.systemPath
        let path = system ?? (place == .stored ? setting.path : nil)
        return path.map { "file:\($0)" } ?? place.text
    }
}

extension AnyHandle {
    /// Returns the current value or the administrator's, or a part of it.
    fileprivate func jsonAndText(
        _ system: FoundObject?,
        _ field: String?
    ) throws(TSUDError) -> (json: JSON, text: String?) {
        let value = if let system { try value(of: system) } else { try readableValue() }
        return (json(of: value, field), text(of: value, field))
    }
}
