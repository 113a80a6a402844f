package import Foundation

extension PropertyListCoding {
    func text(of value: Value) throws(CodingFailure) -> String? { try structuredText(of: value) }
    func value(ofText text: String) throws(CodingFailure) -> Value { try structuredValue(ofText: text) }

    /// The value as a string that is read as a value with the same stored representation.
    ///
    /// It tries the string that the value is encoded as (with `isPlain`), and then the name of an enum's case. Next are
    /// JSON of the value, JSON of the stored representation, and a property list in XML or base64. JSON of a URL loses
    /// its base. JSON of an enum that decodes a date, or else a string, loses this difference. A `Set` may be stored in
    /// different orders; its string is JSON.
    func structuredText(of value: Value, isPlain: Bool = true) throws(CodingFailure) -> String {
        let json = try JSONText.text(of: value)
        guard let form = try? object(of: value) else { return json }
        if isPlain, json.hasPrefix("\""), let plain = try? JSONText.value(String.self, of: json),
            isText(plain, of: form)
        {
            return plain
        }
        if isPlain, let name = caseName(of: value, in: json), isText(name, of: form) { return name }
        if isText(json, of: form) { return json }
        let others: [() -> String?] = [
            { try? JSONText.text(of: form) }, { xmlText(of: form) }, { base64Text(of: form) },
        ]
        for other in others {
            if let text = other(), isText(text, of: form) { return text }
        }
        return json
    }

    private func isText(_ text: String, of form: PropertyListObject) -> Bool {
        guard let value = try? structuredValue(ofText: text), let object = try? object(of: value) else { return false }
        return object == form || unordered(object).isSpelled(like: unordered(form))
    }

    /// Reads text as JSON or else as a launch argument.
    func structuredValue(ofText text: String) throws(CodingFailure) -> Value {
        let jsonError: any Error
        do {
            return try JSONText.value(Value.self, of: text)
        } catch {
            jsonError = error
        }
        let json = JSONText.object(of: text)
        do throws(CodingFailure) {
            return try value(from: json ?? launchArgument(text))
        } catch {
            // A string may look like a property list.
            if let value = try? value(from: text) { return value }
            if let name = try? JSONText.text(of: text), let value = try? JSONText.value(Value.self, of: "{\(name):{}}"),
                isEnum(value)
            {
                return value
            }
            // For a container, the JSON decoder's error has the place of the wrong part.
            guard let json, json is [Any] || json is [String: Any] else { throw error }
            let rejection = Rejection.tracing(jsonError) { _ = try JSONText.value(Traced<Value>.self, of: text) }
            throw CodingFailure(rejection, reading: PropertyListObject(json))
        }
    }
}

private func isEnum(_ value: Any) -> Bool { Mirror(reflecting: value).displayStyle == .enum }

/// The name of an enum's case without associated values, which is encoded as `{"name":{}}`.
private func caseName(of value: Any, in json: String) -> String? {
    guard isEnum(value), let object = JSONText.object(of: json) as? [String: Any], object.count == 1,
        let (name, values) = object.first, (values as? [String: Any])?.isEmpty == true
    else { return nil }
    return name
}

extension Bool {
    /// Creates the value of a string that a person typed; a stored string may be one of more.
    init?(typed text: String) {
        switch text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() {
        case "true", "yes", "on", "1": self = true
        case "false", "no", "off", "0": self = false
        default: return nil
        }
    }
}

/// The object that Foundation makes of a launch argument: a property list if the text is one, or else a string.
private func launchArgument(_ text: String) -> Any {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if text.hasPrefix(base64Header), let data = Data(base64Encoded: text),
        case .dictionary(let contents) = try? BinaryPropertyList.decode(data), let object = contents[""]
    {
        return object.foundationObject
    }
    guard let first = text.first, "{[(<\"".contains(first),
        let object = try? PropertyListSerialization.propertyList(from: text.utf8Data, format: nil)
    else { return text }
    return object
}

