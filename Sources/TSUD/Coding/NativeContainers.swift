import Foundation

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

    var propertyListObject: PropertyListObject { .dictionary(mapValues(\.propertyListObject)) }
}
