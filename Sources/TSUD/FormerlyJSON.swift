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
/// It reads JSON in data, in a string, or in arrays and dictionaries of these, at any depth. Reading
/// changes nothing, and a write stores the representation of other settings. The JSON of a string is itself a string,
/// with quotation marks, and a `String` setting reads it with these; see <doc:MigratingFromLibraries>.
public protocol FormerlyJSON: TSUD {}

extension FormerlyJSON {
    /// Returns the value that JSON represents, or `nil`.
    ///
    /// - Parameter stored: The stored object.
    /// - Returns: The value, or `nil`.
    public static func upgrade(_ stored: Any) -> ValueType? {
        let json = PropertyListObject(stored).flatMap { JSON(storedIn: $0) }
        return json.flatMap { try? JSONDecoder().decode(ValueType.self, from: $0.text.utf8Data) }
    }
}

extension JSON {
    /// The JSON in data, in a string, or in a container of these; `nil` for other objects.
    fileprivate init?(storedIn object: PropertyListObject) {
        switch object {
        case .string(let text): try? self.init(text)
        case .data(let data): try? self.init(data)
        case .boolean, .integer, .unsigned, .real, .single, .date: return nil
        case .array(let objects):
            let elements = objects.compactMap { JSON(storedIn: $0) }
            if elements.count < objects.count { return nil }
            self = .array(elements)
        case .dictionary(let objects):
            let members = objects.compactMapValues { JSON(storedIn: $0) }
            if members.count < objects.count { return nil }
            self = .object(members)
        }
    }
}
