import Foundation

/// The reason why a value can't be encoded or a stored object can't be decoded, without the key.
package struct CodingFailure: Error {
    /// Details, as the end of a sentence; empty if there are none.
    var detail = ""
    /// The part that has another type than expected.
    var mismatch: Mismatch?
    /// The error of Foundation or of the type's own coding.
    var underlyingError: (any Error)?

    static var tooDeep: Self { Self(detail: "it is nested deeper than \(PropertyListObject.depthLimit) levels") }

    /// The detail as it ends a sentence about a stored object, in the words of Swift.
    var suffix: String { Self.suffix(mismatch == nil ? detail : mismatch?.words ?? "") }

    /// The detail as it ends a sentence about a string that a person typed.
    var suffixForInput: String { Self.suffix(mismatch == nil ? detail : mismatch?.wordsForInput ?? "") }

    private static func suffix(_ detail: String) -> String { detail.isEmpty ? "" : ": \(detail)" }
}

extension Mismatch {
    private var place: String { "'\(path.joined(separator: "."))'" }

    /// The object found and the type or the values expected; `nil` for the whole value, which the sentence describes.
    fileprivate var words: String? {
        if path.isEmpty { return found == nil ? "it is nil" : nil }
        guard let found else { return "\(place) is nil, expected \(name(of: expected))" }
        let choices = validStrings(of: expected)
        guard let text = scalarText(of: found.foundationObject), !choices.isEmpty else {
            return "\(place) is \(found.kindWithArticle), expected \(name(of: expected))"
        }
        return "at \(place), \(quoted(text)) is not \(withArticle(name(of: expected)))\(validValues(choices))"
    }

    fileprivate var wordsForInput: String? {
        if path.isEmpty { return nil }
        return "\(place) is \(inputWords(of: found)), expected \(kind(of: expected) ?? "an object")"
    }
}

extension PropertyListObject {
    /// Converts an object from outside of the library, which may be anything.
    init(checked object: Any) throws(CodingFailure) {
        guard let checked = Self(object) else {
            let limit = "\(PropertyListObject.depthLimit) levels"
            throw CodingFailure(detail: "it can't be part of a property list, or is nested deeper than \(limit)")
        }
        self = checked
    }
}

extension PropertyListCoding {
    /// The end of a sentence about an object that can't be read, which the sentence may have quoted already.
    func unreadable(_ object: Any, _ failure: CodingFailure, isQuoted: Bool) -> String {
        let detail = choices.isEmpty ? failure.suffix : validValues(choices)
        if isQuoted { return "is not \(withArticle(expectation))\(detail)" }
        guard let text = scalarText(of: object), !choices.isEmpty else {
            return "is \(kindWithArticle(of: object)), expected \(expectation)\(failure.suffix)"
        }
        return "is \(quoted(text)), not \(withArticle(expectation))\(detail)"
    }
}

/// The string or the integer that a raw value may be.
private func scalarText(of object: Any) -> String? {
    switch PropertyListObject(object) {
    case .string(let string): string
    case .integer(let integer): "\(integer)"
    default: nil
    }
}

/// The end of a sentence that lists at most ten values, and then the number of the others.
private func validValues(_ choices: [String]) -> String { "; valid values are \(list(choices, 10))" }

extension CodingFailure {
    /// Explains an error of an encoder or a decoder.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - object: The object that was being decoded, if any.
    ///   - type: The type of the value that was being decoded, if any.
    init(_ error: any Error, reading object: PropertyListObject? = nil, as type: (any Any.Type)? = nil) {
        if let failure = error as? Self {
            self = failure
        } else {
            let cause = cause(of: error)
            self.init(
                detail: explanation(of: cause),
                mismatch: type.flatMap { rejectedPart(in: cause, reading: object, as: $0) },
                underlyingError: cause
            )
        }
    }
}

/// The error of a value's `encode(to:)`, which an encoder wraps in another error.
private func cause(of error: any Error) -> any Error {
    guard case EncodingError.invalidValue(_, let context) = error, let cause = context.underlyingError else {
        return error
    }
    return cause
}

/// The part that a decoder rejects because of its type, or because it isn't a case of an element's type.
private func rejectedPart(
    in error: any Error,
    reading object: PropertyListObject?,
    as type: any Any.Type
) -> Mismatch? {
    let (path, expected, isNil): (ArraySlice<any CodingKey>, any Any.Type, Bool)
    switch error {
    case DecodingError.typeMismatch(let type, let context):
        path = context.codingPath.dropFirst()
        expected = type
        isNil = false
    case DecodingError.valueNotFound(let type, let context):
        path = context.codingPath.dropFirst()
        expected = type
        isNil = true
    case DecodingError.dataCorrupted(let context):
        path = context.codingPath.dropFirst()
        expected = type
        isNil = false
    default:
        return nil
    }
    // Foundation's errors have the type of a raw value, or none.
    let element = path.reduce(Optional(type)) { type, _ in (type as? any ElementContainer.Type)?.element }
    // The strings of the cases are unknown here, because finding them may have failed.
    let isCase = element is any CaseIterable.Type
    if case DecodingError.dataCorrupted = error, !isCase { return nil }
    guard let found = object?.part(at: path) else { return nil }
    return Mismatch(path: path.map(step), found: isNil ? nil : found, expected: isCase ? element ?? expected : expected)
}

