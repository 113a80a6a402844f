import Foundation
import TestSupport
import Testing

@testable import TSUD

extension StoredForms {
    /// Random values, encoded by all means that an encoder has, are encoded as by `PropertyListEncoder`.
    @Suite struct EncoderTrial {
        @Test(arguments: Extent.sample(300, of: UInt64(0)..<10_000))
        func `Every container of an encoder makes the same objects, with its coding path`(_ seed: UInt64) throws {
            var random = SeededGenerator(seed: seed)
            let script = Script(&random, depth: 4)
            let paths = Paths()
            let value = Scripted(script, at: ["Index 0"], paths)
            let data = try PropertyListEncoder().encode([value])
            let expected = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any])
            // Foundation's own paths don't contain the keys of nested containers.
            paths.wrong = []
            let object = try ObjectEncoder.object(of: value)
            #expect(objectFingerprint(of: object.foundationObject) == objectFingerprint(of: expected[0]))
            #expect(paths.wrong == [])
        }
    }
}

/// The parts of an encoded value.
private indirect enum Script {
    case value(any Encodable)
    case null
    case nothing
    case single(Script)
    case array([Part])
    /// Entries with different names.
    ///
    /// The container is requested again before each of the second half.
    case dictionary([(name: String, part: Part)])

    /// A part of a container, and how it is added to it.
    struct Part {
        let script: Script
        let way: Way
    }

    enum Way: CaseIterable { case encode, encodeIfPresent, encodeNil, nestedContainer, superEncoder, twice }

    init(_ random: inout SeededGenerator, depth: Int) {
        let choice = Int.random(in: 0..<(depth > 0 ? 10 : 4), using: &random)
        switch choice {
        case 0...2: self = .value(Self.values[Int.random(in: Self.values.indices, using: &random)])
        case 3: self = Bool.random(using: &random) ? .null : .nothing
        case 4: self = .single(Script(&random, depth: depth - 1))
        case 5...6: self = .array(Self.parts(&random, depth: depth - 1))
        default:
            let parts = Self.parts(&random, depth: depth - 1)
            self = .dictionary(parts.enumerated().map { (Self.names[$0.offset], $0.element) })
        }
    }

    private static func parts(_ random: inout SeededGenerator, depth: Int) -> [Part] {
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
            Part(script: Script(&random, depth: depth), way: Way.allCases.randomElement(using: &random) ?? .encode)
        }
    }

    private static let names = ["a", "", "1", "\u{E9}.\u{1F600}"]

    // Without NaNs and zeros of both signs, which Foundation's encoder traps on or writes once.
    nonisolated(unsafe) private static let values: [any Encodable] = [
        true, 5, -1, Int8.min, Int16.max, Int32.min, Int64.min, UInt.max, UInt8.max, UInt16(7), UInt32.max, UInt64.max,
        0.5, -Double.infinity, Double.leastNonzeroMagnitude, Float(0.1), CGFloat(2.5), "", "$null", "e\u{301}", "1",
        Date.standIn, Date.distantPast, Data(), Data([1, 2]), URL(string: "https://example.org/a?b#c"), UUID.standIn,
        Decimal(string: "-1.25"), Optional(5), Optional(Optional(5)), Int?.none, [Int?.some(1), nil], [Int](),
        [UInt8(1), 2], [[0.5], []], ["a": 1, "b": 2], [1: "one", -2: "two"], [Shape.dot: 1], [URL: Int](),
        Set([1, 2, 3]), ["a": [Date.standIn]], ["a": Optional("b"), "c": nil], Theme.dark, [Theme.dark: [1]],
        Shape.dot, Shape.circle(radius: 1.5), Shape.group([.dot, .circle(radius: 2)]), Shape?.some(.dot),
        Degrees(rawValue: 7), Degrees?.none, Child(), [Child()], 1...5, ContiguousArray([1]),
        ["a": Profile(friends: [.standIn], scores: ["a": 0.5])],
    ]
}

/// The coding paths of encoders and containers that are not where they are.
private final class Paths { var wrong: [[String]] = [] }

/// A value that is encoded by a script.
private struct Scripted: Encodable {
    private let script: Script
    private let path: [String]
    private let paths: Paths

    init(_ script: Script, at path: [String], _ paths: Paths) {
        (self.script, self.path, self.paths) = (script, path, paths)
    }

