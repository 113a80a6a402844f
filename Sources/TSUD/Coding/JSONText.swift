import Foundation

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
        let values = try decoder.decode([Value].self, from: Data("[\(text)]".utf8))
        guard values.count == 1 else { throw CodingFailure() }
        return values[0]
    }

    /// The parsed JSON as property-list objects, with a mark for each null; `nil` if it is not JSON.
    static func object(of text: String) -> Any? {
        let json = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
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
