import Foundation
import TSUD

/// The settings as a JSON array of objects with a name, a value and its origin.
func json(of settings: [Setting]) -> String { json(settings.map(JSONSetting.init), [.prettyPrinted]) }

/// The value of a setting as JSON on one line.
func json(of setting: Setting) -> String { json(setting.value()) }

private func json(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    encoder.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(text(of: date))
    }
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf",
        negativeInfinity: "-inf",
        nan: "nan"
    )
    // With these strategies, none of the settings' types can fail.
    let data = try? encoder.encode(value)
    return data.flatMap { String(data: $0, encoding: .utf8) } ?? "null"
}

private struct JSONSetting: Encodable {
    let setting: Setting

    private enum CodingKeys: CodingKey { case name, value, from }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(setting.name, forKey: .name)
        try container.encode(setting.value(), forKey: .value)
        try container.encode(ShownSetting(setting).source, forKey: .from)
    }
}

/// The date as a setting's text has it, with all of its digits.
private func text(of date: Date) -> String? {
    withEphemeralSuite { suite in
        anyDate.set(date, suite)
        return anyDate.in(suite).text()
    }
}

private enum anyDate: TSUD { static let defaultValue = Date.distantPast }
