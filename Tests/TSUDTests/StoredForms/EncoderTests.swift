import Foundation
import TestSupport
import Testing

@testable import TSUD

extension StoredForms {
    /// A `Codable` value is stored as the objects that `PropertyListEncoder` makes of it, and read like its decoder.
    @Suite struct EncoderTests {
        let store = TestStore()

        nonisolated(unsafe) static let values: [any Defaulted] = [
            ByHand(), InSteps(), Heir(), Profile(), Profile(friends: [.standIn], scores: ["a": 0.5]), Tree.chain(3),
            JSONValue.array([.bool(true), .int(1), .object(["a": .double(0.5)])]), UUID.standIn, Theme.dark,
            [Optional(Huge(words: [1, 2]))], Decimal(12.5), CGFloat(0.5), Set([1]), [1: "a"], [Optional(1), nil], Nil(),
            [Nil()],
        ]

        @Test(arguments: values.map { Unchecked($0) })
        func `A value is stored as Foundation's encoder encodes it`(_ this: Unchecked<any Defaulted>) throws {
            try compare(this.value)
        }

        private func compare<Value: Defaulted>(_ value: Value) throws {
            let data = try PropertyListEncoder().encode([value])
            let encoded = try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
            try key<Value>.in(store.suite).store(value)
            #expect(store.object(forKey: "key").map(objectFingerprint) == encoded?.first.map(objectFingerprint))
            expectSame(try key<Value>.in(store.suite).storedValue(), value)
        }

        nonisolated(unsafe) static let foundationValues: [any Codable] = [
            Locale(identifier: "de_CH"), TimeZone.gmt, IndexSet([1, 5, 6]), IndexPath(indexes: [1, 2]), 1...5,
            DateInterval(start: .standIn, duration: 1.5), DateComponents(year: 2026, month: 1), CharacterSet.newlines,
            Measurement(value: 0.5, unit: UnitLength.meters), Decimal(string: "-12345678901234567890.5"),
            URL(string: "b", relativeTo: URL(string: "https://example.org/a")), [UInt64.max, 0, 255, 256], [-0.0],
            [Float.infinity], ["é": Date.standIn, "\u{1F600}": nil], [[Data([1]): [Int8(-1)]]],
            PersonNameComponents(givenName: "Ann"),
        ]

        @Test(arguments: foundationValues.map { Unchecked($0) })
        func `A value is encoded as by Foundation's encoder`(_ this: Unchecked<any Codable>) throws {
            let data = try PropertyListEncoder().encode([Encoded(value: this.value)])
            let encoded = try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
            let object = try ObjectEncoder.object(of: this.value).foundationObject
            #expect(objectFingerprint(of: object) == encoded?.first.map(objectFingerprint))
        }

        @Test func `A value is encoded once, whether it is a scalar or a container`() throws {
            for value in [Counted.scalar, .container, .scalar] {
                let counter = Counter()
                try Counted.$counter.withValue(counter) { try key<Counted>.in(store.suite).store(value) }
                #expect(counter.total == 1)
                #expect(try key<Counted>.in(store.suite).storedValue() == value)
            }
        }

        @Test func `A value that nests without end is rejected`() {
            for value in Endless.allCases {
                #expect(throws: TSUDError.self) { try key<Endless>.in(store.suite).store(value) }
            }
        }

        @Test func `A value that nests as deep as a property list may is stored, also with optionals at each level`()
            throws
        {
            let value = OptionalTree.chain(PropertyListObject.depthLimit / 2)
            // `UserDefaults` on Linux takes the third power of the depth to store it, twenty seconds here.
            try withEphemeralSettings { suite in
                try key<OptionalTree>.in(suite).store(value)
                #expect(try key<OptionalTree>.in(suite).storedValue()?.depth == PropertyListObject.depthLimit / 2)
            }
        }

        @Test func `A value that encodes two values or kinds of containers is rejected`() {
            for twice in Twice.allCases {
                #expect(throws: TSUDError.self) { try key<Twice>.in(store.suite).store(twice) }
            }
        }

        @Test func `An integer of 128 bits is rejected, and not read`() {
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
            #expect(throws: TSUDError.self) { try key<[Int128]>.in(store.suite).store([5]) }
            store.suite.set([5], forKey: "key")
            #expect(throws: TSUDError.self) { try key<[Int128]>.in(store.suite).storedValue() }
        }

