package import Foundation

/// An object of a property list, independent of the classes that Foundation represents it with.
///
/// Foundation returns the same object in different classes: an `NSNumber` or an `Int`, optionals around the elements of
/// a container on Linux, bridged classes on Apple systems. All of them are converted to this type before they are
/// compared, named in a message or read leniently. Two objects are equal only if they are identical: `true` and 1, 1
/// and 1.0, and 0.0 and -0.0 differ, a NaN equals itself, and strings are compared byte by byte.
package indirect enum PropertyListObject: Sendable {
    case boolean(Bool)
    case integer(Int64)
    /// An integer that fits only `UInt64`.
    case unsigned(UInt64)
    case real(Double)
    /// A real of four bytes, kept apart from ``real(_:)`` so that a `Float` is returned as one.
    case single(Float)
    case string(String)
    case date(Date)
    case data(Data)
    case array([Self])
    case dictionary(NamedValues<Self>)
}

/// The objects of a dictionary, or of a suite, by their keys.
package typealias PropertyListDictionary = NamedValues<PropertyListObject>

extension PropertyListObject {
    /// How deep containers may nest: Foundation's parsers allow 512 levels, and the file itself is one of them.
    package static let depthLimit = 511

    /// Converts an object; fails if it can't be in a property list, such as a null or a set, or nests too deep.
    ///
    /// - Parameters:
    ///   - object: any object.
    ///   - depth: how many more levels of containers it may have.
    package init?(_ object: Any, depth: Int = depthLimit) {
        // Comparing types is exact: 1 is not a `Bool`. It is also much faster than one cast after another, because a
        // cast that fails may make Swift's runtime search the conformances of all loaded libraries.
        let type = type(of: object)
        if type == String.self, let string = object as? String {
            self = .string(string)
        } else if type == Int.self, let integer = object as? Int {
            self = .integer(Int64(integer))
        } else if type == Bool.self, let boolean = object as? Bool {
            self = .boolean(boolean)
        } else if type == Double.self, let real = object as? Double {
            self = .real(real)
        } else if type == Float.self, let single = object as? Float {
            self = .single(single)
        } else if type == Date.self, let date = object as? Date {
            self = .date(date)
        } else if type == Data.self, let data = object as? Data {
            self = .data(data)
        } else if type is NSNumber.Type, let number = object as? NSNumber {
            self.init(number: number)
        } else if type is NSString.Type, let string = object as? String {
            // The classes of Foundation that are frequent on Apple systems; a cast to a container fails slowly.
            self = .string(string)
        } else if type is NSDate.Type || type is NSData.Type {
            self.init(scalar: object)
        } else if type == Optional<Any>.self, let optional = object as? any OptionalObject {
            guard let wrapped = optional.wrappedObject else { return nil }
            self.init(wrapped, depth: depth)
        } else if let container = Self(container: object, depth: depth) {
            self = container
        } else {
            self.init(scalar: object)
        }
    }

    private init?(container object: Any, depth: Int) {
        // On Linux a cast to `[Any]` removes optionals around the elements, so they are unwrapped one by one.
        if let array = object as? [Any?] ?? object as? [Any] {
            guard depth > 0 else { return nil }
            var objects: [Self] = []
            objects.reserveCapacity(array.count)
            for element in array {
                guard let element, let object = Self(element, depth: depth - 1) else { return nil }
                objects.append(object)
            }
            self = .array(objects)
        } else if let dictionary = object as? [AnyHashable: Any?] ?? object as? [AnyHashable: Any] {
            guard depth > 0, let objects = Self.dictionary(from: dictionary, depth: depth - 1) else { return nil }
            self = .dictionary(objects)
        } else {
            return nil
        }
    }

    /// Not for containers: on Linux casting one to a class bridges all of it.
    private init?(scalar object: Any) {
        guard !(object is any Collection) || object is Data || object is String else { return nil }
        switch object {
        case let string as String: self = .string(string)
        case let date as Date: self = .date(date)
        case let data as Data: self = .data(data)
        case let number as NSNumber: self.init(number: number)
        default: return nil
        }
    }

    private init(number: NSNumber) {
        // Booleans are two unique objects on every platform. Their type code is that of an `Int8`.
        if number === NSNumber(value: true) || number === NSNumber(value: false) {
            self = .boolean(number.boolValue)
            return
        }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "f"): self = .single(number.floatValue)
        case UInt8(ascii: "d"): self = .real(number.doubleValue)
        case UInt8(ascii: "Q") where number.uint64Value > Int64.max.magnitude: self = .unsigned(number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }

    /// Converts a dictionary; `nil` if a key is not a string or an object can't be in a property list.
    static func dictionary(from dictionary: [AnyHashable: Any?], depth: Int = depthLimit) -> NamedValues<Self>? {
        var objects: NamedValues<Self> = [:]
        objects.reserveCapacity(dictionary.count)
        for (key, element) in dictionary {
            guard let key = key.base as? String, let element, let object = Self(element, depth: depth) else {
                return nil
            }
            objects[key] = object
        }
        return objects
    }

    /// The object to pass to `UserDefaults` and `PropertyListSerialization`.
    package var foundationObject: Any {
        switch self {
        case .boolean(let boolean): boolean
        // Not an `Int`, which has 32 bits on some watches.
        case .integer(let integer): NSNumber(value: integer)
        case .unsigned(let unsigned): unsigned
        case .real(let real): real
        case .single(let single): single
        case .string(let string): string
        case .date(let date): date
        case .data(let data): data
        case .array(let objects): objects.map(\.foundationObject)
        case .dictionary(let objects): objects.dictionary.mapValues(\.foundationObject)
        }
    }
}

/// Detects an optional inside an `Any`.
private protocol OptionalObject {
    var wrappedObject: Any? { get }
}

extension Optional: OptionalObject {
    fileprivate var wrappedObject: Any? { map { $0 as Any } }
}

extension PropertyListObject {
    package var isContainer: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }

    /// Whether the object, or one inside it, is of some kind.
    func contains(where isWanted: (Self) -> Bool) -> Bool {
        if isWanted(self) { return true }
        switch self {
        case .array(let objects): return objects.contains { $0.contains(where: isWanted) }
        case .dictionary(let objects): return objects.contains { $0.value.contains(where: isWanted) }
        default: return false
        }
    }
}
