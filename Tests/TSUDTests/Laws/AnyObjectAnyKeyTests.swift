import Foundation
import TSUD
import TestSupport
import Testing

extension Laws {
    /// No stored object crashes a key of any type: it is read or reported as unreadable, and stays as it is.
    @Suite struct AnyObjectAnyKeyTests {
        let store = TestStore()

        struct StoredObject: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let object: Any

            init(_ object: Any, _ description: String? = nil) {
                self.object = object
                testDescription = description ?? "\(type(of: object)) \(object)"
            }
        }

        @Test(arguments: StoredObject.small)
        func `Any object is read or refused by any key, and stays as it is`(_ stored: StoredObject) {
            check(stored.object, allKeys)
        }

        @Test(arguments: StoredObject.deep)
        func `So is a deep one`(_ stored: StoredObject) throws {
            // Foundation on Linux takes seconds to store such an object and to copy it for each read.
            let suite = try #require(LendingSuite(stored.object, named: store.name))
            for key in allKeys { readOnce(key.type, in: suite) }
        }

        @Test func `So is a deep one where a number was before`() throws {
            let deep = nested(2_000, around: ["leaf": ["_0": 1]], in: { ["node": ["_0": [$0]]] })
            readOnce(key<Unshared>.self, in: try #require(LendingSuite(1, named: store.name)))
            readOnce(key<Unshared>.self, in: try #require(LendingSuite(deep, named: store.name)))
        }

        @Test(arguments: StoredObject.large)
        func `So is a large one`(_ stored: StoredObject) throws {
            let suite = try #require(LendingSuite(stored.object, named: store.name))
            for key in keysOfEachRoute { readOnce(key.type, in: suite) }
        }

        @Test func `So is one that is really stored, deeper than a property list is read`() {
            let object = nested(520, in: { [$0] })
            store.suite.set(object, forKey: "key")
            readOnce(key<[Int]>.self, in: store.suite)
            #expect(store.contents == objectFingerprint(of: ["key": object]))
        }

        @Test(arguments: 0..<20)
        func `So is a random object`(_ seed: UInt64) {
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<3 {
                let object = randomObject(depth: 4, using: &generator)
                check(object, allKeys)
            }
        }

        @Test(arguments: 0..<10)
        func `So is an archived URL with bytes that were changed, cut off or put in`(_ seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed)
            let url = try #require(NSURL(string: "a/b?c", relativeTo: URL(string: "https://example.com/")))
            let archive = try NSKeyedArchiver.archivedData(withRootObject: url, requiringSecureCoding: true)
            for _ in 0..<50 {
                var bytes = [UInt8](archive)
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    let place = Int.random(in: 0..<bytes.count, using: &generator)
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: bytes[place] = .random(in: .min ... .max, using: &generator)
                    case 1: bytes[place] ^= 1 << Int.random(in: 0..<8, using: &generator)
                    case 2: bytes.insert(.random(in: .min ... .max, using: &generator), at: place)
                    default: bytes.removeLast(Int.random(in: 0..<(bytes.count / 4), using: &generator))
                    }
                }
                check(Data(bytes), [AnyKey(key<URL>.self)])
            }
        }

        @Test func `So is an archived URL cut off at any byte, or with any byte at its extremes`() throws {
            let url = try #require(NSURL(string: "https://example.com/"))
            let archive = try NSKeyedArchiver.archivedData(withRootObject: url, requiringSecureCoding: true)
            for place in archive.indices {
                check(archive.prefix(place), [AnyKey(key<URL>.self)])
                for byte: UInt8 in [0, 0x0F, 0x7F, 0x80, 0xFF] {
                    var changed = archive
                    changed[place] = byte
                    check(changed, [AnyKey(key<URL>.self)])
                }
            }
        }

        private func check(_ object: Any, _ keys: [AnyKey]) {
            store.suite.set(object, forKey: "key")
            let before = store.contents
            for key in keys {
                readEveryWay(key.type, in: store.suite)
                #expect(store.contents == before, "after reading it by \(key)")
            }
        }
    }
}

/// Expects a value or the only possible error.
private func readOnce<Key: TSUD>(_ key: Key.Type, in suite: UserDefaults) {
    do throws(TSUDError) {
        #expect(try key.storedValue(in: suite) != nil)
    } catch {
        #expect(error.code == .unreadable)
        #expect(error.key == "key")
    }
}

/// A key for each coding.
private let keysOfEachRoute = [
    AnyKey(key<String>.self),
    AnyKey(key<[Int]>.self),
    AnyKey(key<[[Int]]>.self),
    AnyKey(key<[String: Double]>.self),
    AnyKey(key<[String]?>.self),
    AnyKey(key<URL>.self),
    AnyKey(key<Theme>.self),
    AnyKey(key<[Contact]>.self),
    AnyKey(key<Set<Int>>.self),
]

