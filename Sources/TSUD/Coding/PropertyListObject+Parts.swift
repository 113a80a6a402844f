extension PropertyListObject {
    var isContainer: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }

    /// Whether it is small enough to be decoded repeatedly; one of 100,000 elements takes a second each time.
    var isSmall: Bool { partsLeft(of: 1_000) > 0 }

    private func partsLeft(of count: Int) -> Int {
        switch self {
        case .array(let objects): objects.reduce(count - 1) { $0 > 0 ? $1.partsLeft(of: $0) : 0 }
        case .dictionary(let objects): objects.values.reduce(count - 1) { $0 > 0 ? $1.partsLeft(of: $0) : 0 }
        default: count - 1
        }
    }

    /// The object with the scalar at a path converted to another type; `nil` if it can't be converted.
    func replacingScalar(
        at path: ArraySlice<any CodingKey>,
        by type: any PropertyListNative.Type
    ) -> Self? {
        guard let key = path.first else { return type.init(self)?.propertyListObject }
        guard let inner = part(key)?.replacingScalar(at: path.dropFirst(), by: type) else { return nil }
        switch self {
        case .array(var objects):
            guard let index = key.intValue else { return nil }
            objects[index] = inner
            return .array(objects)
        case .dictionary(var objects):
            objects[key.stringValue] = inner
            return .dictionary(objects)
        default:
            return nil
        }
    }

    /// The element of a container at a coding key.
    func part(_ key: any CodingKey) -> Self? {
        switch self {
        case .array(let objects):
            guard let index = key.intValue, objects.indices.contains(index) else { return nil }
            return objects[index]
        case .dictionary(let objects): return objects[key.stringValue]
        default: return nil
        }
    }
}

extension PropertyListObject {
    /// Whether it is an object, or has it anywhere in it.
    func holds(_ object: Self) -> Bool {
        switch self {
        case .array(let elements): elements.contains { $0.holds(object) }
        case .dictionary(let objects): objects.values.contains { $0.holds(object) }
        default: self == object
        }
    }
}
