import Foundation

/// Converts values of one type to property-list objects and back.
///
/// The conforming types are classes, because an existential of a class costs less to use than one of a structure. None
/// of them depends on keys or suites.
package protocol PropertyListCoding<Value>: AnyObject, Sendable {
    associatedtype Value: Codable

    /// The object that a value is stored as; for the `nil` of an optional type, ``nullMark``.
    func object(of value: Value) throws(CodingFailure) -> PropertyListObject
    /// The value that a stored object represents.
    func value(from object: Any) throws(CodingFailure) -> Value
    /// Whether a value is the outermost `nil` of an optional type.
    func isNil(_ value: Value) -> Bool
    /// Whether the values are instances of a class, of which each read makes a new one.
    var hasInstances: Bool { get }
    /// Whether a value may hold an instance, which threads must not share unless its type is `Sendable`.
    func mayHoldInstances(_ value: Value) -> Bool
    /// The name of the expected type, for messages.
    var expectation: String { get }
    /// The names of all values, for messages; empty if they can't be listed.
    var choices: [String] { get }
}

extension PropertyListCoding {
    func isNil(_ value: Value) -> Bool { false }
    var hasInstances: Bool { Value.self is AnyObject.Type }
    func mayHoldInstances(_ value: Value) -> Bool { mayHoldInstance(value) }
    var expectation: String { name(of: Value.self) }

    var choices: [String] {
        guard let type = Value.self as? any CaseIterable.Type else { return [] }
        func names<Cases: CaseIterable>(_: Cases.Type) -> [String] {
            Cases.allCases.compactMap { value in (value as? Value).flatMap { try? object(of: $0).caseName } }
        }
        return names(type)
    }
}

extension PropertyListObject {
    /// The name of the case that is stored as the object: a raw value, or that of a case without one.
    fileprivate var caseName: String? {
        switch self {
        case .string(let string): string
        case .integer(let integer): "\(integer)"
        case .unsigned(let unsigned): "\(unsigned)"
        case .real, .single: realValue.map { "\($0)" }
        case .dictionary(let objects):
            objects.count == 1 && objects.contains { $0.value == .dictionary([:]) } ? objects.keys.first : nil
        default: nil
        }
    }
}

/// The string that `PropertyListEncoder` writes for `nil`, and that TSUD stores for it.
package let nullMark = "$null"

/// A type whose values are not stored as any other `Codable`'s.
///
/// There is only one such protocol, because a cast that fails makes Swift's runtime search the conformances of all loaded
/// libraries.
protocol WithOwnCoding {
    /// The coding of its values.
    static var coding: any PropertyListCoding { get }
}

/// Chooses the coding for a type.
package func propertyListCoding<Value: Codable>(for type: Value.Type) -> any PropertyListCoding<Value> {
    (type as? any WithOwnCoding.Type)?.coding as? any PropertyListCoding<Value> ?? CodableCoding<Value>()
}
