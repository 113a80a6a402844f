import Foundation

/// How values of one type become property-list objects and back.
///
/// There is a conforming class for each route that values take; one that is not known by its type costs less to use than
/// a structure. None of them knows of keys or suites.
protocol PropertyListCoding<Value>: AnyObject, Sendable {
    associatedtype Value: Codable

    /// What to store for a value; for the `nil` of an optional type, ``nullMark``.
    func form(of value: Value) throws(CodingFailure) -> StoredForm
    /// The value that a stored object stands for.
    func value(from object: Any) throws(CodingFailure) -> Value
    /// Whether a value is the outermost `nil` of an optional type.
    func isNil(_ value: Value) -> Bool
    /// The value as text; `nil` for the outermost `nil` of an optional type.
    func text(of value: Value) throws(CodingFailure) -> String?
    /// The value that a text stands for: the inverse of ``text(of:)``, and more.
    func value(ofText text: String) throws(CodingFailure) -> Value
    /// The name of what a stored object is expected to be, for messages.
    var expectation: String { get }
    /// The texts of all values there are, for messages; empty where they can't be listed.
    var choices: [String] { get }
}

extension PropertyListCoding {
    func isNil(_ value: Value) -> Bool { false }
    var expectation: String { String(describing: Value.self) }

    var choices: [String] {
        guard let type = Value.self as? any CaseIterable.Type else { return [] }
        func texts<Cases: CaseIterable>(_: Cases.Type) -> [String] {
            Cases.allCases.compactMap { value in (value as? Value).flatMap { try? text(of: $0) } }
        }
        return texts(type)
    }
}

/// What `PropertyListEncoder` writes for `nil`, and so what is stored for it.
let nullMark = "$null"

/// Chooses the route that values of a type take; costs microseconds, so it is done once for a key.
func propertyListCoding<Value: Codable>(for type: Value.Type) -> any PropertyListCoding<Value> {
    let coding: Any =
        if let native = type as? any PropertyListNative.Type {
            native.makeCoding()
        } else if let optional = type as? any OptionalValue.Type {
            optional.makeCoding()
        } else if type == URL.self {
            URLCoding()
        } else {
            CodableCoding<Value>()
        }
    return coding as? any PropertyListCoding<Value> ?? CodableCoding<Value>()
}
