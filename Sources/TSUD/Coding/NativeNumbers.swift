import Foundation

extension Bool: PropertyListNative {
    init?(propertyListObject object: Any) {
        if let bool = object as? Bool {
            self = bool
        } else if let string = object as? String {
            switch string.lowercased() {
            case "yes", "true", "1": self = true
            case "no", "false", "0": self = false
            default: return nil
            }
        } else if let number = propertyListNumber(object) {
            self = number.doubleValue != 0
        } else {
            return nil
        }
    }

    var propertyListObject: NSNumber { NSNumber(value: self) }
    var argument: Any { self }
}

extension FixedWidthInteger {
    /// A boolean counts as 0 or 1, a float when it is integral and in range, a string when it is wholly an integer.
    fileprivate init?(integerIn object: Any) {
        if let integer = object as? Int {
            self.init(exactly: integer)
        } else if let string = object as? String {
            self.init(string)
        } else if let number = propertyListNumber(object) {
            switch String(cString: number.objCType) {
            case "d", "f": self.init(exactly: number.doubleValue)
            case "Q": self.init(exactly: number.uint64Value)
            default: self.init(exactly: number.int64Value)
            }
        } else {
            return nil
        }
    }
}

extension Int: PropertyListNative {
    init?(propertyListObject object: Any) { self.init(integerIn: object) }
    var propertyListObject: NSNumber { NSNumber(value: self) }
    var argument: Any { self }
}

extension Int8: PropertyListNative {
    init?(propertyListObject object: Any) { self.init(integerIn: object) }
    var propertyListObject: NSNumber { NSNumber(value: Int(self)) }
}

extension Int16: PropertyListNative {
    init?(propertyListObject object: Any) { self.init(integerIn: object) }
    var propertyListObject: NSNumber { NSNumber(value: Int(self)) }
}

extension Int32: PropertyListNative {
    init?(propertyListObject object: Any) { self.init(integerIn: object) }
    var propertyListObject: NSNumber { NSNumber(value: Int(self)) }
}

extension Int64: PropertyListNative {
    init?(propertyListObject object: Any) { self.init(integerIn: object) }
    var propertyListObject: NSNumber { NSNumber(value: self) }
}

extension UInt: PropertyListNative {
    init?(propertyListObject object: Any) { self.init(integerIn: object) }
    var propertyListObject: NSNumber { NSNumber(value: self) }
}

extension UInt8: PropertyListNative {
    init?(propertyListObject object: Any) { self.init(integerIn: object) }
    var propertyListObject: NSNumber { NSNumber(value: Int(self)) }
}

extension UInt16: PropertyListNative {
    init?(propertyListObject object: Any) { self.init(integerIn: object) }
    var propertyListObject: NSNumber { NSNumber(value: Int(self)) }
}

extension UInt32: PropertyListNative {
    init?(propertyListObject object: Any) { self.init(integerIn: object) }
    var propertyListObject: NSNumber { NSNumber(value: Int(self)) }
}

extension UInt64: PropertyListNative {
    init?(propertyListObject object: Any) { self.init(integerIn: object) }
    var propertyListObject: NSNumber { NSNumber(value: self) }
}

extension Double: PropertyListNative {
    init?(propertyListObject object: Any) {
        if let double = object as? Double {
            self = double
        } else if let string = object as? String {
            guard let double = Double(string) else { return nil }
            // A number beyond Double's range comes out as infinity: that loses it, unless infinity is what it says.
            if double.isInfinite, !string.lowercased().contains("inf") { return nil }
            self = double
        } else if let number = propertyListNumber(object) {
            self = number.doubleValue
        } else {
            return nil
        }
    }

    var propertyListObject: NSNumber { NSNumber(value: self) }
    var argument: Any { self }
    /// A zero has two signs.
    var isLikeAnother: Bool { self == 0 }
}

extension Float: PropertyListNative {
    init?(propertyListObject object: Any) {
        if let float = object as? Float {
            self = float
            return
        }
        guard let double = Double(propertyListObject: object) else { return nil }
        self.init(double)
        // A number beyond Float's range would come out as infinity: that loses it.
        if isInfinite, double.isFinite { return nil }
    }

    var propertyListObject: NSNumber { NSNumber(value: self) }
    var argument: Any { self }
    /// A zero has two signs.
    var isLikeAnother: Bool { self == 0 }
}
