import Foundation

/// A type that a property list can contain directly, and that therefore needs no encoder.
protocol PropertyListNative: Codable, WithOwnCoding, SendableMetatype {
    /// The value that a stored object represents; `nil` if it does not represent one of this type.
    ///
    /// It accepts every object that the matching `UserDefaults` accessor reads without loss.
    init?(_ object: PropertyListObject)
    /// The object that the value is stored as.
    var propertyListObject: PropertyListObject { get }
}

extension PropertyListNative {
    static var coding: any PropertyListCoding { NativeCoding<Self>() }
}

/// The coding of values that a property list can contain directly.
final class NativeCoding<Value: PropertyListNative>: PropertyListCoding {
    func object(of value: Value) throws(CodingFailure) -> PropertyListObject { value.propertyListObject }

    func value(from object: Any) throws(CodingFailure) -> Value {
        if let value = object as? Value { return value }
        let object = PropertyListObject(object)
        if let value = object.flatMap({ Value($0) }) { return value }
        throw CodingFailure()
    }

    func mayHoldInstances(_ value: Value) -> Bool { false }
}

extension Bool: PropertyListNative {
    init?(_ object: PropertyListObject) {
        switch object {
        case .boolean(let boolean): self = boolean
        case .integer(let integer): self = integer != 0
        case .unsigned: self = true
        case .real, .single: self = object.realValue != 0
        case .string(let string): self.init(text: string)
        default: return nil
        }
    }

    /// Reads true like `UserDefaults.bool(forKey:)`: after blanks, a string with a "y", a "t" or a number other than 0.
    ///
    /// `bool(forKey:)` reads all other text as false. Here, text is false only if it begins with an "n" or an "f", or
    /// is zero.
    private init?(text: String) {
        let text = text.drop(while: \.isWhitespace)
        if let first = text.first, "yYtT".contains(first) {
            self = true
        } else if let first = text.first, "nNfF".contains(first) {
            self = false
        } else {
            let digits = text.first.map("+-".contains) == true ? text.dropFirst() : text
            let significant = digits.drop { $0 == "0" }
            if let first = significant.first, "1"..."9" ~= first {
                self = true
            } else if significant.isEmpty, !digits.isEmpty {
                self = false
            } else {
                return nil
            }
        }
    }

    var propertyListObject: PropertyListObject { .boolean(self) }
}

/// An integer, converted by way of `NSNumber`.
///
/// Generic code for `FixedWidthInteger` would make the compiler optimize the standard library's functions of ten types.
protocol PropertyListInteger: PropertyListNative {
    init?(exactly number: NSNumber)
    var number: NSNumber { get }
}

extension PropertyListInteger {
    /// Reads a boolean as 0 or 1, a float if it is integral and in range, and a string if it is wholly an integer.
    init?(_ object: PropertyListObject) {
        guard let number = object.integer else { return nil }
        self.init(exactly: number)
    }

    var propertyListObject: PropertyListObject { .integer(number.int64Value) }

    fileprivate var unsignedObject: PropertyListObject {
        let unsigned = number.uint64Value
        return unsigned > Int64.max.magnitude ? .unsigned(unsigned) : .integer(Int64(unsigned))
    }
}

extension PropertyListObject {
    fileprivate var integer: NSNumber? {
        switch self {
        case .boolean(let boolean): NSNumber(value: boolean ? 1 : 0)
        case .integer(let integer): NSNumber(value: integer)
        case .unsigned(let unsigned): NSNumber(value: unsigned)
        case .real(let real): Self.integer(Int64(exactly: real), UInt64(exactly: real))
        case .single(let single): Self.real(Double(single)).integer
        case .string(let string): Self.integer(Int64(string), UInt64(string))
        default: nil
        }
    }

    private static func integer(_ signed: Int64?, _ unsigned: UInt64?) -> NSNumber? {
        signed.map { NSNumber(value: $0) } ?? unsigned.map { NSNumber(value: $0) }
    }
}

