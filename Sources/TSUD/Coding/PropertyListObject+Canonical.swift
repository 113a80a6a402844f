import Foundation

/// A part of an object that is not of the expected type.
package struct Mismatch: Error {
    package var path: [String] = []
    /// The object; `nil` for a null.
    package let found: PropertyListObject?
    package let expected: any Any.Type

    package init(path: [String] = [], found: PropertyListObject?, expected: any Any.Type) {
        self.path = path
        self.found = found
        self.expected = expected
    }

    func inside(_ element: String?) -> Self {
        Self(path: (element.map { [$0] } ?? []) + path, found: found, expected: expected)
    }
}

/// The source of an object, which decides how tolerantly it is read.
package enum ObjectSource {
    /// The object is stored, registered, or a launch argument.
    case suite
    /// A person typed the object as a property list.
    case typed
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
    package func canonical(as type: any Any.Type, from source: ObjectSource) throws(Mismatch) -> Self {
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
        guard let value = source == .suite ? native.init(self) : typed(as: native) else {
            throw Mismatch(found: self, expected: type)
        }
        return value.propertyListObject
    }

    /// The value that a person typed, where a string for a number has digits, and a boolean is no number.
    private func typed(as type: any PropertyListNative.Type) -> (any PropertyListNative)? {
        switch self {
        case .boolean(let boolean): type == Bool.self ? boolean : nil
        case .integer(let integer) where type == Bool.self: Bool(typed: "\(integer)")
        case .string(let string) where type == Bool.self: Bool(typed: string)
        case .string(let string) where type is any Numeric.Type: string.isTypedNumber ? number(string, type) : nil
        default: type.init(self)
        }
    }

    /// The number of a string, of which an integer may have a point or an exponent.
    private func number(_ text: String, _ type: any PropertyListNative.Type) -> (any PropertyListNative)? {
        type.init(self) ?? Double(text).flatMap { abs($0) <= 0x1p53 ? type.init(.real($0)) : nil }
    }
}

/// The type of the raw value of a `RawRepresentable` type.
package func rawType(of type: any Any.Type) -> (any Any.Type)? {
    func rawType<Value: RawRepresentable>(of _: Value.Type) -> any Any.Type { Value.RawValue.self }
    return (type as? any RawRepresentable.Type).map { rawType(of: $0) }
}

/// A type that has elements of one type.
package protocol ElementContainer {
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
    package static var isReadByElement: Bool { true }
}

/// An array or a set.
package protocol ElementList: ElementContainer {}

extension ElementList {
    package static func object(
        _ object: PropertyListObject,
        _ change: (_ element: PropertyListObject, _ step: String?) throws(Mismatch) -> PropertyListObject
    ) throws(Mismatch) -> PropertyListObject? {
        guard case .array(let objects) = object else { return nil }
        var changed: [PropertyListObject] = []
        for (index, object) in objects.enumerated() { changed.append(try change(object, "\(index)")) }
        return .array(changed)
    }
}

extension Array: ElementList, ElementContainer { package static var element: any Any.Type { Element.self } }
extension Set: ElementList, ElementContainer {
    package static var element: any Any.Type { Element.self }
    package static var isReadByElement: Bool { false }
}

extension Dictionary: ElementContainer where Key == String {
    package static var element: any Any.Type { Value.self }

    package static func object(
        _ object: PropertyListObject,
        _ change: (_ element: PropertyListObject, _ step: String?) throws(Mismatch) -> PropertyListObject
    ) throws(Mismatch) -> PropertyListObject? {
        guard case .dictionary(let objects) = object else { return nil }
        var changed: PropertyListDictionary = [:]
        for key in objects.keys.sorted() {
            if let object = objects[key] { changed[key] = try change(object, key) }
        }
        return .dictionary(changed)
    }
}

extension Optional: ElementContainer {
    package static var element: any Any.Type { Wrapped.self }

    package static func object(
        _ object: PropertyListObject,
        _ change: (_ element: PropertyListObject, _ step: String?) throws(Mismatch) -> PropertyListObject
    ) throws(Mismatch) -> PropertyListObject? {
        if case .string(nullMark) = object { object } else { try change(object, nil) }
    }
}

extension Bool {
    /// Creates the value of a string that a person typed; a stored string may be one of more.
    package init?(typed text: String) {
        switch text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() {
        case "true", "yes", "on", "1": self = true
        case "false", "no", "off", "0": self = false
        default: return nil
        }
    }
}

extension String {
    /// Whether a person may type it for a number: a sign, digits, a point, and an exponent, or "nan" or "inf".
    package var isTypedNumber: Bool {
        let word = lowercased().drop { "+-".contains($0) }
        return ["nan", "inf", "infinity"].contains(word)
            || utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) } && Double(self) != nil
    }
}
