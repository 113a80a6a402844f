import Foundation
import TestSupport

extension Laws.AnyObjectAnyKeyTests.StoredObject {
    static let small = (scalars + data + containers).map { Self($0) }

    nonisolated(unsafe) private static let scalars: [Any] = [
        true, false, 0, 1, -1, 5, 300, Int.min, Int.max, UInt64.max, 0.0, -0.0, 2.5, 1e300, Double.nan, Double.infinity,
        -Double.infinity, Float(0.1), Float.nan, Float.infinity, "", "$null", "5", "2.5", "1e400", "-1", "YES",
        "banana", "dark", "green", "\0", "~", "~nobody-of-that-name/a", "/a", "https://example.com", "https://%zz",
        "http://[bad", "{name = Bob;}", Date(timeIntervalSinceReferenceDate: 0), Date.distantPast, Date.distantFuture,
        Date(timeIntervalSinceReferenceDate: 1e300), Date(timeIntervalSinceReferenceDate: .infinity),
        Date(timeIntervalSinceReferenceDate: .nan),
    ]

    nonisolated(unsafe) private static let data: [Any] = [
        Data(), Data([0]), Data([1, 2, 3]), Data("garbage".utf8), Data("bplist00".utf8),
        Data(repeating: 0xFF, count: 40), Data("bplist00".utf8) + Data(repeating: 0xFF, count: 40),
        Data("bplist00".utf8) + Data(repeating: 0, count: 40),
        Data("<?xml version=\"1.0\"?><plist><dict/></plist>".utf8),
        archive(of: NSString(string: "https://example.com")), archive(of: NSArray(array: [1])),
        archive(of: NSURL(fileURLWithPath: "/a")),
    ]

    nonisolated(unsafe) private static let containers: [Any] = [
        [Any](), [String: Any](), [1], ["a"], ["$null"], [["$null"]], [1, "x"], [true, 1, 2.5, "x"], [[Any]()],
        [[String: Any]()], ["": 1], ["a": 1], ["a": 1.5, "b": "x"] as [String: Any], ["a": [Any]()],
        ["a": ["b": ["c": [1, ["d": 2.5]]]]], ["name": "Ann", "age": 1] as [String: Any],
        ["name": 1, "age": "x"] as [String: Any], ["name": "Ann", "age": [1]] as [String: Any], [["name": "Ann"]],
        ["name": 5], ["name": "Ann", "age": "1", "more": true] as [String: Any], ["relative": "https://example.com"],
        ["relative": "x"], ["relative": "x", "base": "y"], ["relative": [1]], ["relative": ""],
        ["relative": "https://%zz"], ["leaf": ["_0": 1]], ["leaf": 1], ["node": ["_0": [["leaf": ["_0": "x"]]]]],
        ["CF$UID": 1], ["CF$UID": -1], ["CF$UID": UInt64.max], ["a": ["CF$UID": 1]],
        ["$archiver": "NSKeyedArchiver", "$objects": [Any](), "$top": [String: Any]()] as [String: Any],
        ["exponent": 0, "length": 99, "isNegative": 5, "isCompact": "x", "mantissa": [1, 2]] as [String: Any],
        ["name": Date.standIn, "age": Data()] as [String: Any],
    ]

    private static let many = Extent.isFull ? 100_000 : 5_000

    static let large = [
        Self(Data(count: 1 << 20), "a megabyte of zeros"),
        Self(String(repeating: "👩‍👩‍👧‍👦", count: 1 << 15), "many emoji"),
        Self(String(repeating: "1", count: 1 << 20), "a megabyte of digits"),
        Self(Array(0..<many), "many integers"),
        Self(Array(repeating: "1", count: many), "many strings"),
        Self((0..<many).map { $0 == many - 1 ? "x" : "1" }, "many strings of which the last is no number"),
        Self(Dictionary(uniqueKeysWithValues: (0..<many).map { ("\($0)", $0) }), "many entries"),
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
                Self(nestedTree(depth), "a tree \(depth) high"),
            ]
        }
}

/// The archive that `UserDefaults` makes of an object.
func archive(of object: NSObject?) -> Data {
    (try? NSKeyedArchiver.archivedData(withRootObject: object ?? NSNull(), requiringSecureCoding: true)) ?? Data()
}

/// An object inside a number of containers.
func nestedObject(_ depth: Int, around object: Any = 1, in container: (Any) -> Any) -> Any {
    (0..<depth).reduce(object) { object, _ in container(object) }
}

/// The object of a tree.
func nestedTree(_ height: Int) -> Any {
    nestedObject(height, around: ["leaf": ["_0": 1]], in: { ["node": ["_0": [$0]]] })
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
        let count = Int.random(in: 0...60, using: &generator)
        return Data((0..<count).map { _ in .random(in: 0...255, using: &generator) })
    case 8, 9:
        let count = Int.random(in: 0...3, using: &generator)
        return (0..<count).map { _ in randomObject(depth: depth - 1, using: &generator) }
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
        "2.5", "dark", "light", "YES", "", "file:///a", "\0", "👩‍👩‍👧‍👦", "inf",
    ]
    return words.randomElement(using: &generator) ?? ""
}
