import Foundation

/// The reason why a value can't be encoded or a stored object can't be decoded, without the key.
package struct CodingFailure: Error {
    /// Details, as the end of a sentence; empty if there are none.
    package var detail = ""
    /// The error of Foundation or of the type's own coding.
    package var underlyingError: (any Error)?

    package init(detail: String = "", underlyingError: (any Error)? = nil) {
        self.detail = detail
        self.underlyingError = underlyingError
    }

    static var tooDeep: Self { Self(detail: "it is nested deeper than \(PropertyListObject.depthLimit) levels") }

    /// The detail as it ends a sentence.
    package var suffix: String { detail.isEmpty ? "" : ": \(detail)" }
}

extension PropertyListObject {
    /// Converts an object from outside of the library, which may be anything.
    package init(checked object: Any) throws(CodingFailure) {
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

/// The first items of a list, and the number of the others.
package func list(_ items: [String], _ limit: Int) -> String {
    let shown = items.prefix(limit).joined(separator: ", ")
    return shown + (items.count > limit ? ", and \(items.count - limit) more" : "")
}

/// The end of a sentence that lists at most ten values, and then the number of the others.
private func validValues(_ choices: [String]) -> String { "; valid values are \(list(choices, 10))" }

extension CodingFailure {
    /// Explains an error of an encoder or a decoder, in its own words.
    package init(_ error: any Error) {
        if let failure = error as? Self {
            self = failure
        } else {
            let cause = cause(of: error)
            self.init(detail: explanation(of: cause), underlyingError: cause)
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

/// The description of an error, as the end of a sentence about the whole value; its path begins with an index.
private func explanation(of error: any Error) -> String {
    switch error {
    // The sentence contains the actual and the expected type.
    case DecodingError.typeMismatch(_, let context) where context.codingPath.count < 2: ""
    case DecodingError.valueNotFound(_, let context) where context.codingPath.count < 2: "it is nil"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
        DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
        withoutFullStop(context.debugDescription)
    case EncodingError.invalidValue(_, let context): withoutFullStop(context.debugDescription)
    default: words(of: error)
    }
}

/// The description of an error that a key or a value threw, without its full stop.
package func words(of error: any Error) -> String {
    withoutFullStop((error as? any LocalizedError)?.errorDescription ?? "\(error)")
}

private func withoutFullStop(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
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
package func quoted(_ text: String) -> String {
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
