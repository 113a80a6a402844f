import TSUD

/// An array or a set, to which options and `set --add` add elements.
protocol ElementCollection: Codable {
    static var elementType: Any.Type { get }
    init()
    /// Adds the element that a string represents, or else the elements of a collection that it represents.
    ///
    /// - Returns: Whether it represents one of these.
    mutating func add(_ text: String) -> Bool
    /// Removes the elements that are equal to the one that a string represents.
    ///
    /// - Returns: Whether it represents one.
    mutating func remove(_ text: String) -> Bool
}

extension Array: ElementCollection where Element: Codable {
    static var elementType: Any.Type { Element.self }

    mutating func add(_ text: String) -> Bool {
        if let all = element(Self.self, from: text) {
            self += all
        } else if let element = element(Element.self, from: text) {
            append(element)
        } else {
            return false
        }
        return true
    }

    mutating func remove(_ text: String) -> Bool {
        guard let removed = element(Element.self, from: text) else { return false }
        let text = elementText(removed)
        removeAll { elementText($0) == text }
        return true
    }
}

extension Set: ElementCollection where Element: Codable {
    static var elementType: Any.Type { Element.self }

    mutating func add(_ text: String) -> Bool {
        if let all = element(Self.self, from: text) {
            formUnion(all)
        } else if let element = element(Element.self, from: text) {
            insert(element)
        } else {
            return false
        }
        return true
    }

    mutating func remove(_ text: String) -> Bool {
        guard let removed = element(Element.self, from: text) else { return false }
        remove(removed)
        return true
    }
}

extension TSUD {
    /// Returns the string of a repeated option: all elements of an array or a set, or else the last string.
    static func text(ofRepeated texts: [String]) -> String? {
        guard let type = ValueType.self as? any ElementCollection.Type else { return texts.last }
        var all = type.init()
        for text in texts where !all.add(text) { return text }
        return (all as? ValueType).flatMap { text(of: $0) }
    }
}
