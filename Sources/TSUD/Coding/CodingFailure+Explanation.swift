import Foundation
import SettingsFile

extension CodingFailure {
    /// What an encoder or a decoder complains of.
    ///
    /// - Parameters:
    ///   - error: what it threw.
    ///   - object: the stored object that was being read, if one was.
    init(_ error: any Error, reading object: PropertyListObject? = nil) {
        if let failure = error as? Self {
            self = failure
        } else {
            let cause = cause(of: error)
            self.init(detail: explanation(of: cause, reading: object), underlyingError: cause)
        }
    }
}

/// The error that a value's own coding threw, which the encoder wraps in one of its own.
private func cause(of error: any Error) -> any Error {
    guard case EncodingError.invalidValue(_, let context) = error, let cause = context.underlyingError else {
        return error
    }
    return cause
}

/// What is wrong, and where inside the value, as the end of a sentence.
///
/// The words are ours where they can be: Foundation's are another on each platform.
private func explanation(of error: any Error, reading object: PropertyListObject?) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
        return "\(place(context.codingPath + [key])) is missing"
    case DecodingError.typeMismatch(let type, let context):
        let path = context.codingPath.dropFirst()
        // Of the whole value the sentence has said already what it is and what was expected.
        guard !path.isEmpty, let object, let found = object.part(at: path) else { return "" }
        return "\(place(context.codingPath)) is \(found.kindWithArticle), expected \(name(of: type))"
    case DecodingError.valueNotFound(let type, let context):
        return context.codingPath.count > 1
            ? "\(place(context.codingPath)) is nil, expected \(name(of: type))" : "it is nil"
    case DecodingError.dataCorrupted(let context):
        return words(of: context.debugDescription, at: context.codingPath)
    case EncodingError.invalidValue(_, let context):
        return words(of: context.debugDescription, at: context.codingPath)
    default:
        return words(of: error)
    }
}

/// What an error says that a key or a value has thrown, without its full stop.
func words(of error: any Error) -> String {
    withoutFullStop((error as? any LocalizedError)?.errorDescription ?? "\(error)")
}

/// The words of a type's own coding.
private func words(of description: String, at path: [any CodingKey]) -> String {
    let sentence = withoutFullStop(description)
    return path.count > 1 ? "at \(place(path)), \(sentence)" : sentence
}

private func withoutFullStop(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
}

/// A place inside a value, such as 'friends.0.name'; the first step of a path is the array that every value travels in.
private func place(_ path: [any CodingKey]) -> String {
    "'" + path.dropFirst().map(step).joined(separator: ".") + "'"
}

/// A field's name, or an element's number, which decoders call "Index 0".
private func step(_ key: any CodingKey) -> String {
    if let index = key.intValue, key.stringValue == "Index \(index)" { return "\(index)" }
    return key.stringValue
}

extension PropertyListObject {
    fileprivate func part(at path: ArraySlice<any CodingKey>) -> Self? {
        path.reduce(Optional(self)) { object, key in object?.part(key) }
    }
}

/// What a decoder names when it misses a container says more than it means.
private func name(of type: any Any.Type) -> String {
    switch type {
    case is [Any].Type: "Array"
    case is [String: Any].Type: "Dictionary"
    default: String(describing: type)
    }
}
