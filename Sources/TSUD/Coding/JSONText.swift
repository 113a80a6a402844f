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
