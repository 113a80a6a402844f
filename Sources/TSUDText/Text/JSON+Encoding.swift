import Foundation
import TSUD

extension JSON {
    /// Creates the JSON of a value: dates in ISO 8601, data in base64, durations such as "1m30s", and sorted sets.
    ///
    /// `JSONEncoder` writes a duration as two numbers, and equal sets in different orders.
    ///
    /// - Parameter value: The value.
    /// - Throws: The error of the value's `encode(to:)`.
    package init(encoding value: any Encodable) throws { self = try EncodedJSON(value).json }
}

/// The JSON of a value, with the types of its scalars.
struct EncodedJSON {
    let json: JSON
    /// The types in the order in which the value encodes its scalars; `nil` if the JSON of one doesn't have all of it.
    ///
    /// Two values with the same JSON and the same types have the same stored representation.
    let types: [ObjectIdentifier]?

    init(_ value: any Encodable) throws {
        let scalars = EncodedScalars()
        json = try JSON(value, at: .root, scalars)
        types = scalars.areExact ? scalars.types : nil
    }
}

/// The scalars of a value while it is encoded.
private final class EncodedScalars {
    var types: [ObjectIdentifier] = []
    var areExact = true
}

extension JSON {
    /// Creates the JSON of a part of a value.
    fileprivate init<Value: Encodable>(
        _ value: Value,
        at path: @autoclosure () -> CodingPath,
        _ scalars: EncodedScalars
    ) throws {
        if let scalar = JSON(scalar: value) {
            self = scalar
            scalars.types.append(ObjectIdentifier(Value.self))
            if !isExact(value) { scalars.areExact = false }
            return
        }
        let node = JSONNode(path(), scalars)
        try value.encode(to: node)
        self = node.json
        if case .array(let elements) = self, let type = Value.self as? any Unordered.Type {
            self = .array(Self.sorted(elements, inGroupsOf: type.groupSize))
        }
    }

    /// Sorts the elements of a set, or the keys and values of a dictionary: numbers by their value, all others by their text.
    private static func sorted(_ elements: [Self], inGroupsOf size: Int) -> [Self] {
        let starts = Array(stride(from: 0, to: elements.count, by: size))
        let keys = starts.map { start in
            let text = elements[start].text
            let number: Double? = if case .number = elements[start] { Double(text) } else { nil }
            return (number: number, text: text)
        }
        let order = keys.indices.sorted { one, other in
            if let one = keys[one].number, let other = keys[other].number, one != other { return one < other }
            return keys[one].text < keys[other].text
        }
        return order.flatMap { elements[starts[$0]..<min(starts[$0] + size, elements.count)] }
    }
}

/// Whether the JSON of a scalar has all of its stored representation: not the base of a URL, or the zeros of a decimal.
private func isExact<Value>(_ value: Value) -> Bool {
    if Value.self == URL.self { return (value as? URL)?.baseURL == nil }
    return Value.self != Decimal.self
}

/// A collection that is encoded in any order, in groups of elements.
private protocol Unordered {
    static var groupSize: Int { get }
}

extension Set: Unordered {
    fileprivate static var groupSize: Int { 1 }
}

/// With other keys than strings, it is encoded as an array of keys and values.
extension Dictionary: Unordered {
    fileprivate static var groupSize: Int { 2 }
}

/// A value, or a part of one, while it is encoded.
private final class JSONNode: Encoder, SingleValueEncodingContainer {
    let path: CodingPath
    let scalars: EncodedScalars
    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    private var scalar: JSON?
    private var elements: [JSON]?
    private var members: [String: JSON] = [:]
    /// The nested containers, to which parts are added later.
    private var openElements: [Int: JSONNode] = [:]
    private var openMembers: [String: JSONNode] = [:]

    init(_ path: CodingPath, _ scalars: EncodedScalars) { (self.path, self.scalars) = (path, scalars) }

    var json: JSON {
        if let scalar { return scalar }
        if var elements {
            for (index, node) in openElements { elements[index] = node.json }
            return .array(elements)
        }
        return .object(openMembers.isEmpty ? members : members.merging(openMembers.mapValues(\.json)) { $1 })
    }

    func encode(_ value: some Encodable) throws { scalar = try JSON(value, at: path, scalars) }
    func encodeNil() { scalar = .null }

    func add(_ json: JSON, _ key: any CodingKey) { members[key.stringValue] = json }

    func open(_ key: any CodingKey) -> JSONNode {
        if let node = openMembers[key.stringValue] { return node }
        let node = JSONNode(.inside(path, key), scalars)
        openMembers[key.stringValue] = node
        return node
    }

    var count: Int { elements?.count ?? 0 }

    func append(_ json: JSON) { elements?.append(json) }

    func openElement() -> JSONNode {
        let node = JSONNode(.inside(path, JSONKey.index(count)), scalars)
        openElements[count] = node
        append(.null)
        return node
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(EncodedMembers<Key>(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        elements = elements ?? []
        return EncodedElements(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

private struct EncodedMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    var codingPath: [any CodingKey] { node.codingPath }

    func encodeNil(forKey key: Key) { node.add(.null, key) }
    func encode(_ value: some Encodable, forKey key: Key) throws {
        node.add(try JSON(value, at: .inside(node.path, key), node.scalars), key)
    }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        node.open(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { node.open(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { node.open(JSONKey.super) }
    func superEncoder(forKey key: Key) -> any Encoder { node.open(key) }
}

private struct EncodedElements: UnkeyedEncodingContainer {
    let node: JSONNode
    var codingPath: [any CodingKey] { node.codingPath }
    var count: Int { node.count }

    func encodeNil() { node.append(.null) }
    func encode(_ value: some Encodable) throws {
        node.append(try JSON(value, at: .inside(node.path, JSONKey.index(count)), node.scalars))
    }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        node.openElement().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { node.openElement().unkeyedContainer() }
    func superEncoder() -> any Encoder { node.openElement() }
}