extension Int: PropertyListInteger {
    var number: NSNumber { NSNumber(value: self) }
    /// Without a number of Foundation's, because an array calls this for each of its elements.
    var propertyListObject: PropertyListObject { .integer(Int64(self)) }
}

extension UInt: PropertyListInteger {
    var number: NSNumber { NSNumber(value: self) }
    var propertyListObject: PropertyListObject { unsignedObject }
}

extension UInt64: PropertyListInteger {
    var number: NSNumber { NSNumber(value: self) }
    var propertyListObject: PropertyListObject { unsignedObject }
}

extension Int8: PropertyListInteger { var number: NSNumber { NSNumber(value: self) } }
extension Int16: PropertyListInteger { var number: NSNumber { NSNumber(value: self) } }
extension Int32: PropertyListInteger { var number: NSNumber { NSNumber(value: self) } }
extension Int64: PropertyListInteger { var number: NSNumber { NSNumber(value: self) } }
extension UInt8: PropertyListInteger { var number: NSNumber { NSNumber(value: self) } }
extension UInt16: PropertyListInteger { var number: NSNumber { NSNumber(value: self) } }
extension UInt32: PropertyListInteger { var number: NSNumber { NSNumber(value: self) } }

extension Double: PropertyListNative {
    init?(_ object: PropertyListObject) {
        switch object {
        case .boolean(let boolean): self = boolean ? 1 : 0
        case .integer(let integer): self.init(integer)
        case .unsigned(let unsigned): self.init(unsigned)
        case .real(let real): self = real
        case .single(let single): self.init(single)
        case .string(let string):
            guard let double = Double(string) else { return nil }
            // A number out of range turns into infinity and is lost, unless the string is infinity.
            if double.isInfinite, !string.lowercased().contains("inf") { return nil }
            self = double
        default: return nil
        }
    }

    var propertyListObject: PropertyListObject { .real(self) }
}

extension Float: PropertyListNative {
    init?(_ object: PropertyListObject) {
        guard let double = Double(object) else { return nil }
        self.init(double)
        // A number out of range would turn into infinity and be lost.
        if isInfinite, double.isFinite { return nil }
    }

    var propertyListObject: PropertyListObject { .single(self) }
}

extension String: PropertyListNative {
    init?(_ object: PropertyListObject) {
        switch object {
        case .string(let string): self = string
        case .integer(let integer): self = NSNumber(value: integer).stringValue
        case .unsigned(let unsigned): self = NSNumber(value: unsigned).stringValue
        case .real(let real): self = NSNumber(value: real).stringValue
        case .single(let single): self = NSNumber(value: single).stringValue
        default: return nil
        }
    }

    var propertyListObject: PropertyListObject { .string(self) }
}

extension Date: PropertyListNative {
    init?(_ object: PropertyListObject) {
        guard case .date(let date) = object else { return nil }
        self = date
    }

    var propertyListObject: PropertyListObject { .date(self) }
}

extension Data: PropertyListNative {
    init?(_ object: PropertyListObject) {
        guard case .data(let data) = object else { return nil }
        self = data
    }

    var propertyListObject: PropertyListObject { .data(self) }
}

extension Array: PropertyListNative, WithOwnCoding where Element: PropertyListNative {
    init?(_ object: PropertyListObject) {
        guard case .array(let objects) = object else { return nil }
        self = []
        reserveCapacity(objects.count)
        for object in objects {
            guard let element = Element(object) else { return nil }
            append(element)
        }
    }

    var propertyListObject: PropertyListObject { .array(map(\.propertyListObject)) }
}

extension Dictionary: PropertyListNative, WithOwnCoding where Key == String, Value: PropertyListNative {
    init?(_ object: PropertyListObject) {
        guard case .dictionary(let objects) = object else { return nil }
        self.init(minimumCapacity: objects.count)
        for (key, object) in objects {
            guard let value = Value(object) else { return nil }
            self[key] = value
        }
    }

    var propertyListObject: PropertyListObject { .dictionary(NamedValues(mapValues(\.propertyListObject))) }
}
