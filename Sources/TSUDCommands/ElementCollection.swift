import TSUD
import TSUDText

/// An array or a set, to which options and `set --add` add elements.
protocol ElementCollection: Codable, Sequence where Element: Codable {
    init<Elements: Sequence>(_ elements: Elements) where Elements.Element == Element
}

extension Array: ElementCollection where Element: Codable {}
extension Set: ElementCollection where Element: Codable {}

extension ElementCollection {
    static var elementType: Any.Type { Element.self }

    /// Returns the collection of the elements that strings represent; `nil` if one of them represents none.
    static func adding(_ texts: [String]) -> Self? {
        texts.reduce(Self([])) { $0?.adding($1) }
    }

    /// Returns the collection with the element that a string represents, or with the elements of a collection.
    func adding(_ text: String) -> Self? {
        let added = element(Self.self, from: text).map { Array($0) } ?? element(Element.self, from: text).map { [$0] }
        return added.map { Self(Array(self) + $0) }
    }

    /// Returns the collection without the elements that are equal to the one that a string represents.
    func removing(_ text: String) -> Self? {
        guard let removed = element(Element.self, from: text).map({ elementText($0) }) else { return nil }
        return Self(filter { elementText($0) != removed })
    }
}

/// Returns the value that a string represents, for an element of a setting's array or set.
///
/// A string is typed as that of a setting: see `TypedText`.
private func element<Value: Codable>(_ type: Value.Type, from text: String) -> Value? {
    let isJSON = text.unicodeScalars.first == "\"" || text == "null" && type == String?.self
    if isJSON, type == String.self || type == String?.self { return try? JSON(text).decoded(as: type) }
    return try? parsed(type, text)
}

/// Returns the string representation of an element of a setting's array or set.
private func elementText<Value: Codable>(_ element: Value) -> String? {
    (try? text(of: element)) ?? nil
}

extension TSUD {
    /// Returns the string of a repeated option: all elements of an array or a set, or else the last string.
    static func text(ofRepeated texts: [String]) -> String? {
        guard let type = ValueType.self as? any ElementCollection.Type else { return texts.last }
        if let all = type.adding(texts) as? ValueType { return text(of: all) }
        return texts.first { type.adding([$0]) == nil }
    }
}
