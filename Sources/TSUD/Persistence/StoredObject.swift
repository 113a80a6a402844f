#if os(Linux)
import Foundation

/// A property-list object by itself: what it is, not how Foundation happens to hand it out.
///
/// Memory and file give the same object in different dress (`NSNumber` here, `Int` there, optionals around the elements
/// of a container). Both are undressed into this before they are compared, and `==` is the identity that a merge needs:
/// `true` and 1, 1 and 1.0, 0.0 and -0.0 differ, a NaN equals itself, and strings are compared unit by unit.
enum StoredObject: Sendable {
    case boolean(Bool)
    case integer(Int64)
    /// An integer that only `UInt64` holds.
    case unsigned(UInt64)
    case real(Double)
    /// A real of four bytes; kept apart from ``real(_:)`` because `float(forKey:)` reads no `Double`.
    case single(Float)
    case string(String)
    case date(Date)
    case data(Data)
    case array([StoredObject])
    case dictionary([String: StoredObject])
}

extension StoredObject {
    /// The object in Foundation's hands; `nil` when it is nothing that settings can hold, such as a null or a set.
    init?(_ object: Any) {
        // A whole suite goes through here at each save, and comparing types is far cheaper than trying casts in turn.
        // It also keeps a cast from seeing more than there is: 1 is no `Bool`.
        let type = type(of: object)
        if type == Optional<Any>.self, let optional = object as? any OptionalObject {
            guard let wrapped = optional.wrappedObject else { return nil }
            self.init(wrapped)
        } else if type == Bool.self, let boolean = object as? Bool {
            self = .boolean(boolean)
        } else if type == Int.self, let integer = object as? Int {
            self = .integer(Int64(integer))
        } else if type == String.self, let string = object as? String {
            self = .string(string)
        } else if type == Double.self, let real = object as? Double {
            self = .real(real)
        } else if type == Float.self, let single = object as? Float {
            self = .single(single)
        } else if type is NSNumber.Type || !(object is any Collection), let number = object as? NSNumber {
            // To cast a container to a class is to bridge all of it, which overflows the stack for a deep one. A number's
            // class is asked for first, as it answers without a search through all conformances.
            self.init(boxed: number)
        } else {
            self.init(other: object)
        }
    }

    private init?(other object: Any) {
        switch object {
        case let string as String:
            self = .string(string)
        case let date as Date:
            self = .date(date)
        case let data as Data:
            self = .data(data)
        case let array as [Any]:
            var objects: [StoredObject] = []
            objects.reserveCapacity(array.count)
            for element in array {
                guard let object = Self(element) else { return nil }
                objects.append(object)
            }
            self = .array(objects)
        case let dictionary as [AnyHashable: Any]:
            guard let objects = Self.dictionary(from: dictionary) else { return nil }
            self = .dictionary(objects)
        default:
            return nil
        }
    }

    private init?(integer: any FixedWidthInteger) {
        if let small = Int64(exactly: integer) {
            self = .integer(small)
        } else if let large = UInt64(exactly: integer) {
            self = .unsigned(large)
        } else {
            return nil
        }
    }

    /// A number in its box, as a file's parser gives it; a boolean comes in none.
    private init?(boxed number: NSNumber) {
        switch String(cString: number.objCType) {
        case "f": self = .single(number.floatValue)
        case "d": self = .real(number.doubleValue)
        case "Q": self.init(integer: number.uint64Value)
        default: self.init(integer: number.int64Value)
        }
    }

    /// The objects of a dictionary by key; `nil` when a key is no string or an object is nothing that settings hold.
    static func dictionary(from dictionary: [AnyHashable: Any]) -> [String: StoredObject]? {
        var objects: [String: StoredObject] = [:]
        objects.reserveCapacity(dictionary.count)
        for (key, element) in dictionary {
            guard let key = key as? String, let object = Self(element) else { return nil }
            objects[key] = object
        }
        return objects
    }

    /// The object as `UserDefaults` and `PropertyListSerialization` take it.
    var foundationObject: Any {
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

extension StoredObject: Equatable {
    static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.boolean(let one), .boolean(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.unsigned(let one), .unsigned(let other)): one == other
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.data(let one), .data(let other)): one == other
        case (.array(let one), .array(let other)): one == other
        case (.dictionary(let one), .dictionary(let other)):
            one.count == other.count && one.allSatisfy { key, object in other.object(spelled: key) == object }
        case (.date(let one), .date(let other)):
            same(one.timeIntervalSinceReferenceDate, other.timeIntervalSinceReferenceDate)
        default:
            // Not every format of a file keeps the width of a real, so the width makes no difference.
            if let one = one.realValue, let other = other.realValue { same(one, other) } else { false }
        }
    }

    private var realValue: Double? {
        switch self {
        case .real(let real): real
        case .single(let single): Double(single)
        default: nil
        }
    }

    private static func same(_ one: Double, _ other: Double) -> Bool {
        one.bitPattern == other.bitPattern || (one.isNaN && other.isNaN)
    }

    /// Whether `UserDefaults.set` would take the other object for this one and keep this one.
    ///
    /// It compares numbers by value: over a stored 1 it does not store 1.0, not even inside an array.
    func mayPassFor(_ other: Self) -> Bool {
        switch (self, other) {
        case (.array(let one), .array(let other)):
            one.count == other.count && zip(one, other).allSatisfy { $0.mayPassFor($1) }
        case (.dictionary(let one), .dictionary(let other)):
            one.count == other.count
                && one.allSatisfy { key, object in other[key].map { object.mayPassFor($0) } ?? false }
        default:
            if let one = numericValue, let other = other.numericValue { one == other } else { self == other }
        }
    }

    private var numericValue: Double? {
        switch self {
        case .boolean(let boolean): boolean ? 1 : 0
        case .integer(let integer): Double(integer)
        case .unsigned(let unsigned): Double(unsigned)
        default: realValue
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
#endif
