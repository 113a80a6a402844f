import Foundation

/// A part of an object that is not of the expected type.
struct Mismatch: Error {
    var path: [String] = []
    /// The object; `nil` for a null.
    let found: PropertyListObject?
    let expected: any Any.Type

    func inside(_ element: String?) -> Self {
        Self(path: (element.map { [$0] } ?? []) + path, found: found, expected: expected)
    }
}

/// The source of an object, which decides how tolerantly it is read.
enum ObjectSource {
    /// The object is stored, registered, or a launch argument.
    case suite
    /// A person typed the object as a property list.
    case typedPropertyList
    /// A person typed the object as JSON, in which the null mark stands for null.
    case typedJSON
}

extension PropertyListObject {
    /// Returns the object that a value of a type would be stored as, where numbers may be strings and vice versa.
    ///
    /// It finds numbers, booleans, strings, and `RawRepresentable` types of these, also in arrays, dictionaries, and
    /// optionals. All other objects stay as they are.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - source: The source of the object.
    /// - Returns: The object.
    /// - Throws: The first part that has another type.
    func canonical(as type: any Any.Type, from source: ObjectSource) throws(Mismatch) -> Self {
        if let container = type as? any ElementContainer.Type, container.isReadByElement {
            guard
                let object = try container.object(
                    self,
                    { element, step throws(Mismatch) in
                        do throws(Mismatch) {
                            return try element.canonical(as: container.element, from: source)
                        } catch {
                            throw error.inside(step)
                        }
                    }
                )
            else { throw Mismatch(found: self, expected: type) }
            return object
        }
        if let raw = rawType(of: type) { return (try? canonical(as: raw, from: source)) ?? self }
        guard let native = type as? any PropertyListNative.Type else { return self }
        if source == .typedJSON, case .string(nullMark) = self { throw Mismatch(found: nil, expected: type) }
        let value: (any PropertyListNative)? =
            native == Bool.self && source != .suite ? typedBoolean : native.init(self)
        guard let value else { throw Mismatch(found: self, expected: type) }
        return value.propertyListObject
    }

    private var typedBoolean: Bool? {
        switch self {
        case .boolean(let boolean): boolean
        case .integer(let integer): Bool(typed: "\(integer)")
        case .string(let string): Bool(typed: string)
        default: nil
        }
    }
}

/// The type of the raw value of a `RawRepresentable` type.
func rawType(of type: any Any.Type) -> (any Any.Type)? {
    func rawType<Value: RawRepresentable>(of _: Value.Type) -> any Any.Type { Value.RawValue.self }
    return (type as? any RawRepresentable.Type).map { rawType(of: $0) }
}

/// A type that has elements of one type.
protocol ElementContainer {
    static var element: any Any.Type { get }
    /// Whether each element is read like a value; if not, only by the container's own coding.
    static var isReadByElement: Bool { get }
    /// Returns an object with changed elements, or `nil` if it is not an object of such a container.
    static func object(
        _ object: PropertyListObject,
        _ change: (_ element: PropertyListObject, _ step: String?) throws(Mismatch) -> PropertyListObject
    ) throws(Mismatch) -> PropertyListObject?
}

extension ElementContainer {
    static var isReadByElement: Bool { true }
}

/// An array or a set.
protocol ElementList: ElementContainer {}

extension ElementList {
    static func object(
        _ object: PropertyListObject,
        _ change: (_ element: PropertyListObject, _ step: String?) throws(Mismatch) -> PropertyListObject
    ) throws(Mismatch) -> PropertyListObject? {
        guard case .array(let objects) = object else { return nil }
        var changed: [PropertyListObject] = []
        for (index, object) in objects.enumerated() { changed.append(try change(object, "\(index)")) }
        return .array(changed)
    }
}

extension Array: ElementList, ElementContainer { static var element: any Any.Type { Element.self } }
extension Set: ElementList, ElementContainer {
    static var element: any Any.Type { Element.self }
    static var isReadByElement: Bool { false }
}

extension Dictionary: ElementContainer where Key == String {
    static var element: any Any.Type { Value.self }

    static func object(
        _ object: PropertyListObject,
        _ change: (_ element: PropertyListObject, _ step: String?) throws(Mismatch) -> PropertyListObject
    ) throws(Mismatch) -> PropertyListObject? {
        guard case .dictionary(let objects) = object else { return nil }
        var changed: [String: PropertyListObject] = [:]
        for key in Array(objects.keys).sorted() {
            if let object = objects[key] { changed[key] = try change(object, key) }
        }
        return .dictionary(changed)
    }
}

extension Optional: ElementContainer {
    static var element: any Any.Type { Wrapped.self }

    static func object(
        _ object: PropertyListObject,
        _ change: (_ element: PropertyListObject, _ step: String?) throws(Mismatch) -> PropertyListObject
    ) throws(Mismatch) -> PropertyListObject? {
        if case .string(nullMark) = object { object } else { try change(object, nil) }
    }
}