/// The object as a string that doesn't depend on the order of an array, since a `Set` is stored in different orders.
private func unordered(_ object: PropertyListObject) -> String {
    switch object {
    case .array(let objects): "[\(objects.map(unordered).sorted().joined(separator: ","))]"
    case .dictionary(let objects):
        "{\(objects.map { "\($0.debugDescription):\(unordered($1))" }.sorted().joined(separator: ","))}"
    case .data(let data): "data \(data.base64EncodedString())"
    case .date(let date): "date \(date.timeIntervalSinceReferenceDate)"
    default: "\(object)"
    }
}

/// The beginning of every binary property list in base64.
private let base64Header = "YnBsaXN0MD"

private func base64Text(of object: PropertyListObject) -> String {
    Data(BinaryPropertyList.encode(.dictionary(["": object]))).base64EncodedString()
}

/// A property list in XML, on one line.
private func xmlText(of object: PropertyListObject) -> String? {
    let data = try? PropertyListSerialization.data(
        fromPropertyList: object.foundationObject,
        format: .xml,
        options: 0
    )
    guard let xml = data.flatMap({ String(data: $0, encoding: .utf8) }),
        let begin = xml.range(of: "<plist version=\"1.0\">\n"),
        let end = xml.range(of: "\n</plist>", options: .backwards)
    else { return nil }
    return xml[begin.upperBound..<end.lowerBound].split(separator: "\n").map {
        $0.drop { $0 == "\t" }
    }.joined()
}

extension String {
    /// Its bytes; by way of an array, since `Data` would be compiled again for the view of a string.
    var utf8Data: Data { Data(Array(utf8)) }
}

extension PropertyListObject: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .boolean(let boolean): try container.encode(boolean)
        case .integer(let integer): try container.encode(integer)
        case .unsigned(let unsigned): try container.encode(unsigned)
        case .real(let real): try container.encode(real)
        case .single(let single): try container.encode(single)
        case .string(let string): try container.encode(string)
        case .date(let date): try container.encode(date)
        case .data(let data): try container.encode(data)
        case .array(let objects): try container.encode(objects)
        case .dictionary(let objects): try container.encode(objects)
        }
    }
}

/// JSON on one line, with sorted keys, ISO 8601 dates and base64 data.
package enum JSONText {
    package static func text(of value: any Encodable) throws(CodingFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.isoText)
        }
        do {
            let json = try encoder.encode(value)
            guard let text = String(data: json, encoding: .utf8) else { throw CodingFailure() }
            return text
        } catch {
            throw CodingFailure(error)
        }
    }

    static func value<Value: Decodable>(_ type: Value.Type, of text: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        decoder.dateDecodingStrategy = .custom { decoder in
            guard let date = Date(isoText: try decoder.singleValueContainer().decode(String.self)) else {
                let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "")
                throw DecodingError.typeMismatch(Date.self, context)
            }
            return date
        }
        // In an array, as values are stored, so that coding paths in errors start with the same index.
        let values = try decoder.decode([Value].self, from: "[\(text)]".utf8Data)
        guard values.count == 1 else { throw CodingFailure() }
        return values[0]
    }

    /// The members of a JSON object, each as JSON on one line.
    package static func members(of data: Data) throws(Damage) -> [String: String] {
        do throws(JSONError) {
            return try JSON.members(of: data).mapValues(\.text)
        } catch {
            throw Damage(reason: data.isEmpty ? "it is empty" : error.description)
        }
    }

    /// The parsed JSON as property-list objects, with a mark for each null; `nil` if it is not JSON.
    static func object(of text: String) -> Any? {
        let json = try? JSONSerialization.jsonObject(with: text.utf8Data, options: .fragmentsAllowed)
        return json.map(withNullMarks)
    }

    private static func withNullMarks(_ json: Any) -> Any {
        switch json {
        case is NSNull: nullMark
        case let array as [Any]: array.map(withNullMarks)
        case let dictionary as [String: Any]: dictionary.mapValues(withNullMarks)
        default: json
        }
    }
}
