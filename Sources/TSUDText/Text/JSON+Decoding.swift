import Foundation
import TSUD

extension JSON {
    /// Returns the value that it represents, in the format of ``init(encoding:)``.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - fields: Records the fields that decoding uses.
    /// - Returns: The value.
    /// - Throws: The error of the value's `init(from:)`.
    package func decoded<Value: Decodable>(as type: Value.Type, recording fields: UsedFields? = nil) throws -> Value {
        // The coding paths of errors begin with an index, as those of stored values.
        try JSONPart(json: self, outer: .root, key: JSONKey.index(0), fields: fields).decode(type)
    }
}

/// The fields of objects that decoding looks for, and the fields that it ignores.
package final class UsedFields {
    private var found: [String: Set<String>] = [:]
    private var used: [String: Set<String>] = [:]

    package init() {}

    fileprivate func add(_ names: some Sequence<String>, at path: [any CodingKey]) {
        found[place(path), default: []].formUnion(names)
    }
    fileprivate func use(_ names: some Sequence<String>, at path: [any CodingKey]) {
        used[place(path), default: []].formUnion(names)
    }

    private func place(_ path: [any CodingKey]) -> String {
        path.dropFirst().map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }

    /// The fields that decoding has not looked for, with their objects, and the fields that these may have.
    package var ignored: [(name: String, owner: String, valid: [String])] {
        found.sorted { $0.key < $1.key }.flatMap { owner, names in
            let valid = used[owner] ?? []
            return names.subtracting(valid).sorted().map { ($0, owner, valid.sorted()) }
        }
    }
}

/// A value or a part of one, from which another value is decoded.
private struct JSONPart: Decoder, SingleValueDecodingContainer {
    let json: JSON
    let outer: CodingPath
    let key: any CodingKey
    let fields: UsedFields?
    var path: CodingPath { .inside(outer, key) }
    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = json else { throw mismatch([String: Any].self) }
        fields?.add(members.keys, at: codingPath)
        return KeyedDecodingContainer(DecodedMembers(members: members, path: path, fields: fields))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = json else { throw mismatch([Any].self) }
        return DecodedElements(elements: elements, path: path, fields: fields)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { if case .null = json { true } else { false } }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard isScalar(type, in: json) else {
            do {
                return try Value(from: self)
            } catch {
                if let value: Value = namedCase() { return value }
                throw error
            }
        }
        guard let value = scalar(type, in: json) as? Value else { throw mismatch(type) }
        return value
    }

    /// The case of an enum without raw values that the string names.
    private func namedCase<Value: Decodable>() -> Value? {
        guard case .string(let name) = json else { return nil }
        let part = JSONPart(json: .object([name: .object([:])]), outer: outer, key: key, fields: nil)
        let value = try? Value(from: part)
        return value.flatMap { Mirror(reflecting: $0).displayStyle == .enum ? $0 : nil }
    }

    private func mismatch(_ type: any Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
        return decodeNil() ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

private struct DecodedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSON]
    let path: CodingPath
    let fields: UsedFields?
    var codingPath: [any CodingKey] { path.keys }

    var allKeys: [Key] {
        let keys = members.keys.compactMap { Key(stringValue: $0) }
        fields?.use(keys.map(\.stringValue), at: codingPath)
        return keys
    }

    private func part(_ key: any CodingKey) throws -> JSONPart {
        fields?.use([key.stringValue], at: codingPath)
        guard let json = members[key.stringValue] else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
        }
        return JSONPart(json: json, outer: path, key: key, fields: fields)
    }

    func contains(_ key: Key) -> Bool {
        fields?.use([key.stringValue], at: codingPath)
        return members[key.stringValue] != nil
    }
    func decodeNil(forKey key: Key) throws -> Bool { try part(key).decodeNil() }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try part(key).decode(type) }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try part(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try part(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { try part(JSONKey.super) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try part(key) }
}

private struct DecodedElements: UnkeyedDecodingContainer {
    let elements: [JSON]
    let path: CodingPath
    let fields: UsedFields?
    var codingPath: [any CodingKey] { path.keys }
    private(set) var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    init(elements: [JSON], path: CodingPath, fields: UsedFields?) {
        (self.elements, self.path, self.fields) = (elements, path, fields)
    }

    /// Calls a closure with the next element, and moves on if it succeeds.
    private mutating func next<Result>(_ type: any Any.Type, _ body: (JSONPart) throws -> Result) throws -> Result {
        let key = JSONKey.index(currentIndex)
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(type, .init(codingPath: codingPath + [key], debugDescription: ""))
        }
        let result = try body(JSONPart(json: elements[currentIndex], outer: path, key: key, fields: fields))
        currentIndex += 1
        return result
    }

    mutating func decodeNil() -> Bool {
        guard !isAtEnd, case .null = elements[currentIndex] else { return false }
        currentIndex += 1
        return true
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next(type) { try $0.decode(type) }
    }
    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next([String: Any].self) { try $0.container(keyedBy: type) }
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next([Any].self) { try $0.unkeyedContainer() }
    }
    mutating func superDecoder() throws -> any Decoder { try next((any Decoder).self) { $0 } }
}
