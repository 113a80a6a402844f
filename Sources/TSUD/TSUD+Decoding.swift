import Foundation

extension TSUD {
    /// Decodes a form that an earlier version of the program stored, for ``upgrade(_:)``.
    ///
    /// ```swift
    /// struct FontV1: Codable { var name: String }
    /// struct Font: Codable { var name: String; var size: Double }
    ///
    /// enum font: TSUD {
    ///     static let defaultValue = Font(name: "Menlo", size: 12)
    ///
    ///     static func upgrade(_ stored: Any) -> Font? {
    ///         decode(FontV1.self, from: stored).map { old in
    ///             Font(name: old.name, size: defaultValue.size)
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// It reads what a key of that type would, and costs as much. ``validate(_:)`` is not asked.
    ///
    /// - Parameters:
    ///   - form: the type of the value that was stored.
    ///   - stored: the stored object.
    /// - Returns: the value; `nil` if the object is none of that type.
    public static func decode<Form: Decodable>(_ form: Form.Type, from stored: Any) -> Form? {
        guard let codable = form as? any Codable.Type else {
            return (try? CodableCoding<Decoded<Form>>().value(from: stored))?.form
        }
        func decoded<Value: Codable>(_ type: Value.Type) -> Form? {
            // Not by one cast, because a failure is no `nil` of an optional form.
            guard let value = try? propertyListCoding(for: type).value(from: stored) else { return nil }
            return value as? Form
        }
        return decoded(codable)
    }
}

/// A value that can be decoded, and is never encoded.
private struct Decoded<Form: Decodable>: Codable {
    let form: Form

    init(from decoder: any Decoder) throws { form = try decoder.singleValueContainer().decode(Form.self) }

    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            form,
            EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "It can only be decoded.")
        )
    }
}