/// The cause, and its place inside the value, as the end of a sentence.
///
/// It avoids Foundation's own words where possible, because they differ between platforms.
private func explanation(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
        "\(place(context.codingPath + [key])) is missing"
    case DecodingError.typeMismatch:
        // For the whole value, the sentence already contains the actual and the expected type.
        ""
    case DecodingError.valueNotFound(let type, let context):
        context.codingPath.count > 1
            ? "\(place(context.codingPath)) is nil, expected \(name(of: type))" : "it is nil"
    case DecodingError.dataCorrupted(let context):
        // The only description that may be the type's own.
        words(of: context.debugDescription, at: context.codingPath)
    case EncodingError.invalidValue(_, let context):
        words(of: context.debugDescription, at: context.codingPath)
    default:
        words(of: error)
    }
}

/// The description of an error that a key or a value threw, without its full stop.
func words(of error: any Error) -> String {
    withoutFullStop((error as? any LocalizedError)?.errorDescription ?? "\(error)")
}

/// The description from a type's own coding, without its full stop.
private func words(of description: String, at path: [any CodingKey]) -> String {
    let sentence = withoutFullStop(description)
    return path.count > 1 ? "at \(place(path)), \(sentence)" : sentence
}

private func withoutFullStop(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
}

/// A place inside a value, such as 'friends.0.name'; the first key of a path belongs to the array around the value.
private func place(_ path: [any CodingKey]) -> String {
    "'" + path.dropFirst().map(step).joined(separator: ".") + "'"
}

/// A property's name, or an element's index, which decoders call "Index 0".
private func step(_ key: any CodingKey) -> String {
    if let index = key.intValue, key.stringValue == "Index \(index)" { return "\(index)" }
    return key.stringValue
}

extension PropertyListObject {
    fileprivate func part(at path: ArraySlice<any CodingKey>) -> Self? {
        path.reduce(Optional(self)) { object, key in object?.part(key) }
    }
}

/// The name of the expected type; a decoder that expects a container reports its element types as well.
func name(of type: any Any.Type) -> String {
    switch type {
    case is [Any].Type: "Array"
    case is [String: Any].Type: "Dictionary"
    default: String(describing: type)
    }
}

/// The Swift type of a stored object, for messages: "String", "Double", "Dictionary".
func kindName(of object: Any) -> String {
    guard let object = PropertyListObject(object) else {
        // Nested too deeply, or not a property-list object.
        if object is [Any] { return "Array" }
        return object is [AnyHashable: Any] ? "Dictionary" : String(describing: type(of: object))
    }
    return object.kindName
}

/// The type with its article: "a String", "an Int".
func kindWithArticle(of object: Any) -> String { withArticle(kindName(of: object)) }

extension PropertyListObject {
    fileprivate var kindName: String {
        switch self {
        case .boolean: "Bool"
        case .integer: "Int"
        case .unsigned: "UInt64"
        case .real, .single: "Double"
        case .string: "String"
        case .date: "Date"
        case .data: "Data"
        case .array: "Array"
        case .dictionary: "Dictionary"
        }
    }

    var kindWithArticle: String { withArticle(kindName) }
}

/// A text for an error message: in quotation marks, on one line, and shortened.
func quoted(_ text: String) -> String {
    let limit = 100
    let text = text.count > limit ? "\(text.prefix(limit))…" : text
    if text.unicodeScalars.allSatisfy({ !$0.isControl }) { return "'\(text)'" }
    let literal = text.unicodeScalars.map { ["\"", "\\"].contains($0) ? "\\\($0)" : String($0) }.joined()
    return "\"\(literal.withoutControls)\""
}

extension String {
    /// The string on one line, with escapes for scalars that control a terminal.
    package var withoutControls: String {
        if unicodeScalars.allSatisfy({ !$0.isControl }) { return self }
        return unicodeScalars.map { scalar in
            if !scalar.isControl { return String(scalar) }
            return scalar.isASCII
                ? scalar.escaped(asASCII: true) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }.joined()
    }
}

extension Unicode.Scalar {
    /// Whether the scalar controls a terminal, or ends a line.
    fileprivate var isControl: Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    }
}

/// A name with its article: "a String", "an Int".
func withArticle(_ name: String) -> String {
    "AEIO".utf8.contains(name.utf8.first ?? 0) ? "an \(name)" : "a \(name)"
}
