import Foundation

extension String: PropertyListNative {
    init?(propertyListObject object: Any) {
        if let string = object as? String {
            self = string
        } else if let number = propertyListNumber(object), !isBoolean(number) {
            self = number.stringValue
        } else {
            return nil
        }
    }

    var propertyListObject: NSString { NSString(string: self) }
    var argument: Any { self }
    /// A letter with an accent is spelled in two ways, which Foundation takes for equal.
    var isLikeAnother: Bool {
        // Takes a third of the instructions that a look at the view's elements takes.
        utf8.withContiguousStorageIfAvailable { $0.contains { $0 >= 0x80 } } ?? utf8.contains { $0 >= 0x80 }
    }
}

extension Date: PropertyListNative {
    init?(propertyListObject object: Any) {
        guard let date = object as? Date else { return nil }
        self = date
    }

    var propertyListObject: NSDate { self as NSDate }
}

extension Data: PropertyListNative {
    init?(propertyListObject object: Any) {
        guard let data = object as? Data else { return nil }
        self = data
    }

    var propertyListObject: NSData { NSData(data: self) }
}
