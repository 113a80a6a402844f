import Foundation

/// An error of a decoder, with the type that threw it, which Foundation's errors contain only in their sentences.
struct Rejection: Error {
    nonisolated(unsafe) let type: any Decodable.Type
    let path: [any CodingKey]
    let error: any Error

    /// Returns the rejection that decoding traced values throws, or the given error if there is none.
    ///
    /// An error deep inside stays as it is, because tracing takes more of the stack.
    static func tracing(_ error: any Error, _ decode: () throws -> Void) -> any Error {
        guard case DecodingError.dataCorrupted(let context) = error, context.codingPath.count < 30 else { return error }
        do {
            try decode()
            return error
        } catch let rejection as Rejection {
            return rejection
        } catch _ {
            return error
        }
    }
}

/// A value whose decoding throws a ``Rejection`` instead of `dataCorrupted`.
///
/// It is decoded after its plain decoding has failed, for the error message alone.
struct Traced<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws { value = try Value(from: TracingDecoder(decoder: decoder)) }
}

/// Decodes a value of a container, and adds its type to an error that it throws itself.
private func traced<Value: Decodable>(
    _ type: Value.Type,
    at path: [any CodingKey],
    _ decode: (any Decodable.Type) throws -> any Decodable
) throws -> Value {
    // A decoder recognizes these types itself, and they don't decode anything inside.
    let isScalar = type is any Numeric.Type || isBasic(type)
    do {
        if !isScalar, let traced = try decode(Traced<Value>.self) as? Traced<Value> { return traced.value }
        guard let value = try decode(type) as? Value else { throw CodingFailure() }
        return value
    } catch DecodingError.dataCorrupted(let context) where isScalar || context.codingPath.count == path.count {
        throw Rejection(type: type, path: path, error: DecodingError.dataCorrupted(context))
    } catch let error where isScalar && !(error is DecodingError) {
        // A number that doesn't fit; `JSONDecoder` makes a `DecodingError` of this error only at the top level.
        throw Rejection(type: type, path: path, error: error)
    }
}

private func isBasic(_ type: any Decodable.Type) -> Bool {
    type == Bool.self || type == String.self || type == Date.self || type == Data.self || type == URL.self
}

private struct TracingDecoder: Decoder {
    let decoder: any Decoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(TracingKeyedContainer(container: try decoder.container(keyedBy: type)))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        TracingUnkeyedContainer(container: try decoder.unkeyedContainer())
    }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        TracingSingleValueContainer(container: try decoder.singleValueContainer())
    }
}

private struct TracingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let container: KeyedDecodingContainer<Key>
    var codingPath: [any CodingKey] { container.codingPath }
    var allKeys: [Key] { container.allKeys }

    func contains(_ key: Key) -> Bool { container.contains(key) }
    func decodeNil(forKey key: Key) throws -> Bool { try container.decodeNil(forKey: key) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try traced(type, at: codingPath + [key]) { try container.decode($0, forKey: key) }
    }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        let nested = try container.nestedContainer(keyedBy: type, forKey: key)
        return KeyedDecodingContainer(TracingKeyedContainer<Nested>(container: nested))
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        TracingUnkeyedContainer(container: try container.nestedUnkeyedContainer(forKey: key))
    }
    func superDecoder() throws -> any Decoder { TracingDecoder(decoder: try container.superDecoder()) }
    func superDecoder(forKey key: Key) throws -> any Decoder {
        TracingDecoder(decoder: try container.superDecoder(forKey: key))
    }
}

private struct TracingUnkeyedContainer: UnkeyedDecodingContainer {
    var container: any UnkeyedDecodingContainer
    var codingPath: [any CodingKey] { container.codingPath }
    var count: Int? { container.count }
    var isAtEnd: Bool { container.isAtEnd }
    var currentIndex: Int { container.currentIndex }

    mutating func decodeNil() throws -> Bool { try container.decodeNil() }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try traced(type, at: codingPath + [ElementKey(intValue: currentIndex)]) { try container.decode($0) }
    }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        KeyedDecodingContainer(TracingKeyedContainer<Nested>(container: try container.nestedContainer(keyedBy: type)))
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        Self(container: try container.nestedUnkeyedContainer())
    }
    mutating func superDecoder() throws -> any Decoder { TracingDecoder(decoder: try container.superDecoder()) }
}

private struct TracingSingleValueContainer: SingleValueDecodingContainer {
    let container: any SingleValueDecodingContainer
    var codingPath: [any CodingKey] { container.codingPath }

    func decodeNil() -> Bool { container.decodeNil() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try traced(type, at: codingPath) { try container.decode($0) }
    }
}

private struct ElementKey: CodingKey {
    let intValue: Int?
    var stringValue: String { "Index \(intValue ?? 0)" }

    init(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
}
