import Foundation
import TSUD

/// Returns the settings as a JSON array of objects with a name, a value, and its origin.
func json(of settings: [ShownSetting], isMasked: Bool = true) -> String {
    (try? json(settings.map { JSONSetting(shown: $0, isMasked: isMasked) }, [.prettyPrinted])) ?? "[]"
}

/// Returns a setting as a JSON object on one line.
func json(ofChange shown: ShownSetting) throws -> String { try json(JSONSetting(shown: shown)) }

/// Returns the value of a setting as JSON on one line; its text as a string if it can't be encoded.
func json(of setting: NamedSetting) throws -> String {
    try json(encodable(setting.handle.readableValue(), setting.handle.readableText()))
}

/// Returns the value, or its string if the value can't be encoded, or if its JSON is less readable, as for a duration.
private func encodable(_ value: any Encodable, _ text: String?) -> any Encodable {
    guard let json = try? json(value), let first = json.first, !"[{".contains(first) || text?.first == first else {
        return text
    }
    return value
}

func json(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting = []) throws -> String {
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
    let shown: ShownSetting
    var isMasked = true

    private enum CodingKeys: CodingKey { case name, value, from }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(shown.setting.name, forKey: .name)
        if isMasked, shown.setting.isSecret {
            try container.encode(shown.value, forKey: .value)
        } else {
            // A value that can't be encoded must not affect the others.
            let handle = shown.setting.handle
            let text = shown.failure == nil ? try handle.readableText() : handle.defaultText
            try container.encode(encodable(handle.encodableOrDefault, text), forKey: .value)
        }
        try container.encode(shown.source, forKey: .from)
    }
}

/// A date's text has all of its digits.
private enum anyDate: TSUD { static let defaultValue = Date.distantPast }

extension CommandContext {
    /// Returns the stored settings as JSON, in the format of `list --json`.
    func exportedJSON() -> Data {
        let stored = program.settings.filter { $0.handle.isSet }.map { ShownSetting($0) }
        return Data((json(of: stored, isMasked: false) + "\n").utf8)
    }

    /// Returns the property list of settings in JSON: the array of `list --json`, or an object of values by name.
    ///
    /// It omits values of the array that were not stored, such as defaults.
    func propertyList(ofJSON data: Data, _ skippingInvalid: Bool) throws(TSUDError) -> Data {
        let json = try? JSONSerialization.jsonObject(with: data)
        var values = json as? [String: Any] ?? [:]
        for row in json as? [[String: Any]] ?? [] {
            guard let name = row["name"] as? String, row["from"] as? String ?? "stored" == "stored" else { continue }
            values[name] = row["value"] ?? NSNull()
        }
        if json == nil { throw TSUDError(.unreadable, description: "The data is not JSON of settings.") }
        var objects: [String: Any] = [:]
        var errors: [TSUDError] = []
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            guard let setting = try? program.setting(named: name) else {
                objects[name] = ""
                continue
            }
            do throws(TSUDError) {
                objects[setting.handle.stringKey] = try setting.handle.object(fromJSON: value)
            } catch {
                errors.append(error)
                // This object is unreadable, so the import skips it.
                if skippingInvalid { objects[setting.handle.stringKey] = [String: Any]() }
            }
        }
        if !skippingInvalid, let error = TSUDError(errors) { throw error }
        guard let data = try? PropertyListSerialization.data(fromPropertyList: objects, format: .binary, options: 0)
        else {
            throw TSUDError(.unreadable, description: "The data is not JSON of settings.")
        }
        return data
    }
}
