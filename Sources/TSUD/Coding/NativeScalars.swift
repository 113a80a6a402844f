import Foundation
import SettingsFile

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

    /// Reads as true what `UserDefaults.bool(forKey:)` does: after blanks, text with a "y", a "t" or a number other
    /// than 0.
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

    var propertyListObject: Any { NSNumber(value: self) }
}

extension PropertyListNative where Self: FixedWidthInteger {
    /// Reads a boolean as 0 or 1, a float if it is integral and in range, and a string if it is wholly an integer.
    ///
    /// By way of the widest types, so that not every type adds such a parser to the program.
    init?(_ object: PropertyListObject) {
        if let integer = object.integer(Int64.self) {
            self.init(exactly: integer)
        } else if let integer = object.integer(UInt64.self) {
            self.init(exactly: integer)
        } else {
            return nil
        }
    }

    /// The number that `set(_: Int, forKey:)` stores, or a `UInt64` if an `Int` can't represent it.
    var propertyListObject: Any {
        Int(exactly: self).map { NSNumber(value: $0) } ?? NSNumber(value: UInt64(truncatingIfNeeded: self))
    }
}

extension PropertyListObject {
    fileprivate func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
        switch self {
        case .boolean(let boolean): boolean ? 1 : 0
        case .integer(let integer): Integer(exactly: integer)
        case .unsigned(let unsigned): Integer(exactly: unsigned)
        case .real, .single: Integer(exactly: realValue ?? .nan)
        case .string(let string): Integer(string)
        default: nil
        }
    }
}

extension Int: PropertyListNative {}
extension Int8: PropertyListNative {}
extension Int16: PropertyListNative {}
extension Int32: PropertyListNative {}
extension Int64: PropertyListNative {}
extension UInt: PropertyListNative {}
extension UInt8: PropertyListNative {}
extension UInt16: PropertyListNative {}
extension UInt32: PropertyListNative {}
extension UInt64: PropertyListNative {}

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
            // A number out of range turns into infinity and is lost, unless the string says infinity.
            if double.isInfinite, !string.lowercased().contains("inf") { return nil }
            self = double
        default: return nil
        }
    }

    var propertyListObject: Any { NSNumber(value: self) }
    /// Zero has two signs.
    var isAmbiguous: Bool { self == 0 }
}

extension Float: PropertyListNative {
    init?(_ object: PropertyListObject) {
        guard let double = Double(object) else { return nil }
        self.init(double)
        // A number out of range would turn into infinity and be lost.
        if isInfinite, double.isFinite { return nil }
    }

    var propertyListObject: Any { NSNumber(value: self) }
    /// Zero has two signs.
    var isAmbiguous: Bool { self == 0 }
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

    var propertyListObject: Any { self }
    /// Quotation marks and spaces are part of the string.
    init?(plainText: String) { self = plainText }
    /// An accented letter has a composed and a decomposed form, which Foundation considers equal.
    var isAmbiguous: Bool { utf8.contains { $0 >= 0x80 } }
}

extension Date: PropertyListNative {
    init?(_ object: PropertyListObject) {
        guard case .date(let date) = object else { return nil }
        self = date
    }

    var propertyListObject: Any { self as NSDate }
    var plainText: String? { isoText }
    init?(plainText: String) { self.init(isoText: plainText.trimmingCharacters(in: .whitespacesAndNewlines)) }
}

extension Data: PropertyListNative {
    init?(_ object: PropertyListObject) {
        guard case .data(let data) = object else { return nil }
        self = data
    }

    var propertyListObject: Any { NSData(data: self) }
    var plainText: String? { base64EncodedString() }
    init?(plainText: String) { self.init(base64Encoded: plainText.trimmingCharacters(in: .whitespacesAndNewlines)) }
}
