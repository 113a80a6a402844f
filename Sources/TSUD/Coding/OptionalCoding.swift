import Foundation

extension Optional: WithOwnCoding where Wrapped: Codable {
    static var coding: any PropertyListCoding { OptionalCoding<Wrapped>() }
}

/// The coding of optional values: a wrapped value is stored as itself, and `nil` as the null mark.
///
/// A value that would itself be stored as ``nullMark``, such as the string "$null" or the inner `nil` of a nested optional,
/// is stored in a one-element array. So is a value that would be stored as that array. All stored forms are therefore
/// different.
final class OptionalCoding<Wrapped: Codable>: PropertyListCoding {
    private let wrapped = propertyListCoding(for: Wrapped.self)

    func object(of value: Wrapped?) throws(CodingFailure) -> PropertyListObject {
        guard let value else { return .string(nullMark) }
        let object = try wrapped.object(of: value)
        return object.isInArraysAroundNullMark ? .array([object]) : object
    }

    func value(from object: Any) throws(CodingFailure) -> Wrapped? {
        if isNullMark(object) { return nil }
        // An array of other code may look the same.
        if let inner = arrayAroundNullMark(object), let value = try? wrapped.value(from: inner) { return value }
        return try wrapped.value(from: object)
    }

    func isNil(_ value: Wrapped?) -> Bool { value == nil }
    func mayHoldInstances(_ value: Wrapped?) -> Bool { value.map(wrapped.mayHoldInstances) ?? false }
    var hasInstances: Bool { wrapped.hasInstances }

    var expectation: String { wrapped.expectation }
    var choices: [String] { wrapped.choices }
}

extension PropertyListObject {
    /// Whether it is ``nullMark``, or a one-element array of it or of another such array.
    fileprivate var isInArraysAroundNullMark: Bool {
        switch self {
        case .string(let string): string == nullMark
        case .array(let objects): objects.count == 1 && objects[0].isInArraysAroundNullMark
        default: false
        }
    }
}

private func isNullMark(_ object: Any) -> Bool {
    object as? String == nullMark
}

/// The element of a one-element array of ``nullMark`` or of another such array; `nil` for any other object.
private func arrayAroundNullMark(_ object: Any) -> Any? {
    guard let array = object as? [Any?], array.count == 1, let inner = array[0] else { return nil }
    return isNullMark(inner) || arrayAroundNullMark(inner) != nil ? inner : nil
}
