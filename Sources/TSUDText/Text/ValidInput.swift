import Foundation
import TSUD

// The words for the strings that a person can type for a value.

extension TSUD {
    /// Describes the strings that a person can type, as in "a number such as 12.0" or "one of light, dark".
    ///
    /// The example is the default value, or for a secret setting another one.
    ///
    /// - Parameters:
    ///   - limit: How many valid values it lists.
    ///   - quote: Returns an example as the person has to type it.
    /// - Returns: The description.
    package static func validInput(
        listing limit: Int = .max,
        _ quote: (String) -> String = { $0 }
    ) -> String {
        let type = unwrapped(ValueType.self)
        if type == Bool.self { return kind(of: type) ?? "" }
        let choices = propertyListCoding(for: ValueType.self).choices
        if !choices.isEmpty { return "one of \(list(choices, limit))" }
        let text =
            isSecret || type == Date.self
            ? nil : text(of: defaultValue).flatMap { ["", "[]", "{}"].contains($0) ? nil : $0 }
        let example = (text ?? example(of: type)?.plainText).map { " such as \(quote($0))" } ?? ""
        let path = type == URL.self ? ", or the path of a file" : ""
        if let kind = kind(of: type) { return kind + elements(of: type, limit) + example + path }
        return (text.map { "{[".contains($0.prefix(1)) } ?? true ? "JSON" : "a value") + example
    }
}

extension TSUD {
    /// The kind of the strings, as in "a date"; `nil` if they are words, or JSON of a structure.
    static var inputKind: String? {
        let type = unwrapped(ValueType.self)
        return type == Bool.self || !propertyListCoding(for: ValueType.self).choices.isEmpty ? nil : kind(of: type)
    }
}

extension TSUD {
    /// The words about a number that is no value because of its size; `nil` for any other string.
    static func sizeProblem(of text: String) -> String? {
        let type = unwrapped(ValueType.self)
        let isInteger = type is any FixedWidthInteger.Type
        if !isInteger, !(type is any BinaryFloatingPoint.Type) { return nil }
        return TSUDText.sizeProblem(of: text, isInteger: isInteger)
    }
}

/// Returns the words about a number that is no value because of its size; `nil` for any other string.
package func sizeProblem(of text: String, isInteger: Bool) -> String? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard text.isTypedNumber, let number = Double(text), !isInteger || number == number.rounded() else { return nil }
    return number < 0 ? "is too small" : "is too large"
}

/// The kind of the strings, or of JSON, for a type; `nil` for a structure.
func kind(of type: any Any.Type) -> String? {
    let type = unwrapped(type)
    switch type {
    case is Bool.Type: return "on or off"
    case let integer as any FixedWidthInteger.Type: return integerKind(integer)
    case is any BinaryFloatingPoint.Type, is Decimal.Type: return "a number"
    case is String.Type: return "a string"
    case is Date.Type: return "a date"
    case is Duration.Type: return "a duration"
    case is Data.Type: return "base64"
    case is UUID.Type: return "a UUID"
    case is URL.Type: return "an address"
    case is any ElementList.Type: return "a list"
    case is any ElementContainer.Type: return "an object"
    default:
        let choices = validStrings(of: type)
        return choices.isEmpty ? rawType(of: type).flatMap { kind(of: $0) } : "one of \(list(choices, 5))"
    }
}

/// The valid elements of a list, if there are few; empty for any other type.
private func elements(of type: any Any.Type, _ limit: Int) -> String {
    let choices = (type as? any ElementList.Type).map { validStrings(of: unwrapped($0.element)) } ?? []
    return choices.isEmpty ? "" : " of \(list(choices, limit)),"
}

private func integerKind<Integer: FixedWidthInteger>(_: Integer.Type) -> String {
    if Integer.bitWidth < 64 { return "a whole number from \(Integer.min) to \(Integer.max)" }
    return Integer.isSigned ? "a whole number" : "a whole number from 0"
}

extension Mismatch {
    /// The part found and the valid kind; empty for the whole value, which the sentence describes.
    var wordsForInput: String {
        if path.isEmpty { return "" }
        return
            "'\(path.joined(separator: "."))' is \(inputWords(of: found)), expected \(kind(of: expected) ?? "an object")"
    }
}

/// A part of an object that a person typed, or the kind of a part that is long.
private func inputWords(of object: PropertyListObject?) -> String {
    switch object {
    case nil: "null"
    case .boolean(let boolean): "\(boolean)"
    case .integer(let integer): "\(integer)"
    case .unsigned(let unsigned): "\(unsigned)"
    case .real(let real): "\(real)"
    case .single(let single): "\(single)"
    case .string(let string): quoted(string)
    case .date: "a date"
    case .data: "data"
    case .array: "a list"
    case .dictionary: "an object"
    }
}

/// The strings of all values of a `CaseIterable` type; empty for any other.
package func validStrings(of type: any Any.Type) -> [String] {
    (type as? any Codable.Type).map { propertyListCoding(for: $0).choices } ?? []
}

/// A value of a type in JSON; `nil` for a structure.
private func example(of type: any Any.Type) -> JSON? {
    let type = unwrapped(type)
    switch type {
    case is Bool.Type: return .boolean(true)
    case is any FixedWidthInteger.Type: return .number("20")
    case is any BinaryFloatingPoint.Type, is Decimal.Type: return .number("1.5")
    case is String.Type: return .string("Ann")
    case is Date.Type: return .string("2026-01-31T09:30:00Z")
    case is Duration.Type: return .string("1m30s")
    case is Data.Type: return .string("AQL/")
    case is UUID.Type: return .string("123E4567-E89B-12D3-A456-426614174000")
    case is URL.Type: return .string("https://swift.org")
    case let list as any ElementList.Type: return example(of: list.element).map { .array([$0]) }
    case let container as any ElementContainer.Type: return example(of: container.element).map { .object(["name": $0]) }
    case let cases as any CaseIterable.Type: return firstCase(of: cases)
    default: return nil
    }
}

private func firstCase<Cases: CaseIterable>(of _: Cases.Type) -> JSON? {
    (Cases.allCases.first as? any Encodable).flatMap { try? JSON(encoding: $0) }
}

/// The type inside an optional type, or the type itself.
package func unwrapped(_ type: any Any.Type) -> any Any.Type {
    guard let optional = type as? any OptionalContainer.Type else { return type }
    return unwrapped(optional.element)
}

private protocol OptionalContainer: ElementContainer {}
extension Optional: OptionalContainer {}

extension JSON {
    /// The string that a person types for it.
    fileprivate var plainText: String { if case .string(let string) = self { string } else { text } }
}