    private func check(_ path: [any CodingKey], is expected: [String]) {
        if path.map(\.stringValue) != expected { paths.wrong.append(path.map(\.stringValue)) }
    }

    private func scripted(_ script: Script, at path: [String]) -> Self { Self(script, at: path, paths) }

    func encode(to encoder: any Encoder) throws {
        check(encoder.codingPath, is: path)
        switch script {
        case .nothing: break
        case .value(let value):
            var container = encoder.singleValueContainer()
            check(container.codingPath, is: path)
            try container.encode(value)
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .single(let script):
            var container = encoder.singleValueContainer()
            try container.encode(scripted(script, at: path))
        case .array(let parts):
            var container = encoder.unkeyedContainer()
            try fill(&container, parts, at: path)
        case .dictionary(let entries):
            // The last entries by another container.
            var container = encoder.container(keyedBy: Name.self)
            try fill(&container, entries.prefix(2), at: path)
            guard entries.count > 2 else { return }
            var again = encoder.container(keyedBy: Name.self)
            try fill(&again, entries.dropFirst(2), at: path)
        }
    }

    private func fill(_ container: inout any UnkeyedEncodingContainer, _ parts: [Script.Part], at path: [String]) throws
    {
        let first = container.count
        for (index, part) in parts.enumerated() {
            check(container.codingPath, is: path)
            let inner = path + ["Index \(first + index)"]
            switch (part.way, part.script) {
            case (.encodeNil, _): try container.encodeNil()
            case (.superEncoder, let script): try scripted(script, at: inner).encode(to: container.superEncoder())
            case (.nestedContainer, .array(let parts)):
                var nested = container.nestedUnkeyedContainer()
                try fill(&nested, parts, at: inner)
            case (.nestedContainer, .dictionary(let entries)):
                var nested = container.nestedContainer(keyedBy: Name.self)
                try fill(&nested, entries[...], at: inner)
            case (_, .value(let value)): try container.encode(value)
            case (_, let script): try container.encode(scripted(script, at: inner))
            }
        }
    }

    private func fill(
        _ container: inout KeyedEncodingContainer<Name>,
        _ entries: ArraySlice<(name: String, part: Script.Part)>,
        at path: [String]
    ) throws {
        for (name, part) in entries {
            check(container.codingPath, is: path)
            let (key, inner) = (Name(stringValue: name), path + [name])
            switch (part.way, part.script) {
            case (.encodeNil, _): try container.encodeNil(forKey: key)
            case (.encodeIfPresent, .value(let value as Int)): try container.encodeIfPresent(value, forKey: key)
            case (.encodeIfPresent, .null): try container.encodeIfPresent(Int?.none, forKey: key)
            case (.superEncoder, let script) where name == "1":
                try scripted(script, at: path + ["super"]).encode(to: container.superEncoder())
            case (.superEncoder, let script):
                try scripted(script, at: inner).encode(to: container.superEncoder(forKey: key))
            case (.nestedContainer, .array(let parts)):
                // The other parts by another container for the same name.
                var nested = container.nestedUnkeyedContainer(forKey: key)
                try fill(&nested, Array(parts.prefix(1)), at: inner)
                var again = container.nestedUnkeyedContainer(forKey: key)
                try fill(&again, Array(parts.dropFirst()), at: inner)
            case (.nestedContainer, .dictionary(let entries)):
                var nested = container.nestedContainer(keyedBy: Name.self, forKey: key)
                try fill(&nested, entries.prefix(1), at: inner)
                var again = container.nestedContainer(keyedBy: Name.self, forKey: key)
                try fill(&again, entries.dropFirst(), at: inner)
            case (.twice, let script):
                try container.encode("before", forKey: key)
                try container.encode(scripted(script, at: inner), forKey: key)
            case (_, .value(let value)): try container.encode(value, forKey: key)
            case (_, let script): try container.encode(scripted(script, at: inner), forKey: key)
            }
        }
    }
}

private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { Int(stringValue) }
    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { stringValue = "\(intValue)" }
}

private enum Shape: Codable, Hashable {
    case dot
    case circle(radius: Double)
    case group([Shape])
}

private struct Degrees: RawRepresentable, Codable { let rawValue: Int }

private class Parent: Encodable { let name = "Ann" }

private final class Child: Parent {
    private enum Key: CodingKey { case age }
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(7, forKey: .age)
        try super.encode(to: encoder)
    }
}
