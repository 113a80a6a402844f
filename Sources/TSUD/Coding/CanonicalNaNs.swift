import Foundation

/// Encodes a value with all NaNs replaced by the same one.
///
/// `PropertyListEncoder` writes equal numbers once. It considers NaNs with different bits equal but gives them
/// different hashes, and the process traps ("Duplicate elements of type 'Reference' were found in a Set"): with twenty
/// such NaNs in about half of all runs, with five hundred in nearly all.
struct CanonicalNaNs: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: CanonicalEncoder(encoder: encoder)) }
}

private struct CanonicalEncoder: Encoder {
    let encoder: any Encoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(KeyedContainer(container: encoder.container(keyedBy: type)))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { UnkeyedContainer(container: encoder.unkeyedContainer()) }
    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleValueContainer(container: encoder.singleValueContainer())
    }
}

/// Passes scalars to `encode`, and wraps everything else.
private func encodeCanonically(_ value: any Encodable, _ encode: (any Encodable) throws -> Void) throws {
    switch value {
    case let number as Double: try encode(number.isNaN ? Double.nan : number)
    case let number as Float: try encode(number.isNaN ? Float.nan : number)
    case is Bool, is any BinaryInteger, is String, is Date, is Data: try encode(value)
    default: try encode(CanonicalNaNs(value: value))
    }
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var container: KeyedEncodingContainer<Key>
    var codingPath: [any CodingKey] { container.codingPath }

    mutating func encodeNil(forKey key: Key) throws { try container.encodeNil(forKey: key) }
    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try encodeCanonically(value) { try container.encode($0, forKey: key) }
    }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(KeyedContainer<Nested>(container: container.nestedContainer(keyedBy: type, forKey: key)))
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        UnkeyedContainer(container: container.nestedUnkeyedContainer(forKey: key))
    }
    mutating func superEncoder() -> any Encoder { CanonicalEncoder(encoder: container.superEncoder()) }
    mutating func superEncoder(forKey key: Key) -> any Encoder {
        CanonicalEncoder(encoder: container.superEncoder(forKey: key))
    }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
    var container: any UnkeyedEncodingContainer
    var codingPath: [any CodingKey] { container.codingPath }
    var count: Int { container.count }

    mutating func encodeNil() throws { try container.encodeNil() }
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try encodeCanonically(value) { try container.encode($0) }
    }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(KeyedContainer(container: container.nestedContainer(keyedBy: type)))
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        Self(container: container.nestedUnkeyedContainer())
    }
    mutating func superEncoder() -> any Encoder { CanonicalEncoder(encoder: container.superEncoder()) }
}

private struct SingleValueContainer: SingleValueEncodingContainer {
    var container: any SingleValueEncodingContainer
    var codingPath: [any CodingKey] { container.codingPath }

    mutating func encodeNil() throws { try container.encodeNil() }
    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try encodeCanonically(value) { try container.encode($0) }
    }
}
