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

    /// Reads as true what `UserDefaults.bool(forKey:)` does: after blanks, a "y" or a "t", or a number that isn't zero.
    ///
    /// To `bool(forKey:)` all other text is false. Here that has to begin with an "n" or an "f", or to be a zero.
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
    /// A boolean counts as 0 or 1, a float when it is integral and in range, a string when it is wholly an integer.
    init?(_ object: PropertyListObject) {
        switch object {
        case .boolean(let boolean): self = boolean ? 1 : 0
        case .integer(let integer): self.init(exactly: integer)
        case .unsigned(let unsigned): self.init(exactly: unsigned)
        case .real, .single: self.init(exactly: object.realValue ?? .nan)
        case .string(let string): self.init(string)
        default: return nil
        }
    }

    /// As `set(_: Int, forKey:)` stores it; a wider one where no `Int` holds it.
    var propertyListObject: Any {
        Int(exactly: self).map { NSNumber(value: $0) } ?? NSNumber(value: UInt64(truncatingIfNeeded: self))
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
            // A number beyond Double's range comes out as infinity: that loses it, unless infinity is what it says.
            if double.isInfinite, !string.lowercased().contains("inf") { return nil }
            self = double
        default: return nil
        }
    }

    var propertyListObject: Any { NSNumber(value: self) }
    /// A zero has two signs.
    var isAmbiguous: Bool { self == 0 }
}

extension Float: PropertyListNative {
    init?(_ object: PropertyListObject) {
        guard let double = Double(object) else { return nil }
        self.init(double)
        // A number beyond Float's range would come out as infinity: that loses it.
        if isInfinite, double.isFinite { return nil }
    }

    var propertyListObject: Any { NSNumber(value: self) }
    /// A zero has two signs.
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
    /// A letter with an accent is spelled in two ways, which Foundation takes for equal.
    var isAmbiguous: Bool { utf8.contains { $0 >= 0x80 } }
}

extension Date: PropertyListNative {
    init?(_ object: PropertyListObject) {
        guard case .date(let date) = object else { return nil }
        self = date
    }

    var propertyListObject: Any { self as NSDate }
}

extension Data: PropertyListNative {
    init?(_ object: PropertyListObject) {
        guard case .data(let data) = object else { return nil }
        self = data
    }

    var propertyListObject: Any { NSData(data: self) }
}
