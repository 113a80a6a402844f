import Foundation

extension PropertyListCoding {
    func text(of value: Value) throws(CodingFailure) -> String? { try structuredText(of: value) }
    func value(ofText text: String) throws(CodingFailure) -> Value { try structuredValue(ofText: text) }

    /// The value as JSON.
    ///
    /// With `isPlain`, a value that is encoded as a string, such as an enumeration with raw values, loses its quotation
    /// marks, if it is still read as the same value.
    func structuredText(of value: Value, isPlain: Bool = true) throws(CodingFailure) -> String {
        let json = try json(of: value)
        if isPlain, json.hasPrefix("\""), let plain = try? JSONText.value(String.self, of: json),
            let again = try? structuredValue(ofText: plain), (try? self.json(of: again)) == json
        {
            return plain
        }
        return json
    }

    /// The value as JSON or, if that loses something, its stored form as JSON.
    private func json(of value: Value) throws(CodingFailure) -> String {
        let json = try JSONText.text(of: value)
        guard let form = try? object(of: value) else { return json }
        // Foundation's JSON encodes a URL as its absolute string, and a decimal NaN as something that it can't read.
        let isLossy = form.contains(where: \.isRelativeURL) || (try? JSONText.value(Value.self, of: json)) == nil
        return isLossy ? try JSONText.text(of: form) : json
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
            // For a container, the JSON decoder's error tells which part is wrong.
            guard let json, json is [Any] || json is [String: Any] else { throw error }
            throw CodingFailure(jsonError, reading: PropertyListObject(json))
        }
    }
}

/// The object that Foundation makes of a launch argument: a property list if the text is one, or else a string.
private func launchArgument(_ text: String) -> Any {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let first = text.first, "{[(<\"".contains(first),
        let object = try? PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
    else { return text }
    return object
}

extension PropertyListObject {
    /// Whether it is the form of a relative URL, which is encoded with its base.
    fileprivate var isRelativeURL: Bool {
        if case .dictionary(let objects) = self { objects["base"] != nil && objects["relative"] != nil } else { false }
    }
}

extension PropertyListObject: Encodable {
    func encode(to encoder: any Encoder) throws {
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
