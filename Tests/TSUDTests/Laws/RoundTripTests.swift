import Foundation
import TSUD
import Testing

extension Laws {
    /// What you set is what you get, for every value of every type.
    @Suite(.bothKinds) struct RoundTripTests {
        let store = TestStore()

        @Test(arguments: Case.all)
        func `What is set is what is read, whatever was set before`(_ this: Case) throws {
            try this.setEachOverEach(store)
        }

        @Test(arguments: Case.all)
        func `What is set is read by every accessor`(_ this: Case) throws {
            try this.readByEveryAccessor(store)
        }

        @Test(arguments: Case.all)
        func `What is set survives a property-list file`(_ this: Case) throws {
            try this.passThroughFile(store)
        }

        @Test(arguments: Case.all)
        func `What is set is read from its text`(_ this: Case) throws {
            try this.passThroughText(store)
        }

        @Test func `A nil over a value is nil, and not the registered default`() throws {
            // Registered in a child process, because all suites share the registration domain.
            key<Int?>.set(5, store.suite)
            key<Int?>.set(nil, store.suite)
            #expect(key<Int?>.get(store.suite) == nil)
            #expect(!key<Int?>.isSet(in: store.suite))
        }

        @Test func `A nil in a key that has another default is stored and read as nil`() throws {
            filledKey<Int>.set(nil, store.suite)
            #expect(filledKey<Int>.get(store.suite) == nil)
            #expect(filledKey<Int>.isSet(in: store.suite))
            let stored = try #require(try filledKey<Int>.storedValue(in: store.suite))
            #expect(stored == nil)
        }

        @Test(arguments: numbersThatFoundationTakesForEqual)
        func `A number takes the place of one that Foundation takes for equal`(_ new: EqualNumber) {
            for old in numbersThatFoundationTakesForEqual {
                old.set(store.suite)
                new.set(store.suite)
                #expect(store.object(forKey: "key").map(objectFingerprint) == new.fingerprint, "over \(old)")
            }
        }

        @Test(arguments: numbersThatFoundationTakesForEqual)
        func `It is read as what was set when plain UserDefaults calls have put the old one there`(_ new: EqualNumber) {
            for old in numbersThatFoundationTakesForEqual {
                new.set(store.suite)
                store.suite.removeObject(forKey: "key")
                store.suite.set(old.object, forKey: "key")
                new.set(store.suite)
                new.expectSame(store.suite)
            }
        }

        @Test func `The mark for nil inside an array of optional strings is read as nil`() {
            // The one documented exception: PropertyListEncoder encodes both alike.
            key<[String?]>.set(["$null", "a"], store.suite)
            #expect(key<[String?]>.get(store.suite) == [nil, "a"])
        }
    }
}

extension Laws.RoundTripTests {
    /// Values of one type, each of which is stored over each other one and read back.
    struct Case: CustomTestStringConvertible, @unchecked Sendable {
        let testDescription: String
        let setEachOverEach: (TestStore) throws -> Void
        let readByEveryAccessor: (TestStore) throws -> Void
        let passThroughFile: (TestStore) throws -> Void
        let passThroughText: (TestStore) throws -> Void
        let passThroughExport: (TestStore) throws -> Void
        let setEachInMember: (TestStore) throws -> Void

        init<Key: TSUD>(_ key: Key.Type, _ values: [Key.ValueType]) {
            let trips = RoundTrips<Key>(values: values)
            testDescription = "\(key)"
            setEachOverEach = trips.setEachOverEach
            readByEveryAccessor = trips.readByEveryAccessor
            passThroughFile = trips.passThroughFile
            passThroughText = trips.passThroughText
            passThroughExport = trips.passThroughExport
            setEachInMember = trips.setEachInMember
        }
    }
}

private struct RoundTrips<Key: TSUD> {
    let key = Key.self
    let values: [Key.ValueType]

    func setEachOverEach(in store: TestStore) throws {
        for old in values {
            for new in values {
                key.set(old, store.suite)
                key.set(new, store.suite)
                expectSame(key.get(store.suite), new, "\(new) over \(old)")
            }
        }
    }

    func readByEveryAccessor(in store: TestStore) throws {
        for value in values {
            try key.store(value, in: store.suite)
            expectSame(key[store.suite], value)
            expectSame(key.get(store.anotherObject()), value)
            // A nil that is the default is not stored.
            expectSame(try key.storedValue(in: store.suite) ?? key.defaultValue, value)
            expectSame(try key.update(in: store.suite) { $0 }, value)
            expectSame(key.get(store.suite), value, "after an update that changed nothing")
        }
    }

