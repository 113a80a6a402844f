import Foundation

/// A setting whose value another library stored as JSON.
///
/// ```swift
/// struct Session: Codable {
///     var document: String
///     var opened: Date
/// }
///
/// enum lastSession: FormerlyJSON {
///     static let defaultValue = Session(document: "", opened: .distantPast)
/// }
/// ```
///
/// It reads JSON in data, in a string, or in an array or a dictionary with data or a string for each element. Reading
/// changes nothing, and a write stores the representation of other settings. The JSON of a string is itself a string,
/// with quotation marks, and a `String` setting reads it with these; see <doc:MigratingFromLibraries>.
public protocol FormerlyJSON: TSUD {}

extension FormerlyJSON {
    /// Returns the value that JSON represents, or `nil`.
    ///
    /// - Parameter stored: The stored object.
    /// - Returns: The value, or `nil`.
    public static func upgrade(_ stored: Any) -> ValueType? {
        switch stored {
        case let json as Data: try? JSONDecoder().decode(ValueType.self, from: json)
        case let json as String: upgrade(json.utf8Data)
        case let list as [String]: upgrade("[\(list.joined(separator: ","))]")
        case let list as [Data]: upgrade(list.map { String(data: $0, encoding: .utf8) ?? "" })
        case let elements as [String: String]:
            upgrade("{\(elements.map { "\(asJSON($0)):\($1)" }.joined(separator: ","))}")
        case let elements as [String: Data]:
            upgrade(elements.mapValues { String(data: $0, encoding: .utf8) ?? "" })
        default: nil
        }
    }
}

private func asJSON(_ name: String) -> String {
    (try? JSONEncoder().encode(name)).flatMap { String(data: $0, encoding: .utf8) } ?? ""
}
