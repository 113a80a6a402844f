import Foundation
import TSUD

/// The settings as a JSON array of objects with a name, a value and its origin.
func json(of settings: [NamedSetting]) -> String {
    (try? json(settings.map(JSONSetting.init), [.prettyPrinted])) ?? "[]"
}

/// The value of a setting as JSON on one line; its text as a string if it can't be encoded.
func json(of setting: NamedSetting) -> String {
    let value = setting.handle.encodable
    return (try? json(value)) ?? (try? json(setting.handle.text())) ?? "null"
}

private func json(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    encoder.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(anyDate.text(of: date))
    }
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf",
        negativeInfinity: "-inf",
        nan: "nan"
    )
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

private struct JSONSetting: Encodable {
    let setting: NamedSetting

    private enum CodingKeys: CodingKey { case name, value, from }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let value = setting.handle.encodable
        try container.encode(setting.name, forKey: .name)
        // One that can't be encoded must not spoil the others.
        if (try? json(value)) != nil {
            try container.encode(value, forKey: .value)
        } else {
            try container.encode(setting.handle.text(), forKey: .value)
        }
        try container.encode(setting.source, forKey: .from)
    }
}

/// A date's text has all of its digits.
private enum anyDate: TSUD { static let defaultValue = Date.distantPast }