    func passThroughFile(in store: TestStore) throws {
        let another = TestStore()
        for value in values {
            try key.store(value, in: store.suite)
            // Removed first, because Foundation would keep an object that it considers equal.
            another.suite.removeObject(forKey: key.stringKey)
            if let object = store.object(forKey: key.stringKey) {
                another.suite.set(try throughFile(object), forKey: key.stringKey)
            }
            expectSame(key.get(another.suite), value)
        }
    }

    func passThroughExport(in store: TestStore) throws {
        let list: [any TSUD.Type] = [key]
        let another = TestStore()
        for value in values {
            try key.store(value, in: store.suite)
            try list.restore(from: try list.exported(in: store.suite), in: another.suite)
            expectSame(key.get(another.suite), value)
        }
    }

    func setEachInMember(in store: TestStore) throws {
        let member = key.of("a.b", in: store.suite)
        for old in values {
            for new in values {
                member.value = old
                member.value = new
                expectSame(member.value, new, "\(new) over \(old)")
            }
        }
        for (value, another) in zip(values, values.dropFirst() + values.prefix(1)) {
            key.set(another, store.suite)
            try member.store(value)
            expectSame(try #require(try member.storedValue()), value)
            expectSame(key.of("a.b", in: store.anotherObject()).value, value)
            if let text = member.text() { try member.store(text: text) }
            expectSame(try member.update { $0 }, value)
            expectSame(member.value, value, "after an update that changed nothing")
            expectSame(key.get(store.suite), another, "the setting itself")
            member.reset()
            expectSame(member.value, another, "without a value of its own")
        }
    }

    func passThroughText(in store: TestStore) throws {
        for value in values {
            try key.store(value, in: store.suite)
            let text = key.text(in: store.suite)
            if let text {
                expectSame(try key.value(from: text), value, "read from \(text)")
            } else {
                #expect(fingerprint(of: value) == "nil", "only nil has no text")
            }
        }
    }
}

/// The object as another process reads it.
private func throughFile(_ object: Any) throws -> Any {
    let root = ["root": object]
    let data = try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
    let read = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    return try #require(read?["root"])
}

extension Laws.RoundTripTests.Case {
    static let all: [Self] = numbers + texts + containers + optionals + codables

    private static func widths<Value: FixedWidthInteger & Defaulted>(_: Value.Type) -> Self {
        Self(key<Value>.self, [0, 1, 42, .min, .max, .max - 1])
    }

    private static func floats<Value: BinaryFloatingPoint & Defaulted>(_: Value.Type) -> Self {
        Self(
            key<Value>.self,
            [
                0, -0.0, 1, -1, 0.1, .pi, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .ulpOfOne,
                .leastNonzeroMagnitude, -.leastNormalMagnitude,
            ]
        )
    }

    private static let numbers = [
        Self(key<Bool>.self, [true, false]),
        widths(Int.self), widths(Int8.self), widths(Int16.self), widths(Int32.self), widths(Int64.self),
        widths(UInt.self), widths(UInt8.self), widths(UInt16.self), widths(UInt32.self), widths(UInt64.self),
        floats(Double.self), floats(Float.self), floats(CGFloat.self),
        Self(
            key<Decimal>.self,
            [0, 1, Decimal(sign: .minus, exponent: -20, significand: 12_345), .greatestFiniteMagnitude]
        ),
    ]

    private static let texts = [
        Self(
            key<String>.self,
            [
                "", " ", "$null", "a\0b", "\0", "e\u{301}", "\u{E9}", "👩‍👩‍👧‍👦", "\u{FEFF}a", "\u{2028}", "\u{FFFF}",
                "\u{10FFFF}",
                "\u{D7FF}", "\u{301}", "line\r\nbreak", "1", "YES", "<&>\"'", "עברית",
                String(repeating: "x", count: 5_000),
            ]
        ),
        Self(
            key<Date>.self,
            [0, 0.123_456_789, -0.5, 1e-9, 1e15, -1e15, 800_000_000.000_001].map(
                Date.init(timeIntervalSinceReferenceDate:)
            )
                + [.distantPast, .distantFuture]
        ),
        Self(
            key<Data>.self,
            [Data(), Data([0]), Data(0...255), Data(0...255)[100..<110], Data("bplist00".utf8), Data("$null".utf8)]
        ),
        Self(key<URL>.self, urls),
        Self(key<UUID>.self, [UUID(), UUID()]),
    ]

