/// Values by names that are compared byte by byte, as in a file.
///
/// Swift considers two spellings of an accented letter equal, so a `[String: Value]` would lose one of two values.
package struct NamedValues<Value> {
    private var values: [Spelling: Value]

    package init(_ values: [String: Value] = [:]) {
        self.values = [:]
        self.values.reserveCapacity(values.count)
        for (name, value) in values { self.values[Spelling(name)] = value }
    }

    package var count: Int { values.count }
    package var isEmpty: Bool { values.isEmpty }
    package var keys: [String] { values.keys.map(\.name) }

    package subscript(name: String) -> Value? {
        get { values[Spelling(name)] }
        set { values[Spelling(name)] = newValue }
        _modify { yield &values[Spelling(name)] }
    }

    package subscript(name: String, default value: @autoclosure () -> Value) -> Value {
        get { values[Spelling(name)] ?? value() }
        _modify { yield &values[Spelling(name), default: value()] }
    }

    mutating func reserveCapacity(_ count: Int) { values.reserveCapacity(count) }

    package func mapValues<Result>(_ transform: (Value) -> Result) -> NamedValues<Result> {
        var result = NamedValues<Result>()
        result.reserveCapacity(count)
        for (name, value) in self { result[name] = transform(value) }
        return result
    }

    /// The names and values, sorted by name.
    package var sorted: [(key: String, value: Value)] {
        values.sorted { $0.key < $1.key }.map { (key: $0.key.name, value: $0.value) }
    }

    /// The values by names that Swift considers different: of two spellings, the first in the order of their bytes.
    package var dictionary: [String: Value] {
        let all = Dictionary(map { ($0.key, $0.value) }) { first, _ in first }
        if all.count == count { return all }
        return Dictionary(sorted.map { ($0.key, $0.value) }) { first, _ in first }
    }
}

extension NamedValues: Sequence {
    package func makeIterator() -> some IteratorProtocol<(key: String, value: Value)> {
        values.lazy.map { (key: $0.key.name, value: $0.value) }.makeIterator()
    }
}

extension NamedValues: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, Value)...) {
        values = [:]
        for (name, value) in elements { values[Spelling(name)] = value }
    }
}

extension NamedValues: Equatable where Value: Equatable {}
extension NamedValues: Sendable where Value: Sendable {}

/// A name that is equal only to the same bytes.
package struct Spelling: Hashable, Comparable, Sendable {
    package let name: String

    package init(_ name: String) { self.name = name }

    package static func == (one: Self, other: Self) -> Bool { one.name.isSpelled(like: other.name) }

    /// Spellings of one name are in the order of their bytes.
    package static func < (one: Self, other: Self) -> Bool {
        one.name == other.name ? one.name.utf8.lexicographicallyPrecedes(other.name.utf8) : one.name < other.name
    }

    package func hash(into hasher: inout Hasher) {
        var name = name
        name.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
