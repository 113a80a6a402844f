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
        let json = PropertyListObject(stored).flatMap(json(storedIn:))
        return json.flatMap { try? JSONDecoder().decode(ValueType.self, from: Data($0.utf8)) }
    }

    /// The reason why the JSON in a stored object isn't the setting's; `nil` if the object contains no JSON.
    static func jsonFailure(in stored: Any) -> CodingFailure? {
        guard let json = PropertyListObject(stored).flatMap(json(storedIn:)) else { return nil }
        do {
            // The coding paths of errors begin with an index, as those of stored values.
            _ = try JSONDecoder().decode([ValueType].self, from: Data("[\(json)]".utf8))
            return nil
        } catch {
            return CodingFailure(error)
        }
    }
}

/// The JSON in data, in a string, or in a container of these; `nil` for other objects.
private func json(storedIn object: PropertyListObject) -> String? {
    switch object {
    case .string(let text): return document(Data(text.utf8))
    case .data(let data): return document(data)
    case .boolean, .integer, .unsigned, .real, .single, .date: return nil
    case .array(let objects):
        let elements = objects.compactMap(json(storedIn:))
        return elements.count == objects.count ? "[\(elements.joined(separator: ","))]" : nil
    case .dictionary(let objects):
        let members = objects.compactMap { name, object in
            json(storedIn: object).flatMap { json in literal(name).map { "\($0):\(json)" } }
        }
        return members.count == objects.count ? "{\(members.joined(separator: ","))}" : nil
    }
}

/// The text of one JSON document: "1,2" is none, so it doesn't become two elements of an array.
private func document(_ data: Data) -> String? {
    (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)).flatMap { _ in
        String(data: data, encoding: .utf8)
    }
}

private func literal(_ name: String) -> String? {
    (try? JSONEncoder().encode(name)).flatMap { String(data: $0, encoding: .utf8) }
}