    private static let urls =
        [
            "https://example.com", "https://example.com/", "https://user@example.com:8080/a%20b/?q=%C3%A9&r=1#part",
            "http://[::1]/",
            "file:///tmp/a%20b", "file:///tmp/directory/", "mailto:somebody@example.com", "urn:isbn:0", "relative/path",
            "../up", "#part",
            "data:,x",
        ]
        .compactMap { URL(string: $0) }
        + [
            URL(string: "../c?d", relativeTo: URL(string: "https://example.com/a/b/")),
            URL(string: "c", relativeTo: URL(string: "file:///a/")),
            URL(string: "", relativeTo: URL(string: "https://example.com/a")),
        ]
        .compactMap(\.self)

    private static let containers = [
        Self(key<[Int]>.self, [[], [0], [1, 2], [2, 1], [.min, .max]]),
        Self(key<[Bool]>.self, [[], [true], [false], [true, false]]),
        Self(key<[Double]>.self, [[], [0.0], [-0.0], [1], [.nan], [.infinity]]),
        Self(key<[Float]>.self, [[], [0.0], [-0.0], [0.1], [.nan]]),
        Self(key<[UInt64]>.self, [[.max], [0]]),
        Self(key<[Int8]>.self, [[.min, .max], []]),
        Self(key<[String]>.self, [[], [""], ["$null"], ["a", "b"], ["e\u{301}"], ["\u{E9}"]]),
        Self(key<[Date]>.self, [[], [Date(timeIntervalSinceReferenceDate: 0.1)]]),
        Self(key<[Data]>.self, [[], [Data()], [Data([1])]]),
        Self(key<[[Int]]>.self, [[], [[]], [[], []], [[1], []], [[1, 2]]]),
        Self(key<[[[String]]]>.self, [[], [[[]]], [[["$null"]]]]),
        Self(key<[String: Int]>.self, [[:], ["": 1], ["$null": 1], ["CF$UID": 1], ["a": 1, "b": 2], ["e\u{301}": 1]]),
        Self(key<[String: Double]>.self, [[:], ["a": 0.0], ["a": -0.0], ["a": .nan], ["a": 1]]),
        Self(key<[String: [String: [Bool]]]>.self, [[:], ["a": [:]], ["a": ["b": []]], ["a": ["b": [true]]]]),
        Self(key<[[String: Float]]>.self, [[], [[:]], [["a": 0.0]], [["a": -0.0]]]),
        Self(key<[Int: String]>.self, [[:], [1: "a"], [.min: "b"]]),
        Self(key<[Theme: Int]>.self, [[:], [.dark: 1]]),
        Self(key<Set<Int>>.self, [[], [1], [1, 2, 3]]),
        Self(key<[URL]>.self, [[], urls]),
        Self(key<[Theme]>.self, [[], [.dark, .light]]),
        Self(key<[String?]>.self, [[], [nil], ["a", nil], [""]]),
        Self(key<[Int?]>.self, [[], [nil], [0, nil]]),
        Self(key<[Double?]>.self, [[], [nil], [0.0], [-0.0]]),
        Self(key<[String: Int?]>.self, [[:], ["a": nil], ["a": 0]]),
    ]

    private static let optionals = [
        Self(key<Int?>.self, [nil, 0, 5]),
        Self(filledKey<Int>.self, [nil, 0, 77]),
        Self(key<Int??>.self, [nil, .some(nil), 5]),
        Self(filledKey<Int?>.self, [nil, .some(nil), 5]),
        Self(key<Int???>.self, [nil, .some(nil), .some(.some(nil)), 5]),
        Self(filledKey<Int??>.self, [nil, .some(nil), .some(.some(nil)), 5]),
        Self(key<Bool?>.self, [nil, true, false]),
        Self(filledKey<Bool>.self, [nil, true, false]),
        Self(key<Double?>.self, [nil, 0, -0.0, .nan]),
        Self(filledKey<Double>.self, [nil, 0, -0.0, .nan]),
        Self(key<String?>.self, [nil, "", "$null", "a"]),
        Self(filledKey<String>.self, [nil, "", "$null", "a"]),
        Self(key<String??>.self, [nil, .some(nil), "", "$null", "a"]),
        Self(filledKey<String?>.self, [nil, .some(nil), "", "$null", "a"]),
        Self(key<[String]?>.self, [nil, [], ["$null"], ["a"], ["$null", "$null"]]),
        Self(filledKey<[String]>.self, [nil, [], ["$null"], ["a"], ["$null", "$null"]]),
        Self(filledKey<[[String]]>.self, [nil, [], [[]], [["$null"]], [["a"]]]),
        Self(filledKey<[String?]>.self, [nil, [], [nil], ["a"]]),
        Self(filledKey<[Int]?>.self, [nil, .some(nil), [], [1]]),
        Self(filledKey<Data>.self, [nil, Data(), Data([1])]),
        Self(filledKey<Date>.self, [nil, Date(timeIntervalSinceReferenceDate: 0.5)]),
        Self(key<URL?>.self, [nil] + urls),
        Self(filledKey<URL>.self, [nil] + urls),
        Self(filledKey<Theme>.self, [nil, .light, .dark]),
        Self(filledKey<Contact>.self, [nil, Contact(name: "", age: 0)]),
        Self(filledKey<Tree>.self, [nil, .leaf(1), .node([])]),
        Self(filledKey<[String: Int]>.self, [nil, [:], ["a": 1]]),
    ]

