import Foundation
import TSUD

/// A key whose value was stored as JSON: in data, in a string, or in an array with one of them
/// for each element.
///
/// As in the documentation.
protocol FormerlyJSON: TSUD {}

extension FormerlyJSON {
    static func upgrade(_ stored: Any) -> ValueType? {
        switch stored {
        case let json as Data:
            return try? JSONDecoder().decode(ValueType.self, from: json)
        case let json as String:
            return upgrade(Data(json.utf8))
        case let list as [String]:
            return upgrade("[\(list.joined(separator: ","))]")
        case let list as [Data]:
            let texts = list.map { String(data: $0, encoding: .utf8) ?? "" }
            return upgrade(texts)
        default:
            return nil
        }
    }
}

/// A value that is stored as JSON in a string, as in the documentation.
struct JSONString<Content: Codable>: Codable {
    var content: Content

    init(_ content: Content) { self.content = content }

    init(from decoder: any Decoder) throws {
        let json = try decoder.singleValueContainer().decode(String.self)
        content = try JSONDecoder().decode(Content.self, from: Data(json.utf8))
    }

    func encode(to encoder: any Encoder) throws {
        let json = String(data: try JSONEncoder().encode(content), encoding: .utf8)
        var container = encoder.singleValueContainer()
        try container.encode(json)
    }
}

extension JSONString: Sendable where Content: Sendable {}
