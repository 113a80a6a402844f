import Foundation

extension JSON {
    /// Returns the value that it represents, in the format of ``init(encoding:)``.
    ///
    /// - Parameter type: The type of the value.
    /// - Returns: The value.
    /// - Throws: The error of the value's `init(from:)`.
    package func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        // The coding paths of errors begin with an index, as those of stored values.
        try JSONPart(json: self, codingPath: [JSONKey(index: 0)]).decode(type)
    }
}

/// A value or a part of one, from which another value is decoded.
private struct JSONPart: Decoder, SingleValueDecodingContainer {
    let json: JSON
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = json else { throw mismatch([String: Any].self) }
        return KeyedDecodingContainer(DecodedMembers(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = json else { throw mismatch([Any].self) }
        return DecodedElements(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { json == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard isScalar(type) else { return try Value(from: self) }
        guard let value = scalar(type) as? Value else { throw mismatch(type) }
        return value
    }

    /// Whether the type's values have no parts in JSON; a duration may also be two numbers.
    private func isScalar(_ type: any Decodable.Type) -> Bool {
        if type == Duration.self, case .array = json { return false }
        return type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type
            || [Bool.self, String.self, Date.self, Data.self, URL.self, Decimal.self, Duration.self].contains {
                $0 == type
            }
    }

    private func scalar(_ type: any Decodable.Type) -> Any? {
        switch json {
        case .boolean(let boolean): type == Bool.self ? boolean : nil
        case .string(let string):
            switch type {
            case is String.Type: string
            case is Date.Type: Date(isoText: string)
            case is Data.Type: Data(base64Text: string)
            case is URL.Type: URL(string: string)
            case is Duration.Type: Duration(text: string)
            case let type as any BinaryFloatingPoint.Type:
                ["inf", "-inf", "nan"].contains(string) ? Double(string).map { type.init($0) } : nil
            default: nil
            }
        case .number(let digits):
            switch type {
            case is Decimal.Type: Decimal(string: digits)
            case is Duration.Type: Duration(text: digits)
            case is Float.Type: Float(digits).flatMap { $0.isFinite ? $0 : nil }
            case let type as any BinaryFloatingPoint.Type:
                Double(digits).flatMap { $0.isFinite ? type.init($0) : nil }
            case let type as any FixedWidthInteger.Type: type.init(json: digits)
            default: nil
            }
        default: nil
        }
    }

    private func mismatch(_ type: any Any.Type) -> DecodingError {
        let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
        return json == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

extension FixedWidthInteger {
    /// The integer of digits, which may have a fraction of zero or an exponent.
    fileprivate init?(json digits: String) {
        if let integer = Self(digits) {
            self = integer
        } else if let real = Double(digits), let integer = Self(exactly: real) {
            self = integer
        } else {
            return nil
        }
    }
}

extension Data {
    /// Creates the data of base64, which may have line breaks.
    init?(base64Text text: String) {
        self.init(base64Encoded: text.filter { !$0.isWhitespace })
    }
}

private struct DecodedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: JSON]
    let codingPath: [any CodingKey]
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    private func part(_ key: any CodingKey) throws -> JSONPart {
        guard let json = members[key.stringValue] else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
        }
        return JSONPart(json: json, codingPath: codingPath + [key])
    }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
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
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    init(elements: [JSON], codingPath: [any CodingKey]) { (self.elements, self.codingPath) = (elements, codingPath) }

    /// Calls a closure with the next element, and moves on if it succeeds.
    private mutating func next<Result>(_ type: any Any.Type, _ body: (JSONPart) throws -> Result) throws -> Result {
        let path = codingPath + [JSONKey(index: currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(type, .init(codingPath: path, debugDescription: ""))
        }
        let result = try body(JSONPart(json: elements[currentIndex], codingPath: path))
        currentIndex += 1
        return result
    }

    mutating func decodeNil() -> Bool {
        guard !isAtEnd, elements[currentIndex] == .null else { return false }
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