/// Keys of every kind of value.
private let allKeys = [
    AnyKey(key<Bool>.self),
    AnyKey(key<Int>.self),
    AnyKey(key<UInt8>.self),
    AnyKey(key<UInt64>.self),
    AnyKey(key<Double>.self),
    AnyKey(key<Float>.self),
    AnyKey(key<String>.self),
    AnyKey(key<Date>.self),
    AnyKey(key<Data>.self),
    AnyKey(key<[Int]>.self),
    AnyKey(key<[String]>.self),
    AnyKey(key<[String: Double]>.self),
    AnyKey(key<[[Int]]>.self),
    AnyKey(key<Int?>.self),
    AnyKey(key<String??>.self),
    AnyKey(key<[String?]>.self),
    AnyKey(filledKey<URL>.self),
    AnyKey(key<URL>.self),
    AnyKey(key<Theme>.self),
    AnyKey(key<Level>.self),
    AnyKey(key<Contact>.self),
    AnyKey(key<[Contact]>.self),
    AnyKey(key<Profile>.self),
    AnyKey(key<Tree>.self),
    AnyKey(key<JSONValue>.self),
    AnyKey(key<Decimal>.self),
]

extension Laws.AnyObjectAnyKeyTests.StoredObject {
    static let small = scalars + data + containers

    private static let scalars = [
        Self(true), Self(false), Self(0), Self(1), Self(-1), Self(300), Self(Int.min), Self(Int.max), Self(UInt64.max),
        Self(0.0), Self(-0.0), Self(2.5), Self(1e300), Self(Double.nan), Self(Double.infinity), Self(-Double.infinity),
        Self(Float(0.1)), Self(Float.nan), Self(Float.infinity),
        Self(""), Self("$null"), Self("5"), Self("2.5"), Self("1e400"), Self("-1"), Self("YES"), Self("banana"),
        Self("dark"),
        Self("\0"), Self("~"), Self("~nobody-of-that-name/a"), Self("https://example.com"), Self("https://%zz"),
        Self("http://[bad"), Self("{name = Bob;}"),
        Self(Date(timeIntervalSinceReferenceDate: 0)), Self(Date.distantPast), Self(Date.distantFuture),
        Self(Date(timeIntervalSinceReferenceDate: 1e300), "a date far away"),
        Self(Date(timeIntervalSinceReferenceDate: .infinity), "a date infinitely far away"),
        Self(Date(timeIntervalSinceReferenceDate: .nan), "a date that is no number"),
    ]

    private static let data = [
        Self(Data(), "no data"), Self(Data([0]), "a zero byte"), Self(Data("garbage".utf8), "garbage"),
        Self(Data("bplist00".utf8), "a header alone"), Self(Data(repeating: 0xFF, count: 40), "forty bytes of ones"),
        Self(Data("bplist00".utf8) + Data(repeating: 0xFF, count: 40), "a header and ones"),
        Self(Data("bplist00".utf8) + Data(repeating: 0, count: 40), "a header and zeros"),
        Self(Data("<?xml version=\"1.0\"?><plist><dict/></plist>".utf8), "XML"),
        Self(archive(of: NSString(string: "https://example.com")), "an archived string"),
        Self(archive(of: NSArray(array: [1])), "an archived array"),
        Self(archive(of: NSURL(fileURLWithPath: "/a")), "an archived URL"),
    ]

    private static let containers = [
        Self([Any]()), Self([String: Any]()), Self([1]), Self(["a"]), Self(["$null"]), Self([["$null"]]),
        Self([true, 1, 2.5, "x"]),
        Self([[Any]()]), Self([[String: Any]()]), Self(["": 1]), Self(["a": 1]),
        Self(["a": 1.5, "b": "x"] as [String: Any]),
        Self(["a": [Any]()]), Self(["a": ["b": ["c": [1, ["d": 2.5]]]]]),
        Self(["name": "Ann", "age": 1] as [String: Any]),
        Self(["name": 1, "age": "x"] as [String: Any]), Self(["name": "Ann", "age": [1]] as [String: Any]),
        Self([["name": "Ann"]]), Self(["relative": "x"]), Self(["relative": "x", "base": "y"]), Self(["relative": [1]]),
        Self(["relative": ""]), Self(["relative": "https://%zz"]), Self(["leaf": ["_0": 1]]), Self(["leaf": 1]),
        Self(["node": ["_0": [["leaf": ["_0": "x"]]]]]), Self(["CF$UID": 1]), Self(["CF$UID": -1]),
        Self(["CF$UID": UInt64.max]),
        Self(["a": ["CF$UID": 1]]),
        Self(["$archiver": "NSKeyedArchiver", "$objects": [Any](), "$top": [String: Any]()] as [String: Any]),
        Self(["exponent": 0, "length": 99, "isNegative": 5, "isCompact": "x", "mantissa": [1, 2]] as [String: Any]),
        Self(["name": Date.standIn, "age": Data()] as [String: Any]),
    ]