    private static let codables = [
        Self(key<Theme>.self, Theme.allCases),
        Self(key<Level>.self, Level.allCases),
        Self(key<Contact>.self, [Contact(name: "", age: .min), Contact(name: "Ann\0", age: .max)]),
        Self(
            key<Profile>.self,
            [
                Profile(),
                Profile(ratio: 0.0),
                Profile(ratio: -0.0),
                Profile(ratio: 1),
                Profile(ratio: .nan),
                Profile(home: URL(string: "https://example.com"), nickname: "", theme: .dark),
                Profile(friends: [Contact(name: "Ann", age: 1)], scores: ["a": 0.1]),
                Profile(scores: ["a": 0.0]),
                Profile(scores: ["a": -0.0]),
            ]
        ),
        Self(key<[Contact]>.self, [[], [Contact(name: "Ann", age: 1)]]),
        Self(key<[String: Contact]>.self, [[:], ["": Contact(name: "Ann", age: 1)]]),
        Self(key<Tree>.self, [.leaf(.max), .node([]), .node([.leaf(1), .node([])]), .chain(8)]),
        Self(
            key<JSONValue>.self,
            [
                .bool(true), .int(1), .double(1.5), .bool(false), .int(0), .string(""), .string("1"), .array([]),
                .array([.bool(true)]), .array([.int(1)]), .object([:]), .object(["a": .bool(true)]),
                .object(["a": .int(1)]),
            ]
        ),
        Self(key<Pixel>.self, [Pixel(depth: 1.0), Pixel(depth: 0.0), Pixel(depth: -0.0)]),
        Self(key<Empty>.self, [Empty()]),
        Self(key<ClosedInterval>.self, [ClosedInterval(range: 0...1), ClosedInterval(range: .min ... .max)]),
        Self(key<Link>.self, [Link(next: nil), Link(next: Link(next: nil))]),
    ]
}

/// One of several numbers that `CFEqual` considers equal.
struct EqualNumber: CustomTestStringConvertible, @unchecked Sendable {
    let testDescription: String
    let object: Any
    let set: (UserDefaults) -> Void
    let expectSame: (UserDefaults) -> Void
    var fingerprint: String { objectFingerprint(of: object) }

    init<Value: Defaulted>(_ value: Value) {
        testDescription = "\(Value.self)(\(value))"
        object = value
        set = { key<Value>.set(value, $0) }
        expectSame = { TSUDTests.expectSame(key<Value>.get($0), value) }
    }
}

private let numbersThatFoundationTakesForEqual = [
    EqualNumber(1), EqualNumber(1.0), EqualNumber(true), EqualNumber([1]), EqualNumber([1.0]), EqualNumber([true]),
    EqualNumber(["a": 1]), EqualNumber(["a": 1.0]), EqualNumber(["a": true]), EqualNumber([[0]]), EqualNumber([[0.0]]),
    EqualNumber([[-0.0]]), EqualNumber([[false]]), EqualNumber(0.0), EqualNumber(-0.0), EqualNumber(false),
    EqualNumber(0),
]

private struct Pixel: Codable, Defaulted {
    var depth: Double
    static var standIn: Self { Self(depth: 77) }

    init(depth: Double) { self.depth = depth }

    init(from decoder: any Decoder) throws { depth = try decoder.singleValueContainer().decode(Double.self) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(depth)
    }
}

private struct Empty: Codable, Defaulted {
    static var standIn: Self { Self() }
}

private struct ClosedInterval: Codable, Defaulted {
    var range: ClosedRange<Int>
    static var standIn: Self { Self(range: 7...77) }
}

/// A value can be an instance of a class.
private final class Link: Codable, Defaulted {
    let next: Link?
    static var standIn: Link { Link(next: nil) }

    init(next: Link?) { self.next = next }
}
