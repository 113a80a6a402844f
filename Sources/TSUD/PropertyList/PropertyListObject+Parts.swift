extension PropertyListObject {
    var isContainer: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
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

    /// Whether the object, or one inside it, is of some kind.
    func contains(where isWanted: (Self) -> Bool) -> Bool {
        if isWanted(self) { return true }
        switch self {
        case .array(let objects): return objects.contains { $0.contains(where: isWanted) }
        case .dictionary(let objects): return objects.values.contains { $0.contains(where: isWanted) }
        default: return false
        }
    }

    /// Whether it has more levels of containers.
    func isNested(deeperThan levels: Int) -> Bool {
        switch self {
        case .array(let objects): levels == 0 || objects.contains { $0.isNested(deeperThan: levels - 1) }
        case .dictionary(let objects):
            levels == 0 || objects.values.contains { $0.isNested(deeperThan: levels - 1) }
        default: false
        }
    }
}
