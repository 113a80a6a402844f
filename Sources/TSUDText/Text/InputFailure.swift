import Foundation
import TSUD

extension CodingFailure {
    /// Explains an error of a decoder that reads what a person typed, with the place inside the value.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - object: The object that was being decoded.
    ///   - type: The type of the value that was being decoded.
    init(_ error: any Error, reading object: PropertyListObject, as type: any Any.Type) {
        let words = rejectedPart(in: error, reading: object, as: type)?.wordsForInput ?? explanation(of: error)
        guard let words else {
            self.init(error)
            return
        }
        self.init(detail: words, underlyingError: error)
    }
}

/// The part that a decoder rejects because of its type, or because it isn't a case of an element's type.
private func rejectedPart(
    in error: any Error,
    reading object: PropertyListObject,
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
    guard let found = path.reduce(Optional(object), { object, key in object?.part(key) }) else { return nil }
    return Mismatch(path: path.map(step), found: isNil ? nil : found, expected: isCase ? element ?? expected : expected)
}

/// The cause, and its place inside the value; `nil` for errors that need no other words.
private func explanation(of error: any Error) -> String? {
    switch error {
    case DecodingError.keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
    case DecodingError.dataCorrupted(let context) where context.codingPath.count > 1:
        "at \(place(context.codingPath)), \(CodingFailure(error).detail)"
    default: nil
    }
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
    /// The element of a container at a coding key.
    fileprivate func part(_ key: any CodingKey) -> Self? {
        switch self {
        case .array(let objects):
            guard let index = key.intValue, objects.indices.contains(index) else { return nil }
            return objects[index]
        case .dictionary(let objects): return objects[key.stringValue]
        default: return nil
        }
    }
}
