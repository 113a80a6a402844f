package import Foundation

/// An object of a property list: what it is, not how Foundation happens to hand it out.
///
/// Foundation gives the same object in different classes: an `NSNumber` here, an `Int` there, optionals around the
/// elements of a container on Linux, toll-free bridged classes on Apple systems. All become this before anything is
/// compared, named or read leniently. Two objects are equal only if nothing tells them apart: `true` and 1, 1 and 1.0,
/// 0.0 and -0.0 differ, a NaN equals itself, and strings are compared byte by byte.
package enum PropertyListObject: Sendable {
    case boolean(Bool)
    case integer(Int64)
    /// An integer that only `UInt64` holds.
    case unsigned(UInt64)
    case real(Double)
    /// A real of four bytes; kept apart from ``real(_:)``, so that a `Float` is handed out again as one.
    case single(Float)
    case string(String)
    case date(Date)
    case data(Data)
    case array([PropertyListObject])
    case dictionary([String: PropertyListObject])
}

extension PropertyListObject {
    /// How many containers deep an object may nest: Foundation's parsers read 512, and a file is itself one of them.
    package static let depthLimit = 511

    /// The object in Foundation's hands; `nil` when it is nothing that a property list holds, such as a null or a set, or
    /// nests too deep.
    ///
    /// - Parameters:
    ///   - object: any object at all.
    ///   - depth: how many more containers it may nest.
    package init?(_ object: Any, depth: Int = depthLimit) {
        // Comparing types is far cheaper than trying casts in turn, and sees no more than there is: 1 is no `Bool`.
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
        } else if type == Date.self || type == Data.self || type is NSNumber.Type {
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
        // On Linux a cast to `[Any]` hides the optionals around the elements, which are undressed one by one.
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

    /// An object that is no container: to cast a container to a class is to bridge all of it on Linux.
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
        // The two booleans are two objects on every platform; their type code is that of an `Int8`.
        if number === NSNumber(value: true) || number === NSNumber(value: false) {
            self = .boolean(number.boolValue)
            return
        }
        switch number.objCType.pointee {
        case CChar(UInt8(ascii: "f")): self = .single(number.floatValue)
        case CChar(UInt8(ascii: "d")): self = .real(number.doubleValue)
        case CChar(UInt8(ascii: "Q")) where number.uint64Value > UInt64(Int64.max): self = .unsigned(number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }

    /// The objects of a dictionary; `nil` when a key is no string or an object is nothing that a property list holds.
    package static func dictionary(from dictionary: [AnyHashable: Any?], depth: Int = depthLimit) -> [String: Self]? {
        var objects: [String: Self] = [:]
        objects.reserveCapacity(dictionary.count)
        for (key, element) in dictionary {
            guard let key = key.base as? String, let element, let object = Self(element, depth: depth) else {
                return nil
            }
            objects[key] = object
        }
        return objects
    }

    /// The object as `UserDefaults` and `PropertyListSerialization` take it.
    package var foundationObject: Any {
        switch self {
        case .boolean(let boolean): boolean
        case .integer(let integer): Int(integer)
        case .unsigned(let unsigned): unsigned
        case .real(let real): real
        case .single(let single): single
        case .string(let string): string
        case .date(let date): date
        case .data(let data): data
        case .array(let objects): objects.map(\.foundationObject)
        case .dictionary(let objects): objects.mapValues(\.foundationObject)
        }
    }
}

/// Lets an `Any` be asked whether there is an optional in it.
private protocol OptionalObject {
    var wrappedObject: Any? { get }
}

extension Optional: OptionalObject {
    fileprivate var wrappedObject: Any? { map { $0 as Any } }
}