        @Test func `A decoder's containers throw or return nil for missing values`() throws {
            store.suite.set([1], forKey: "key")
            #expect(throws: TSUDError.self) { try key<Pair>.in(store.suite).storedValue() }
            store.suite.set([1, 2], forKey: "key")
            #expect(try key<Pair>.in(store.suite).storedValue()?.third == nil)
        }
    }
}

/// A value that uses all containers there are.
private struct ByHand: Codable, Defaulted {
    static var standIn: Self { Self() }

    private enum Key: String, CodingKey { case array, dictionary, missing, base, text }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        try #require(container.allKeys.count == 4)
        var array = try container.nestedUnkeyedContainer(forKey: .array)
        try #require(array.count == 6)
        try #require(try !array.decodeNil())
        try #require(try array.decode(Int.self) == 1)
        try #require(try array.decodeNil())
        try #require(try array.decodeIfPresent(Int.self) == 2)
        var inner = try array.nestedUnkeyedContainer()
        try #require(try inner.decode(Bool.self))
        let dictionary = try array.nestedContainer(keyedBy: Key.self)
        try #require(try dictionary.decode(Double.self, forKey: .text) == 0.5)
        var last = try array.superDecoder().unkeyedContainer()
        try #require(try last.decode(String.self) == "a")
        try #require(array.isAtEnd && last.isAtEnd)
        let nested = try container.nestedContainer(keyedBy: Key.self, forKey: .dictionary)
        try #require(try nested.decodeNil(forKey: .missing))
        try #require(try nested.decodeIfPresent(String.self, forKey: .missing) == nil)
        try #require(!nested.contains(.array))
        try #require(try container.superDecoder(forKey: .base).singleValueContainer().decode(Int8.self) == -5)
        try #require(try container.superDecoder().singleValueContainer().decode(Date.self) == .standIn)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        var array = container.nestedUnkeyedContainer(forKey: .array)
        try array.encode(1)
        try array.encodeNil()
        try array.encode(2)
        var inner = array.nestedUnkeyedContainer()
        try inner.encode(true)
        var dictionary = array.nestedContainer(keyedBy: Key.self)
        try dictionary.encode(0.5, forKey: .text)
        var last = array.superEncoder().unkeyedContainer()
        try last.encode("a")
        var nested = container.nestedContainer(keyedBy: Key.self, forKey: .dictionary)
        try nested.encodeNil(forKey: .missing)
        var base = container.superEncoder(forKey: .base).singleValueContainer()
        try base.encode(Int8(-5))
        var top = container.superEncoder().singleValueContainer()
        try top.encode(Date.standIn)
        // The same container again.
        var again = encoder.container(keyedBy: Key.self)
        try again.encode("text", forKey: .text)
    }
}

/// A value whose encoding is that of another.
private struct Encoded: Encodable {
    let value: any Codable
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// A value that encodes one dictionary in two steps.
private struct InSteps: Codable, Defaulted {
    static var standIn: Self { Self() }

    private enum Key: CodingKey { case inner, a, b }

    init() {}
    init(from decoder: any Decoder) throws {
        let inner = try decoder.container(keyedBy: Key.self).nestedContainer(keyedBy: Key.self, forKey: .inner)
        try #require(try inner.decode(Int.self, forKey: .a) == 1 && inner.decode(Int.self, forKey: .b) == 2)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for (key, number) in [(Key.a, 1), (.b, 2)] {
            var inner = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
            try inner.encode(number, forKey: key)
        }
    }
}

/// A value that counts how often it is encoded.
private enum Counted: Codable, Defaulted {
    case scalar, container
    static var standIn: Self { .scalar }
    @TaskLocal static var counter: Counter?

    init(from decoder: any Decoder) throws {
        self = (try? decoder.singleValueContainer().decode(Int.self)) == nil ? .container : .scalar
    }
    func encode(to encoder: any Encoder) throws {
        Self.counter?.increment()
        var container = encoder.singleValueContainer()
        if self == .scalar { try container.encode(1) } else { try container.encode([1]) }
    }
}

private enum Endless: String, Codable, Defaulted, CaseIterable {
    case elements, wrappers, nestedArrays, nestedDictionaries, superEncoders
    static var standIn: Self { .elements }

