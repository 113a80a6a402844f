import Foundation
import TSUD
import TestSupport

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
                "", " ", "a", "$null", "a\0b", "\0", "e\u{301}", "\u{E9}", "👩‍👩‍👧‍👦", "\u{FEFF}a", "\u{2028}",
                "\u{FFFF}", "\u{10FFFF}", "\u{D7FF}", "\u{301}", "line\r\nbreak", "1", "YES", "<&>\"'", "עברית",
                String(repeating: "x", count: 5_000),
            ]
        ),
        Self(
            key<Date>.self,
            [.distantPast, .distantFuture]
                + [0, 0.123_456_789, -0.5, 1e-9, 1e15, -1e15, 800_000_000.000_001]
                .map(Date.init(timeIntervalSinceReferenceDate:))
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
            "http://[::1]/", "file:///tmp/a%20b", "file:///tmp/directory/", "mailto:somebody@example.com",
            "urn:isbn:0", "relative/path", "../up", "#part", "data:,x",
        ]
        .compactMap { URL(string: $0) } + relativeURLs

    private static let relativeURLs = [
        URL(string: "../c?d", relativeTo: URL(string: "https://example.com/a/b/")),
        URL(string: "c", relativeTo: URL(string: "file:///a/")),
        URL(string: "", relativeTo: URL(string: "https://example.com/a")),
    ]
    .compactMap(\.self)

    private static let containers = [
        Self(key<[Int]>.self, [[], [0], [1, 2], [2, 1], [.min, .max]]),
        Self(key<[Bool]>.self, [[], [true], [false], [true, false]]),
        Self(key<[Double]>.self, [[], [0.0], [-0.0], [1], [.nan], [.infinity]]),
        Self(key<[Float]>.self, [[], [0.0], [-0.0], [0.1], [.nan]]), Self(key<[UInt64]>.self, [[.max], [0]]),
        Self(key<[Int8]>.self, [[.min, .max], []]),
        Self(key<[String]>.self, [[], [""], ["$null"], ["a", "b"], ["e\u{301}"], ["\u{E9}"]]),
        Self(key<[Date]>.self, [[], [Date(timeIntervalSinceReferenceDate: 0.1)]]),
        Self(key<[Data]>.self, [[], [Data()], [Data([1])]]),
        Self(key<[[Int]]>.self, [[], [[]], [[], []], [[1], []], [[1, 2]]]),
        Self(key<[[Float]]>.self, [[], [[]], [[0.1]]]), Self(key<[[[String]]]>.self, [[], [[[]]], [[["$null"]]]]),
        Self(key<[String: Int]>.self, [[:], ["": 1], ["$null": 1], ["CF$UID": 1], ["a": 1, "b": 2], ["e\u{301}": 1]]),
        Self(key<[String: Double]>.self, [[:], ["a": 0.0], ["a": -0.0], ["a": .nan], ["a": 1]]),
        Self(key<[String: [String: [Bool]]]>.self, [[:], ["a": [:]], ["a": ["b": []]], ["a": ["b": [true]]]]),
        Self(key<[String: [Int]]>.self, [["a": [1]]]),
        Self(key<[[String: Float]]>.self, [[], [[:]], [["a": 0.0]], [["a": -0.0]]]),
        Self(key<[Int: String]>.self, [[:], [1: "a"], [.min: "b"]]), Self(key<[Theme: Int]>.self, [[:], [.dark: 1]]),
        Self(key<[[Int]: String]>.self, [[[1, 2]: "a"]]), Self(key<Set<Int>>.self, [[], [1], [1, 2, 3]]),
        Self(key<[URL]>.self, [[], urls]), Self(key<[Theme]>.self, [[], [.dark, .light]]),
        Self(key<[String?]>.self, [[], [nil], ["a", nil], [""]]), Self(key<[Int?]>.self, [[], [nil], [0, nil]]),
        Self(key<[Double?]>.self, [[], [nil], [0.0], [-0.0]]),
        Self(key<[String: Int?]>.self, [[:], ["a": nil], ["a": 0]]),
    ]

    /// A key whose default is nil, and one whose default is not.
    private static func both<Wrapped: Defaulted>(_ values: [Wrapped?]) -> [Self] {
        [Self(key<Wrapped?>.self, values), Self(filledKey<Wrapped>.self, values)]
    }

    private static let optionals = [
        both([nil, 0, 5, 77] as [Int?]), both([nil, .some(nil), 5] as [Int??]),
        both([nil, .some(nil), .some(.some(nil)), 5] as [Int???]), both([nil, true, false]),
        both([nil, 0, -0.0, .nan] as [Double?]), both([nil, "", "$null", "a"]),
        both([nil, .some(nil), "", "$null", "a"] as [String??]),
        both([nil, [], ["$null"], ["a"], ["$null", "$null"]]),
        both([nil, [], [[]], [["$null"]], [["a"]]]), both([nil, [], [nil], ["a"]] as [[String?]?]),
        both([nil, [], [1]] as [[Int]?]), both([nil, .some(nil), [], [1]] as [[Int]??]),
        both([nil, Data(), Data([1])]),
        both([nil, Date(timeIntervalSinceReferenceDate: 0.5)]), both([nil] + urls), both([nil, Theme.light, .dark]),
        both([nil, Contact(name: "", age: 0)]), both([nil, Tree.leaf(1), .node([])]),
        both([nil, [:], ["a": 1]] as [[String: Int]?]),
    ]
    .flatMap(\.self)

    private static let codables = [
        Self(key<Theme>.self, Theme.allCases), Self(key<Level>.self, Level.allCases),
        Self(key<Contact>.self, [Contact(name: "", age: .min), Contact(name: "Ann\0", age: .max)]),
        Self(
            key<Profile>.self,
            [
                Profile(), Profile(home: urls[0], nickname: "", theme: .dark),
                Profile(friends: [Contact(name: "Ann", age: 1)], scores: ["a": 0.1]),
            ] + [0.0, -0.0, 1, .nan].map { Profile(ratio: $0) } + [0.0, -0.0].map { Profile(scores: ["a": $0]) }
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
        Self(key<Empty>.self, [Empty()]),
        Self(key<Nothing>.self, [Nothing()]),
        Self(key<Nil>.self, [Nil()]),
        Self(filledKey<Nil>.self, [nil, Nil()]),
        Self(key<Large>.self, [Large(modified: 1_700_000_000_000, size: .max)]),
        Self(key<ClosedRange<Int>>.self, [0...1, .min ... .max]),
        Self(key<Link>.self, [Link(next: nil), Link(next: Link(next: nil))]),
    ]
}

private struct Empty: Codable, Defaulted { static var standIn: Self { Self() } }

/// A value that encodes nothing.
private struct Nothing: Codable, Defaulted {
    static var standIn: Self { Self() }

    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
}

/// Numbers of which each needs more than 32 bits.
private struct Large: Codable, Defaulted {
    var modified: Int64 = 0
    var size: UInt64 = 0
    static var standIn: Self { Self() }
}

extension ClosedRange: Defaulted where Bound == Int { static var standIn: Self { 7...77 } }

/// A value can be an instance of a class.
private final class Link: Codable, Defaulted {
    let next: Link?
    static var standIn: Link { Link(next: nil) }

    init(next: Link?) { self.next = next }
}

/// A value that encodes itself as nil.
struct Nil: Codable, Defaulted {
    static var standIn: Self { Self() }

    init() {}

    init(from decoder: any Decoder) throws {
        guard try decoder.singleValueContainer().decodeNil() else { throw BodyError() }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}
