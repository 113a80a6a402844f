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
    /// The string representation of a value; `nil` for the outermost `nil` of an optional type.
    func text(of value: Value) throws(CodingFailure) -> String?
    /// The value that a string represents, including all strings of ``text(of:)``.
    func value(ofText text: String) throws(CodingFailure) -> Value
    /// The value that a value in a JSON document represents, in which a string is like one that a person types.
    func value(ofJSON json: JSON) throws(CodingFailure) -> Value
    /// The name of the expected type, for messages.
    var expectation: String { get }
    /// The strings of all values, for messages; empty if they can't be listed.
    var choices: [String] { get }
}

extension PropertyListCoding {
    func isNil(_ value: Value) -> Bool { false }
    var hasInstances: Bool { Value.self is AnyObject.Type }
    var expectation: String { name(of: Value.self) }

    var choices: [String] {
        guard let type = Value.self as? any CaseIterable.Type else { return [] }
        func texts<Cases: CaseIterable>(_: Cases.Type) -> [String] {
            Cases.allCases.compactMap { value in (value as? Value).flatMap { try? text(of: $0) } }
        }
        return texts(type)
    }
}

/// The string that `PropertyListEncoder` writes for `nil`, and that TSUD stores for it.
let nullMark = "$null"

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
