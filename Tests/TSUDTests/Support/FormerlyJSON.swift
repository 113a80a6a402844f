import Foundation
import TSUD

/// A key whose value was stored as JSON: as data, as a string, or as an array with a string for each element.
///
/// As in the documentation.
protocol FormerlyJSON: TSUD {}

extension FormerlyJSON {
    static func upgrade(_ stored: Any) -> ValueType? {
        let json: Data? =
            switch stored {
            case let data as Data: data
            case let string as String: Data(string.utf8)
            case let strings as [String]: Data("[\(strings.joined(separator: ","))]".utf8)
            default: nil
            }
        return json.flatMap { try? JSONDecoder().decode(ValueType.self, from: $0) }
    }
}
