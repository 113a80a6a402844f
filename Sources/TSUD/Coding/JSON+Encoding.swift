import Foundation

extension JSON {
    /// Creates the JSON of a value: dates in ISO 8601, data in base64, durations such as "1m30s", and sorted sets.
    ///
    /// `JSONEncoder` writes a duration as two numbers, and equal sets in different orders.
    ///
    /// - Parameter value: The value.
    /// - Throws: The error of the value's `encode(to:)`.
    package init(encoding value: any Encodable) throws {
        let node = JSONNode([])
        try node.encode(value)
        self = node.json
    }

    /// The JSON of a value that has no parts; `nil` for any other.
    fileprivate init?(scalar value: Any) {
        switch value {
        case let boolean as Bool: self = .boolean(boolean)
        case let string as String: self = .string(string)
        case let date as Date: self = .string(date.isoText)
        case let data as Data: self = .string(data.base64EncodedString())
        case let url as URL: self = .string(url.absoluteString)
        case let decimal as Decimal: self = decimal.isFinite ? .number("\(decimal)") : .string("nan")
        case let duration as Duration:
            guard let text = duration.text else { return nil }
            self = .string(text)
        case let real as any BinaryFloatingPoint: self = Self.real("\(real)")
        case let integer as any FixedWidthInteger: self = .number("\(integer)")
        default: return nil
        }
    }

    /// The JSON of a real's digits, without a fraction of zero.
    private static func real(_ digits: String) -> Self {
        if digits.hasSuffix("nan") { return .string("nan") }
        if digits.hasSuffix("inf") { return .string(digits) }
        return .number(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
    }

    /// Whether it comes before another element of a set: numbers by their value, all others by their text.
    fileprivate func precedes(_ other: Self) -> Bool {
        if case .number(let one) = self, case .number(let two) = other, let one = Double(one), let two = Double(two),
            one != two
        {
            return one < two
        }
        return text < other.text
    }
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
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    private var scalar: JSON?
    private var elements: [JSONNode]?
    private var members: [String: JSONNode] = [:]

    init(_ codingPath: [any CodingKey]) { self.codingPath = codingPath }

    var json: JSON { scalar ?? elements.map { .array($0.map(\.json)) } ?? .object(members.mapValues(\.json)) }

    func encode(_ value: some Encodable) throws {
        scalar = JSON(scalar: value)
        if scalar != nil { return }
        try value.encode(to: self)
        if let elements, let type = type(of: value) as? any Unordered.Type {
            sort(elements.map(\.json), type.groupSize)
        }
    }

    private func sort(_ elements: [JSON], _ size: Int) {
        let groups = stride(from: 0, to: elements.count, by: size).map { elements[$0..<min($0 + size, elements.count)] }
        let sorted = groups.sorted { one, two in one.first.flatMap { one in two.first.map(one.precedes) } ?? false }
        scalar = .array(sorted.flatMap { $0 })
    }

    func encodeNil() { scalar = .null }

    func member(_ key: any CodingKey) -> JSONNode {
        let node = members[key.stringValue] ?? JSONNode(codingPath + [key])
        members[key.stringValue] = node
        return node
    }

    var count: Int { elements?.count ?? 0 }

    func nextElement() -> JSONNode {
        let node = JSONNode(codingPath + [JSONKey(index: count)])
        elements = (elements ?? []) + [node]
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

    func encodeNil(forKey key: Key) { node.member(key).encodeNil() }
    func encode(_ value: some Encodable, forKey key: Key) throws { try node.member(key).encode(value) }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        node.member(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { node.member(key).unkeyedContainer() }
    func superEncoder() -> any Encoder { node.member(JSONKey.super) }
    func superEncoder(forKey key: Key) -> any Encoder { node.member(key) }
}

private struct EncodedElements: UnkeyedEncodingContainer {
    let node: JSONNode
    var codingPath: [any CodingKey] { node.codingPath }
    var count: Int { node.count }

    func encodeNil() { node.nextElement().encodeNil() }
    func encode(_ value: some Encodable) throws { try node.nextElement().encode(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        node.nextElement().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { node.nextElement().unkeyedContainer() }
    func superEncoder() -> any Encoder { node.nextElement() }
}

/// The key of an element, or of the part that a class encodes for its superclass.
struct JSONKey: CodingKey {
    let stringValue: String
    var intValue: Int?

    static let `super` = Self(stringValue: "super")

    init(index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { self.init(index: intValue) }
}