    static let large = [
        Self(Data(count: 1 << 20), "a megabyte of zeros"),
        Self(String(repeating: "👩‍👩‍👧‍👦", count: 1 << 15), "many emoji"),
        Self(String(repeating: "1", count: 1 << 20), "a megabyte of digits"),
        Self(Array(0..<100_000), "a hundred thousand integers"),
        Self(Array(repeating: "1", count: 100_000), "a hundred thousand strings"),
        Self(
            (0..<100_000).map { $0 == 99_999 ? "x" : "1" },
            "a hundred thousand strings of which the last is no number"
        ),
        Self(Dictionary(uniqueKeysWithValues: (0..<100_000).map { ("\($0)", $0) }), "a hundred thousand entries"),
        Self(Array(repeating: ["name": "Ann", "age": "1"], count: 1_000), "a thousand people"),
    ]

    // Foundation on Linux takes cubic time in the depth of dictionaries, so there are few deep ones.
    static let deep =
        [500, 510, 511, 512, 600, 2_000].flatMap { depth in
            [
                Self(nested(depth, in: { [$0] }), "an array \(depth) deep"),
                Self(nested(depth, around: "$null", in: { [$0] }), "a mark for nil \(depth) deep"),
            ]
        }
        + [20, 600, 2_000].flatMap { depth in
            [
                Self(nested(depth, in: { ["node": $0] }), "a dictionary \(depth) deep"),
                Self(
                    nested(depth, around: ["leaf": ["_0": 1]], in: { ["node": ["_0": [$0]]] }),
                    "a tree \(depth) high"
                ),
            ]
        }

    private static func archive(of object: NSObject) -> Data {
        (try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)) ?? Data()
    }
}

/// A type that no other test uses, so that no other object is in the cache of its coding.
private struct Unshared: Codable, Defaulted {
    var number = 1
    static var standIn: Self { Self() }
}

/// An object inside a number of containers.
private func nested(_ depth: Int, around object: Any = 1, in container: (Any) -> Any) -> Any {
    (0..<depth).reduce(object) { object, _ in container(object) }
}

/// A suite that returns the same object for every key.
private final class LendingSuite: UserDefaults {
    private let lent: Any

    init?(_ object: Any, named name: String) {
        lent = asFoundationAnswers(object)
        super.init(suiteName: name)
    }

    /// Foundation's implementation would save every suite of the process, to whatever it considers the home directory.
    override func synchronize() -> Bool { true }

    override func object(forKey defaultName: String) -> Any? { lent }
}

/// The object as Foundation returns it: entirely of objects on Apple systems, with optional elements on Linux.
private func asFoundationAnswers(_ object: Any) -> Any {
    switch object {
    #if canImport(Darwin)
    case let array as [Any]: return NSArray(array: array.map(asFoundationAnswers))
    case let dictionary as [String: Any]: return NSDictionary(dictionary: dictionary.mapValues(asFoundationAnswers))
    default: return object as AnyObject
    #else
    case let array as [Any]: return array.map { Optional.some(asFoundationAnswers($0)) }
    case let dictionary as [String: Any]:
        return [AnyHashable: Any?](uniqueKeysWithValues: dictionary.map { ($0, asFoundationAnswers($1)) })
    default: return object
    #endif
    }
}

/// A property-list object with keys that the test's types decode.
private func randomObject(depth: Int, using generator: inout SeededGenerator) -> Any {
    let kinds = depth > 0 ? 11 : 8
    switch Int.random(in: 0..<kinds, using: &generator) {
    case 0: return Bool.random(using: &generator)
    case 1: return Int.random(in: -3...400, using: &generator)
    case 2: return Int.random(in: .min ... .max, using: &generator)
    case 3: return Double(bitPattern: .random(in: .min ... .max, using: &generator))
    case 4: return Float(Int.random(in: -3...3, using: &generator)) / 2
    case 5: return randomString(using: &generator)
    case 6: return Date(timeIntervalSinceReferenceDate: .random(in: -1e12...1e12, using: &generator))
    case 7:
        return Data(
            (0..<Int.random(in: 0...60, using: &generator)).map { _ in .random(in: 0...255, using: &generator) }
        )
    case 8, 9:
        return (0..<Int.random(in: 0...3, using: &generator)).map { _ in
            randomObject(depth: depth - 1, using: &generator)
        }
    default:
        var dictionary: [String: Any] = [:]
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            dictionary[randomString(using: &generator)] = randomObject(depth: depth - 1, using: &generator)
        }
        return dictionary
    }
}

private func randomString(using generator: inout SeededGenerator) -> String {
    let words = [
        "name", "age", "relative", "base", "leaf", "node", "_0", "$null", "owner", "born", "ratio", "CF$UID", "1", "-7",
        "2.5",
        "dark", "light", "YES", "", "file:///a", "\0", "👩‍👩‍👧‍👦", "inf",
    ]
    return words.randomElement(using: &generator) ?? ""
}
