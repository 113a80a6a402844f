import Foundation

/// Why a value can't be encoded or a stored object can't be decoded; without the key, which this layer does not know.
struct CodingFailure: Error {
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
    /// What is wrong with an object that can't be read, as the end of a sentence that may have quoted it already.
    func unreadable(_ object: Any, _ failure: CodingFailure, isQuoted: Bool) -> String {
        let choices = choices.joined(separator: ", ")
        let detail = choices.isEmpty ? failure.suffix : "; there are \(choices)"
        if isQuoted { return "is not \(withArticle(expectation))\(detail)" }
        guard let text = object as? String, !choices.isEmpty else {
            return "is \(kindWithArticle(of: object)), expected \(expectation)\(failure.suffix)"
        }
        return "is \(quoted(text)), not \(withArticle(expectation))\(detail)"
    }
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
            self.init(detail: explanation(of: cause, reading: object), underlyingError: cause)
        }
    }
}

/// The error that a value's own `encode(to:)` threw, which the encoder wraps in one of its own.
private func cause(of error: any Error) -> any Error {
    guard case EncodingError.invalidValue(_, let context) = error, let cause = context.underlyingError else {
        return error
    }
    return cause
}

/// What is wrong, and where inside the value, as the end of a sentence.
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
        guard let type = refusingType(in: context.debugDescription) else {
            return words(of: context.debugDescription, at: context.codingPath)
        }
        let path = context.codingPath.dropFirst()
        guard !path.isEmpty, let object, let found = object.part(at: path) else { return "" }
        return words(of: "\(quoted("\(found.foundationObject)")) is not \(withArticle(type))", at: context.codingPath)
    case EncodingError.invalidValue(_, let context):
        return words(of: context.debugDescription, at: context.codingPath)
    default:
        return words(of: error)
    }
}

/// The type named in a standard description of a raw value or an identifier that is none; `nil` for a type's own words.
private func refusingType(in description: String) -> String? {
    let beginnings = ["Cannot initialize ", "Attempted to decode "]
    guard let beginning = beginnings.first(where: { description.hasPrefix($0) }),
        let end = description.range(of: " from invalid ")
    else { return nil }
    return String(description[..<end.lowerBound].dropFirst(beginning.count))
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
