/// The place of a part inside a value, which grows without copying.
indirect enum CodingPath {
    case root
    case inside(Self, any CodingKey)

    var keys: [any CodingKey] {
        var (keys, path): ([any CodingKey], Self) = ([], self)
        while case .inside(let outer, let key) = path {
            keys.append(key)
            path = outer
        }
        return keys.reversed()
    }
}

/// The key of an element, or of the part that a class encodes for its superclass.
enum JSONKey: CodingKey {
    case index(Int)
    case name(String)

    static let `super` = Self.name("super")

    // An index becomes a string only for an error.
    var stringValue: String {
        switch self {
        case .index(let index): "Index \(index)"
        case .name(let name): name
        }
    }
    var intValue: Int? { if case .index(let index) = self { index } else { nil } }

    init(stringValue: String) { self = .name(stringValue) }
    init(intValue: Int) { self = .index(intValue) }
}
