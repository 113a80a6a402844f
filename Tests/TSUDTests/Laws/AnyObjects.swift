import Foundation
import TestSupport

extension Laws.AnyObjectAnyKeyTests.StoredObject {
    static let small = scalars + data + containers

    private static let scalars = [
        Self(true), Self(false), Self(0), Self(1), Self(-1), Self(300), Self(Int.min), Self(Int.max), Self(UInt64.max),
        Self(0.0), Self(-0.0), Self(2.5), Self(1e300), Self(Double.nan), Self(Double.infinity), Self(-Double.infinity),
        Self(Float(0.1)), Self(Float.nan), Self(Float.infinity), Self(""), Self("$null"), Self("5"), Self("2.5"),
        Self("1e400"), Self("-1"), Self("YES"), Self("banana"), Self("dark"), Self("\0"), Self("~"),
        Self("~nobody-of-that-name/a"), Self("https://example.com"), Self("https://%zz"), Self("http://[bad"),
        Self("{name = Bob;}"), Self(Date(timeIntervalSinceReferenceDate: 0)), Self(Date.distantPast),
        Self(Date.distantFuture), Self(Date(timeIntervalSinceReferenceDate: 1e300), "a date far away"),
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
        Self([true, 1, 2.5, "x"]), Self([[Any]()]), Self([[String: Any]()]), Self(["": 1]), Self(["a": 1]),
        Self(["a": 1.5, "b": "x"] as [String: Any]), Self(["a": [Any]()]), Self(["a": ["b": ["c": [1, ["d": 2.5]]]]]),
        Self(["name": "Ann", "age": 1] as [String: Any]), Self(["name": 1, "age": "x"] as [String: Any]),
        Self(["name": "Ann", "age": [1]] as [String: Any]), Self([["name": "Ann"]]), Self(["relative": "x"]),
        Self(["relative": "x", "base": "y"]), Self(["relative": [1]]), Self(["relative": ""]),
        Self(["relative": "https://%zz"]), Self(["leaf": ["_0": 1]]), Self(["leaf": 1]),
        Self(["node": ["_0": [["leaf": ["_0": "x"]]]]]), Self(["CF$UID": 1]), Self(["CF$UID": -1]),
        Self(["CF$UID": UInt64.max]), Self(["a": ["CF$UID": 1]]),
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
                Self(nestedObject(depth, in: { [$0] }), "an array \(depth) deep"),
                Self(nestedObject(depth, around: "$null", in: { [$0] }), "a mark for nil \(depth) deep"),
            ]
        }
        + [20, 600, 2_000].flatMap { depth in
            [
                Self(nestedObject(depth, in: { ["node": $0] }), "a dictionary \(depth) deep"),
                Self(
                    nestedObject(depth, around: ["leaf": ["_0": 1]], in: { ["node": ["_0": [$0]]] }),
                    "a tree \(depth) high"
                ),
            ]
        }

    private static func archive(of object: NSObject) -> Data {
        (try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)) ?? Data()
    }
}

/// An object inside a number of containers.
func nestedObject(_ depth: Int, around object: Any = 1, in container: (Any) -> Any) -> Any {
    (0..<depth).reduce(object) { object, _ in container(object) }
}

/// A property-list object with keys that the test's types decode.
func randomObject(depth: Int, using generator: inout SeededGenerator) -> Any {
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