    private enum Key: CodingKey { case inner }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .elements:
            var container = encoder.unkeyedContainer()
            try container.encode([self])
        case .wrappers:
            var container = encoder.singleValueContainer()
            try container.encode(self)
        case .nestedArrays:
            var container = encoder.unkeyedContainer()
            for _ in 0..<100_000 { container = container.nestedUnkeyedContainer() }
        case .nestedDictionaries:
            var container = encoder.container(keyedBy: Key.self)
            for _ in 0..<100_000 { container = container.nestedContainer(keyedBy: Key.self, forKey: .inner) }
        case .superEncoders:
            var container = encoder.unkeyedContainer()
            for _ in 0..<100_000 { container = container.superEncoder().unkeyedContainer() }
        }
    }
}

private struct OptionalTree: Codable, Defaulted {
    var branches: [OptionalTree?] = []
    static var standIn: Self { Self() }

    var depth: Int { 1 + (branches.first??.depth ?? 0) }
    static func chain(_ depth: Int) -> Self { (1..<depth).reduce(Self()) { tree, _ in Self(branches: [tree]) } }
}

private enum Twice: String, Codable, Defaulted, CaseIterable {
    case values, containers, structures, containerAndStructure
    static var standIn: Self { .values }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .values:
            try container.encode("a")
            try container.encode("b")
        case .containers:
            try container.encode("a")
            _ = encoder.unkeyedContainer()
        case .structures:
            try container.encode(Profile())
            try container.encode(Tree.chain(1))
        case .containerAndStructure:
            _ = encoder.unkeyedContainer()
            try container.encode(1...5)
        }
    }
}

private class Ancestor: Codable {
    var name = "Ann"
    init() {}
}

private final class Heir: Ancestor, Defaulted {
    var age = 7
    static var standIn: Heir { Heir() }

    private enum Key: CodingKey { case age }

    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
        age = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .age)
        try super.init(from: decoder.container(keyedBy: Key.self).superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(age, forKey: .age)
        try super.encode(to: container.superEncoder())
    }
}

private struct Pair: Codable, Defaulted {
    var first = 0
    var second = 0
    var third: Int?
    static var standIn: Self { Self() }

    init() {}
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        first = try container.decode(Int.self)
        second = try container.decode(Int.self)
        third = try container.decodeIfPresent(Int.self)
    }
}

/// An integer as packages for huge ones have it, with as much of one as is needed to be encoded.
private struct Huge: BinaryInteger, Codable, Defaulted {
    var words: [UInt]
    static var standIn: Self { Self(words: [1, 2]) }

    init(words: [UInt]) { self.words = words }
    init(integerLiteral value: UInt) { words = [value] }
    init(_ source: some BinaryInteger) { words = Array(source.words) }
    init(clamping source: some BinaryInteger) { self.init(source) }
    init(truncatingIfNeeded source: some BinaryInteger) { self.init(source) }
    init?(exactly source: some BinaryInteger) { self.init(source) }
    init(_ source: some BinaryFloatingPoint) { words = [UInt(source)] }
    init?(exactly source: some BinaryFloatingPoint) { self.init(source) }

    static var isSigned: Bool { false }
    var magnitude: Self { self }
    var bitWidth: Int { words.count * UInt.bitWidth }
    var trailingZeroBitCount: Int { words[0].trailingZeroBitCount }

    static func < (one: Self, other: Self) -> Bool { one.words.lexicographicallyPrecedes(other.words) }
    static func == (one: Self, other: Self) -> Bool { one.words == other.words }
    static prefix func ~ (one: Self) -> Self { one }
    static func + (one: Self, other: Self) -> Self { one }
    static func - (one: Self, other: Self) -> Self { one }
    static func * (one: Self, other: Self) -> Self { one }
    static func / (one: Self, other: Self) -> Self { one }
    static func % (one: Self, other: Self) -> Self { one }
    static func += (one: inout Self, other: Self) {}
    static func -= (one: inout Self, other: Self) {}
    static func *= (one: inout Self, other: Self) {}
    static func /= (one: inout Self, other: Self) {}
    static func %= (one: inout Self, other: Self) {}
    static func &= (one: inout Self, other: Self) {}
    static func |= (one: inout Self, other: Self) {}
    static func ^= (one: inout Self, other: Self) {}
    static func >>= (one: inout Self, other: some BinaryInteger) {}
    static func <<= (one: inout Self, other: some BinaryInteger) {}
}
