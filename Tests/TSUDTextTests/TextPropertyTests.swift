import Foundation
import TSUD
import TestSupport
import Testing

@testable import TSUDText

/// Every value is read back from its text and from its stored object, for values that generators make.
@Suite struct TextPropertyTests {
    @Test(arguments: Extent.sample(20, of: 0..<200))
    func `A value is read back from its text and from its stored object`(_ seed: UInt64) throws {
        var source = Source(seed: seed)
        for _ in 0..<10 {
            try check(source.json(depth: 3))
            try check((0..<3).map { _ in source.json(depth: 2) })
            try check(source.profile)
            try check([source.profile.nickname ?? "": source.profile])
            try check(source.tree(height: 4))
            try check(source.string)
            try check([source.string: source.number])
            try check(source.date)
            try check([source.date])
            try check(source.number)
            try check(Float(source.number))
            try check(UInt64.random(in: .min ... .max, using: &source.generator))
            try check(Int.random(in: .min ... .max, using: &source.generator))
            try check(source.data)
            try check(Duration.nanoseconds(Int64.random(in: .min ... .max, using: &source.generator)))
            try check([Speed.exact(source.number), .slow])
            try check(Set((0..<4).map { _ in source.string }))
        }
    }

    private func check<Value: Codable>(_ value: Value) throws {
        let coding = propertyListCoding(for: Value.self)
        expectSame(try coding.value(from: coding.object(of: value).foundationObject), value)
        let text = try #require(generated<Value>.text(of: value))
        expectSame(try generated<Value>.parse(text), value, "\(text)")
    }
}

private enum generated<Value: Codable>: TSUD {
    static var defaultValue: Value? { nil }
    static func text(of value: Value) -> String? { text(of: Optional(value)) }
}

/// Random values of the types that the tests share.
private struct Source {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    var string: String {
        mutating get {
            // One spelling, because Foundation's encoder stores two of one letter as one of both.
            let words = [
                "", "a", "null", "nil", "true", "NO", "1", "-7", "2.5", "1e5", "inf", "nan", "2026-01-31", "1m30s",
                " x ", "{",
                "[1]", "\"q\"", "\\", "e\u{301}", "\u{0}", "\u{1B}[0m", "two\nlines", "👩‍👩‍👧‍👦", "slow", "file:///a",
            ]
            let parts = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
                words.randomElement(using: &generator) ?? ""
            }
            return parts.joined()
        }
    }

    /// A number with a fraction, because JSON has no other difference between 1 and 1.0.
    var number: Double {
        mutating get {
            let magnitude = pow(10, Double.random(in: -12...12, using: &generator))
            return (Bool.random(using: &generator) ? 1 : -1) * magnitude.rounded(.down) + 0.5
        }
    }

    var date: Date { mutating get { Date(timeIntervalSinceReferenceDate: number) } }

    var data: Data {
        mutating get {
            let count = Int.random(in: 0...9, using: &generator)
            return Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        }
    }

    var profile: Profile {
        mutating get {
            Profile(
                owner: Contact(name: string, age: Int.random(in: -3...400, using: &generator)),
                born: date,
                ratio: number,
                picture: data,
                home: Bool.random(using: &generator) ? URL(string: "https://swift.org/a%20b?c#d") : nil,
                nickname: Bool.random(using: &generator) ? string : nil,
                theme: Theme.allCases.randomElement(using: &generator) ?? .light,
                friends: (0..<Int.random(in: 0...2, using: &generator)).map { Contact(name: string, age: $0) },
                scores: [string: Float(number)]
            )
        }
    }

    mutating func tree(height: Int) -> Tree {
        if height == 0 || Int.random(in: 0..<3, using: &generator) == 0 {
            return .leaf(Int.random(in: 0...9, using: &generator))
        }
        return .node((0..<Int.random(in: 0...3, using: &generator)).map { _ in tree(height: height - 1) })
    }

    mutating func json(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &generator) {
        case 0: return .bool(Bool.random(using: &generator))
        case 1: return .int(Int.random(in: .min ... .max, using: &generator))
        case 2: return .double(number)
        case 3: return .string(string)
        case 4: return .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in json(depth: depth - 1) })
        default:
            var members: [String: JSONValue] = [:]
            for _ in 0..<Int.random(in: 0...3, using: &generator) { members[string] = json(depth: depth - 1) }
            return .object(members)
        }
    }
}
