import Foundation
import TSUD
import TSUDText

/// The parts that a type's `init(from:)` decodes.
enum Parts {
    /// The schemas of the fields of a structure, and the names of the required ones.
    case fields([String: JSON], required: Set<String>)
    /// Another type, as of a value with a raw value.
    case single(any Any.Type)
    case list
    /// The type decodes no parts, or different ones for each value, as an enum with associated values does.
    case unknown
}

/// Decodes an example, or made-up parts, and notes the types.
final class DecodedParts: Decoder {
    let codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    private let example: JSON?
    private let types: [ObjectIdentifier]
    private var parts = Parts.unknown
    private var fields: [String: JSON] = [:]
    private var required: Set<String> = []
    private var isKeyed = false
    /// Whether each attempt to decode fails.
    private let isRefusing: Bool
    private var attempts = 0

    init(example: JSON?, types: [ObjectIdentifier], isRefusing: Bool = false) {
        (self.example, self.types, self.isRefusing) = (example, types, isRefusing)
    }

    /// Returns the parts of a type; a failure leaves the fields that were decoded before it.
    func parts(of type: any Decodable.Type) -> Parts {
        // A type that goes on after a failure has values of several shapes.
        let refusing = DecodedParts(example: nil, types: types, isRefusing: true)
        _ = try? type.init(from: refusing)
        if refusing.attempts > 1 { return .unknown }
        _ = try? type.init(from: self)
        return isKeyed ? .fields(fields, required: required) : parts
    }

    private func attempt() throws {
        attempts += 1
        if isRefusing { throw NoExample() }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try attempt()
        isKeyed = true
        return KeyedDecodingContainer(DecodedFields<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try attempt()
        parts = .list
        throw NoExample()
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { DecodedValue(decoder: self) }

    /// The names depend on the value.
    fileprivate func useNames<Key: CodingKey>() -> [Key] {
        (isKeyed, parts) = (false, .unknown)
        guard case .object(let members) = example else { return [] }
        return members.keys.sorted().compactMap { Key(stringValue: $0) }
    }

    fileprivate func field(_ name: String, _ type: any Decodable.Type, isRequired: Bool) {
        let isOptional = !isRequired || type is any OptionalType.Type
        let schema = TypeSchema(type, example: part(name), in: types).json
        fields[name] = isOptional && schema != [:] ? ["anyOf": [schema, ["type": "null"]]] : schema
        if isRequired, !(type is any OptionalType.Type) { required.insert(name) }
    }

    fileprivate func part(_ name: String) -> JSON? {
        guard case .object(let members) = example, let part = members[name], part != .null else { return nil }
        return part
    }

    fileprivate func single<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try attempt()
        parts = .single(type)
        return try value(of: type, from: example)
    }

    /// Returns the value of an example or, without one, of made-up parts.
    fileprivate func value<Value: Decodable>(of type: Value.Type, from example: JSON?) throws -> Value {
        if let value = try? example?.decoded(as: type) { return value }
        return try (Self.madeUp(type) as? Value) ?? Value(from: DecodedParts(example: nil, types: types))
    }

    private static func madeUp(_ type: any Any.Type) -> Any? {
        switch type {
        case let cases as any CaseIterable.Type: allCases(of: cases).first
        case is Bool.Type: false
        case is String.Type: ""
        case is Date.Type: Date(timeIntervalSinceReferenceDate: 0)
        case is Data.Type: Data()
        case is URL.Type: URL(filePath: "/")
        case is UUID.Type: UUID()
        case is Decimal.Type: Decimal(0)
        case is Duration.Type: Duration.zero
        case let number as any Numeric.Type: zero(number)
        case let list as any ExpressibleByArrayLiteral.Type: emptyArray(list)
        case let dictionary as any ExpressibleByDictionaryLiteral.Type: emptyDictionary(dictionary)
        case let optional as any ExpressibleByNilLiteral.Type: none(optional)
        default: nil
        }
    }

    private static func zero<Number: Numeric>(_: Number.Type) -> Any { Number.zero }
    private static func emptyArray<List: ExpressibleByArrayLiteral>(_: List.Type) -> Any { [] as List }
    private static func emptyDictionary<Entries: ExpressibleByDictionaryLiteral>(_: Entries.Type) -> Any {
        [:] as Entries
    }
    private static func none<Value: ExpressibleByNilLiteral>(_: Value.Type) -> Any { nil as Value }
}

/// The error that ends decoding if no value can be made up.
private struct NoExample: Error {}

private struct DecodedValue: SingleValueDecodingContainer {
    let decoder: DecodedParts
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.single(type) }
}

private struct DecodedFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: DecodedParts
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { decoder.useNames() }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        decoder.field(key.stringValue, type, isRequired: true)
        return try decoder.value(of: type, from: decoder.part(key.stringValue))
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        decoder.field(key.stringValue, type, isRequired: false)
        return nil
    }

    // Without these, the standard library would call `decode`.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { absent(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { absent(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { absent(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { absent(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { absent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { absent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { absent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { absent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { absent(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { absent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { absent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { absent(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { absent(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { absent(type, key) }

    private func absent<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
        decoder.field(key.stringValue, type, isRequired: false)
        return nil
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw NoExample()
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NoExample() }
    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
}
