/// Encodes a value into the objects that `PropertyListEncoder` would write.
///
/// Foundation's encoder returns bytes, which would have to be parsed. It refuses a scalar at the top level, traps on
/// NaNs that differ in their bits, and overflows the stack on a value that nests thousands of levels deep.
final class ObjectEncoder: Encoder {
    /// Encodes a value as the only element of an array: the coding paths of all errors begin with its index.
    static func object(of value: any Encodable) throws -> PropertyListObject {
        try ObjectEncoder(codingPath: [], depth: 0).object(of: value, at: PartKey(intValue: 0))
    }

    private enum Kind { case scalar, array, dictionary }

    private enum Part {
        case object(PropertyListObject)
        /// A part that may not be complete yet.
        case encoder(ObjectEncoder)
    }

    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    private var kind: Kind?
    /// Why there is no object; only some calls of an encoder may throw.
    private var failure: CodingFailure?
    /// How many containers, and values that are encoded alone, are around what is encoded now.
    private var depth: Int
    /// A property list's own limit is lower; but each of its levels may be an optional in an array.
    private static let depthLimit = 2 * PropertyListObject.depthLimit
    /// The scalar, the elements of an array, or the entries of a dictionary, of which the last of a name counts.
    private var parts: [(name: String, part: Part)] = []
    /// Which parts are containers in a dictionary, each of which may be asked for more than once.
    private var containers: [String: Int] = [:]

    private init(codingPath: [any CodingKey], depth: Int) { (self.codingPath, self.depth) = (codingPath, depth) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        begin(.dictionary)
        return KeyedEncodingContainer(KeyedContainer(encoder: self))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        begin(.array)
        return UnkeyedContainer(encoder: self)
    }
    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueContainer(encoder: self) }

    private func begin(_ kind: Kind) {
        if let known = self.kind, known != kind { refuseSecond() }
        self.kind = kind
    }

    private func refuseSecond() {
        failure = CodingFailure(detail: "its encode(to:) encodes more than one value or container")
    }

    // MARK: What the containers add

    fileprivate var count: Int { parts.count }

    fileprivate func add(_ value: any Encodable, at key: any CodingKey) throws {
        add(.object(try object(of: value, at: key)), at: key)
    }

    /// Adds an element.
    fileprivate func append(_ value: any Encodable) throws { try add(value, at: PartKey(intValue: count)) }

    fileprivate func addNil(at key: any CodingKey) { add(.object(.string(nullMark)), at: key) }

    /// Adds a part that is encoded later.
    fileprivate func addEncoder(at key: any CodingKey) -> ObjectEncoder {
        guard depth < Self.depthLimit else {
            // One that nobody asks for its object, and that doesn't count the containers in it.
            failure = .tooDeep
            return ObjectEncoder(codingPath: codingPath, depth: depth)
        }
        let encoder = ObjectEncoder(codingPath: codingPath + [key], depth: depth + 1)
        add(.encoder(encoder), at: key)
        return encoder
    }

    fileprivate func containerEncoder(at key: any CodingKey) -> ObjectEncoder {
        if let index = containers[key.stringValue], case .encoder(let known) = parts[index].part { return known }
        containers[key.stringValue] = count
        return addEncoder(at: key)
    }

    private func add(_ part: Part, at key: any CodingKey) {
        parts.append((kind == .dictionary ? key.stringValue : "", part))
    }

    /// Encodes what the value consists of alone.
    fileprivate func encodeAlone(_ value: any Encodable) throws {
        if let native = value as? any PropertyListNative { return addAlone(native.propertyListObject) }
        if kind != nil { refuseSecond() }
        if isWideInteger(value) {
            // It would encode itself forever.
            let description = "\(type(of: value)) is not supported"
            throw EncodingError.invalidValue(value, .init(codingPath: codingPath, debugDescription: description))
        }
        guard depth < Self.depthLimit else { throw CodingFailure.tooDeep }
        depth += 1
        defer { depth -= 1 }
        try value.encode(to: self)
    }

    fileprivate func addAlone(_ object: PropertyListObject) {
        if kind != nil { refuseSecond() }
        kind = .scalar
        parts.append(("", .object(object)))
    }

    // MARK: Objects

    private func object(of value: any Encodable, at key: any CodingKey) throws -> PropertyListObject {
        if let native = value as? any PropertyListNative { return native.propertyListObject }
        guard depth < Self.depthLimit else { throw CodingFailure.tooDeep }
        let encoder = ObjectEncoder(codingPath: codingPath + [key], depth: depth + 1)
        try value.encode(to: encoder)
        return try encoder.object()
    }

    private func object() throws -> PropertyListObject {
        if let failure { throw failure }
        switch kind {
        case .scalar: return try object(of: parts[0].part)
        case .array: return .array(try parts.map { try object(of: $0.part) })
        // A value that encodes nothing is an empty dictionary.
        case .dictionary, nil:
            var objects = PropertyListDictionary(minimumCapacity: parts.count)
            for (name, part) in parts { objects[name] = try object(of: part) }
            return .dictionary(objects)
        }
    }

    private func object(of part: Part) throws -> PropertyListObject {
        switch part {
        case .object(let object): object
        case .encoder(let encoder): try encoder.object()
        }
    }
}

/// Whether a value is an integer of 128 bits, which no property list holds.
private func isWideInteger(_ value: any Encodable) -> Bool {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return false }
    return value is Int128 || value is UInt128
}

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ObjectEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { encoder.addNil(at: key) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try encoder.add(value, at: key) }
    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder.containerEncoder(at: key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.containerEncoder(at: key).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { encoder.addEncoder(at: PartKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.addEncoder(at: key) }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
    let encoder: ObjectEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.count }
    private var next: PartKey { PartKey(intValue: count) }

    func encodeNil() { encoder.addNil(at: next) }
    func encode(_ value: some Encodable) throws { try encoder.append(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder.addEncoder(at: next).container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.addEncoder(at: next).unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder.addEncoder(at: next) }
}

private struct SingleValueContainer: SingleValueEncodingContainer {
    let encoder: ObjectEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { encoder.addAlone(.string(nullMark)) }
    func encode(_ value: some Encodable) throws { try encoder.encodeAlone(value) }
}

/// The place of an element, or of the superclass.
private struct PartKey: CodingKey {
    private let name: String
    let intValue: Int?
    var stringValue: String { intValue.map { "Index \($0)" } ?? name }

    init(stringValue: String) { (name, intValue) = (stringValue, nil) }
    init(intValue: Int) { (name, self.intValue) = ("", intValue) }
}
