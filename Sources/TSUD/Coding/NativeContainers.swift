import Foundation

extension Array: PropertyListNative where Element: PropertyListNative {
    init?(propertyListObject object: Any) {
        if let array = object as? [Element] {
            self = array
            return
        }
        guard let objects = propertyListArray(object) else { return nil }
        self = []
        reserveCapacity(objects.count)
        for object in objects {
            guard let element = Element(propertyListObject: object) else { return nil }
            append(element)
        }
    }

    var propertyListObject: NSArray {
        // From plain objects: from Swift values, each would be boxed and looked at again.
        Element.propertyListObjects(of: self).withUnsafeBufferPointer { objects in
            guard let first = objects.baseAddress else { return NSArray() }
            return NSArray(objects: first, count: objects.count)
        }
    }

    var isLikeAnother: Bool { Element.isAnyLikeAnother(of: self) }
}

extension Dictionary: PropertyListNative where Key == String, Value: PropertyListNative {
    init?(propertyListObject object: Any) {
        if let dictionary = object as? [String: Value] {
            self = dictionary
            return
        }
        guard let objects = propertyListDictionary(object) else { return nil }
        self.init(minimumCapacity: objects.count)
        for (key, object) in objects {
            guard let value = Value(propertyListObject: object) else { return nil }
            self[key] = value
        }
    }

    var propertyListObject: NSDictionary { NSDictionary(dictionary: mapValues { $0.propertyListObject }) }
    var argument: Any { mapValues { $0.propertyListObject as Any } }
    var isLikeAnother: Bool { true }
    static var isDictionary: Bool { true }
}
