import Foundation

/// The reason why a value can't be encoded or a stored object can't be decoded, without the key.
package struct CodingFailure: Error {
    /// Details, as the end of a sentence; empty if there are none.
    var detail = ""
    /// The error of Foundation or of the type's own coding.
    var underlyingError: (any Error)?

    static var tooDeep: Self { Self(detail: "it nests deeper than \(PropertyListObject.depthLimit) levels") }

    /// The detail as it ends a sentence.
    var suffix: String { detail.isEmpty ? "" : ": \(detail)" }
}

extension PropertyListObject {
    /// Converts an object from outside of the library, which may be anything.
    init(checked object: Any) throws(CodingFailure) {
        guard let checked = Self(object) else {
            let limit = "\(PropertyListObject.depthLimit) levels"
            throw CodingFailure(detail: "it can't be part of a property list, or nests deeper than \(limit)")
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
private func validValues(_ choices: [String]) -> String {
    let shown = choices.prefix(10).joined(separator: ", ")
    return "; there are \(shown)" + (choices.count > 10 ? ", and \(choices.count - 10) more" : "")
}

extension CodingFailure {
    /// Explains an error of an encoder or a decoder.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - object: the stored object that was being decoded, if any.
    init(_ error: any Error, reading object: PropertyListObject? = nil) {
        if let failure = error as? Self {
            self = failure
        } else {
            let cause = cause(of: error)
            let rejection = (error as? Rejection).flatMap { explanation(of: $0, reading: object) }
            self.init(detail: rejection ?? explanation(of: cause, reading: object), underlyingError: cause)
        }
    }
}

/// The error of a value's `encode(to:)`, which an encoder wraps in another error.
private func cause(of error: any Error) -> any Error {
    if let rejection = error as? Rejection { return rejection.error }
    guard case EncodingError.invalidValue(_, let context) = error, let cause = context.underlyingError else {
        return error
    }
    return cause
}

/// The cause, and its place inside the value, as the end of a sentence.
///
/// It avoids Foundation's own words where possible, because they differ between platforms.
private func explanation(of error: any Error, reading object: PropertyListObject?) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
        return "\(place(context.codingPath + [key])) is missing"
    case DecodingError.typeMismatch(let type, let context):
        let path = context.codingPath.dropFirst()
        // For the whole value, the sentence already contains the actual and the expected type.
        guard !path.isEmpty, let object, let found = object.part(at: path) else { return "" }
        return "\(place(context.codingPath)) is \(found.kindWithArticle), expected \(name(of: type))"
    case DecodingError.valueNotFound(let type, let context):
        return context.codingPath.count > 1
            ? "\(place(context.codingPath)) is nil, expected \(name(of: type))" : "it is nil"
    case DecodingError.dataCorrupted(let context):
        // The only description that may be the type's own.
        return words(of: context.debugDescription, at: context.codingPath)
    case EncodingError.invalidValue(_, let context):
        return words(of: context.debugDescription, at: context.codingPath)
    default:
        return words(of: error)
    }
}

extension CodingFailure {
    /// Explains which element of an array or a dictionary does not have the expected type.
    init(_ mismatch: Mismatch?) {
        guard let mismatch, !mismatch.path.isEmpty else { return }
        let place = mismatch.path.joined(separator: ".")
        detail = "'\(place)' is \(mismatch.object.kindWithArticle), expected \(name(of: mismatch.expected))"
    }
}

/// The object found and the type or the values expected; `nil` if only the type's own words explain the error.
private func explanation(of rejection: Rejection, reading object: PropertyListObject?) -> String? {
    let path = rejection.path.dropFirst()
    guard !path.isEmpty, let found = object?.part(at: path), let type = rejection.type as? any Codable.Type else {
        return nil
    }
    if type is any PropertyListNative.Type {
        return "\(place(rejection.path)) is \(found.kindWithArticle), expected \(name(of: type))"
    }
    let choices = propertyListCoding(for: type).choices
    guard let text = scalarText(of: found.foundationObject), !choices.isEmpty else { return nil }
    let place = place(rejection.path)
    return "at \(place), \(quoted(text)) is not \(withArticle(name(of: type)))\(validValues(choices))"
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
    let isOneLine = text.unicodeScalars.allSatisfy { scalar in
        ![.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    return isOneLine ? "'\(text)'" : text.debugDescription
}

/// A name with its article: "a String", "an Int".
func withArticle(_ name: String) -> String {
    "AEIO".utf8.contains(name.utf8.first ?? 0) ? "an \(name)" : "a \(name)"
}
