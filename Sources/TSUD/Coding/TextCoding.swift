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
        let object = try? PropertyListSerialization.propertyList(from: text.utf8Data, format: nil)
    else { return text }
    return object
}

extension String {
    /// Its bytes; by way of an array, since `Data` would be compiled again for the view of a string.
    var utf8Data: Data { Data(Array(utf8)) }
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

/// JSON on one line, with sorted keys, ISO 8601 dates and base64 data.
enum JSONText {
    static func text(of value: any Encodable) throws(CodingFailure) -> String {
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

extension Date {
    /// The date in ISO 8601, with as many fractional digits as distinguish it from all other dates.
    ///
    /// ISO 8601 covers the years up to 9999 and some beyond. Other dates are given in seconds from the reference date.
    var isoText: String {
        let seconds = timeIntervalSinceReferenceDate
        let whole = seconds.rounded(.down)
        let text = Date(timeIntervalSinceReferenceDate: whole).formatted(.iso8601).dropLast()
        for digits in stride(from: 0, through: 18, by: 3) {
            let fraction = digits == 0 ? "" : String(format: "%.\(digits)f", seconds - whole).dropFirst()
            let isoText = "\(text)\(fraction)Z"
            if Date(isoText: isoText) == self { return isoText }
        }
        return "\(Self.reference) + \(seconds) s"
    }

    /// Parses ISO 8601: a day, or a day and a time with its zone and an optional fraction.
    init?(isoText text: String) {
        if let match = text.wholeMatch(of: /(\d{4,5}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(\.\d+)?(Z|[+\-]\d\d:\d\d))?/) {
            let (_, day, time, fraction, zone) = match.output
            // Foundation parses fractions only to a thousandth.
            guard let whole = try? Date("\(day)T\(time ?? "00:00:00")\(zone ?? "Z")", strategy: .iso8601) else {
                return nil
            }
            self = whole + (fraction.flatMap { TimeInterval("0\($0)") } ?? 0)
        } else if text.hasPrefix(Self.reference), let match = text.wholeMatch(of: /\S+ \+ (\S+) s/),
            let seconds = TimeInterval(match.1)
        {
            self.init(timeIntervalSinceReferenceDate: seconds)
        } else {
            return nil
        }
    }

    private static let reference = "2001-01-01T00:00:00Z"
}
