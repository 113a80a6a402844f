import Foundation
package import TSUD

/// Converts values of one type to strings and to JSON, and back, on top of the coding of their stored objects.
protocol TextCoding<Value> {
    associatedtype Value: Codable

    var coding: any PropertyListCoding<Value> { get }
    /// The string representation of a value; `nil` for the outermost `nil` of an optional type.
    func text(of value: Value) throws(CodingFailure) -> String?
    /// The value that a string represents, including all strings of ``text(of:)``.
    func value(ofText text: String) throws(CodingFailure) -> Value
    /// The value that a value in a JSON document represents, where only dates and other types without JSON are strings.
    func value(ofJSON json: JSON) throws(CodingFailure) -> Value
}

/// Chooses the text of a type.
func textCoding<Value: Codable>(for type: Value.Type) -> any TextCoding<Value> {
    let coding = propertyListCoding(for: type)
    let text: any TextCoding =
        switch type {
        case is Bool.Type, is String.Type, is Date.Type, is Data.Type, is Double.Type, is Float.Type,
            is Int.Type, is Int8.Type, is Int16.Type, is Int32.Type, is Int64.Type,
            is UInt.Type, is UInt8.Type, is UInt16.Type, is UInt32.Type, is UInt64.Type:
            ScalarText(coding: coding)
        case is URL.Type: URLText()
        case is Duration.Type: DurationText()
        case let optional as any OptionalType.Type: optional.text
        default: StructuredText(coding: coding)
        }
    return text as? any TextCoding<Value> ?? StructuredText(coding: coding)
}

extension TextCoding {
    /// The value in a JSON document, from which ``value(ofJSON:)`` reads a value with the same stored representation.
    func json(of value: Value) throws(CodingFailure) -> JSON {
        guard let text = try text(of: value) else { return .null }
        let json = try jsonOfParts(of: value)
        // The text of a case, or a property list, is simpler than its JSON.
        let isSimpler = "{[".contains(json.text.prefix(1)) && !"{[".contains(text.prefix(1))
        if !isSimpler, let form = try? coding.object(of: value), isStored(try? self.value(ofJSON: json), as: form) {
            return json
        }
        return .string(text)
    }

    /// Whether a value has a stored representation.
    func isStored(_ value: Value?, as form: PropertyListObject) -> Bool {
        guard let object = value.flatMap({ try? coding.object(of: $0) }) else { return false }
        return object == form || unordered(object).isSpelled(like: unordered(form))
    }

    func jsonOfParts(of value: Value) throws(CodingFailure) -> JSON { try encoded(value).json }

    func encoded(_ value: Value) throws(CodingFailure) -> EncodedJSON {
        do {
            return try EncodedJSON(value)
        } catch {
            throw CodingFailure(error)
        }
    }

    func value(ofJSON json: JSON) throws(CodingFailure) -> Value {
        do {
            return try json.decoded(as: Value.self)
        } catch {
            // JSON would lose some values, which are property lists in strings.
            if case .string(let text) = json, isPropertyList(text), let value = try? value(ofText: text) {
                return value
            }
            throw CodingFailure(error, reading: json.object, as: Value.self)
        }
    }
}

/// Returns the value that a string represents, for a part of a setting's value.
///
/// - Throws: The reason why it represents none.
package func parsed<Value: Codable>(_ type: Value.Type, _ text: String) throws(CodingFailure) -> Value {
    try textCoding(for: type).value(ofText: text)
}

/// Returns the string representation of a part of a setting's value; `nil` for `nil`.
///
/// - Throws: The error of the value's `encode(to:)`.
package func text<Value: Codable>(of value: Value) throws(CodingFailure) -> String? {
    try textCoding(for: Value.self).text(of: value)
}
