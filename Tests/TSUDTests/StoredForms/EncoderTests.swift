import Foundation
import TestSupport
import Testing

@testable import TSUD

extension StoredForms {
    /// A `Codable` value is stored as the objects that `PropertyListEncoder` makes of it, and read like its decoder.
    @Suite struct EncoderTests {
        let store = TestStore()

        nonisolated(unsafe) static let values: [any Defaulted] = [
            ByHand(), Heir(), Profile(), Profile(friends: [.standIn], scores: ["a": 0.5]), Tree.chain(3),
            JSONValue.array([.bool(true), .int(1), .object(["a": .double(0.5)])]), UUID.standIn, Theme.dark,
            Decimal(12.5), CGFloat(0.5), Set([1]), [1: "a"], [Optional(1), nil], Nil(),
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
        func `A value of Foundation's is encoded as by its encoder`(_ this: Unchecked<any Codable>) throws {
            try check(this.value)
        }

        private func check<Value: Codable>(_ value: Value) throws {
            let data = try PropertyListEncoder().encode([value])
            let encoded = try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
            let object = try CodableCoding<Value>().object(of: value).foundationObject
            #expect(objectFingerprint(of: object) == encoded?.first.map(objectFingerprint))
        }

        @Test func `A write encodes each container of the value once`() throws {
            let counter = Counter()
            try Counted.$counter.withValue(counter) { try key<Counted>.in(store.suite).store(Counted(numbers: [1])) }
            #expect(counter.total == 1)
            #expect(try key<Counted>.in(store.suite).storedValue()?.numbers == [1])
        }

        @Test func `A value nested as deeply as a property list allows is stored, also with optionals at each level`()
            throws
        {
            let value = OptionalTree.chain(PropertyListObject.depthLimit / 2)
            // `UserDefaults` on Linux takes the third power of the depth to store it, twenty seconds here.
            try withEphemeralSettings { suite in
                try key<OptionalTree>.in(suite).store(value)
                #expect(try key<OptionalTree>.in(suite).storedValue()?.depth == PropertyListObject.depthLimit / 2)
            }
        }

        @Test func `A value nested deeper than a property list allows is rejected with the reason`() {
            let error = #expect(throws: TSUDError.self) {
                try key<OptionalTree>.in(store.suite).store(.chain(PropertyListObject.depthLimit / 2 + 1))
            }
            #expect(error?.description.hasSuffix("it is nested deeper than 511 levels.") == true)
        }

        @Test func `An integer of 128 bits is neither stored nor read`() throws {
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
            store.suite.set([5], forKey: "key")
            #expect(throws: TSUDError.self) { try key<[Int128]>.in(store.suite).storedValue() }
            for value in [[5], [.max]] as [[Int128]] {
                let error = #expect(throws: TSUDError.self) { try key<[Int128]>.in(store.suite).store(value) }
                #expect(error?.code == .unencodable)
            }
            #expect(store.object(forKey: "key") as? [Int] == [5])
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

/// A value that counts how often it is encoded.
private struct Counted: Codable, Defaulted {
    var numbers: [Int] = []
    static var standIn: Self { Self() }
    @TaskLocal static var counter: Counter?

    func encode(to encoder: any Encoder) throws {
        Self.counter?.increment()
        var container = encoder.singleValueContainer()
        try container.encode(numbers)
    }

    init(numbers: [Int] = []) { self.numbers = numbers }
    init(from decoder: any Decoder) throws { numbers = try decoder.singleValueContainer().decode([Int].self) }
}

private struct OptionalTree: Codable, Defaulted {
    var branches: [OptionalTree?] = []
    static var standIn: Self { Self() }

    var depth: Int { 1 + (branches.first??.depth ?? 0) }
    static func chain(_ depth: Int) -> Self { (1..<depth).reduce(Self()) { tree, _ in Self(branches: [tree]) } }
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
