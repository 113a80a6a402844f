import Foundation
import TSUD
import TestSupport
import Testing

extension StoredForms {
    /// Values are stored as readable property-list objects, which other programs understand.
    @Suite(.bothKinds) struct StoredFormTests {
        let store = TestStore()

        struct Case: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let object: String
            let set: (UserDefaults) throws -> Void

            init<Key: TSUD>(_ key: Key.Type, _ value: Key.ValueType, is object: Any?) {
                testDescription = "\(key)(\(value))"
                self.object = object.map(objectFingerprint) ?? "nothing"
                set = { try key.in($0).store(value) }
            }

            init<Value: Defaulted>(_ value: Value, is object: Any?) { self.init(key<Value>.self, value, is: object) }
        }

        @Test(arguments: [
            Case(true, is: true), Case(false, is: false), Case(1, is: 1), Case(Int.min, is: Int.min),
            Case(Int8(-8), is: -8), Case(Int16(16), is: 16), Case(Int32(32), is: 32), Case(Int64(64), is: 64),
            Case(UInt(7), is: 7), Case(UInt8(8), is: 8), Case(UInt16(16), is: 16), Case(UInt32(32), is: 32),
            Case(UInt64(64), is: 64), Case(UInt64.max, is: UInt64.max), Case(Float(0.1), is: Float(0.1)),
            Case(0.1, is: 0.1), Case(1.0, is: 1.0), Case("a", is: "a"), Case("$null", is: "$null"),
            Case(halfPast, is: halfPast), Case(Data([1, 2]), is: Data([1, 2])),
            Case([1, 2], is: [1, 2]), Case([Int](), is: [Any]()), Case([true, false], is: [true, false]),
            Case([UInt8(8)], is: [8]), Case([1.0, 0.5], is: [1.0, 0.5]), Case(["a", ""], is: ["a", ""]),
            Case([Data([1])], is: [Data([1])]), Case([[], [1]], is: [[Any](), [1]]),
            Case(["a": 1.0], is: ["a": 1.0]), Case([String: Double](), is: [String: Any]()),
            Case(["a": ["b": [true]]], is: ["a": ["b": [true]]]),
        ])
        func `A property-list type, an array or a dictionary of them is stored as itself`(_ this: Case) throws {
            try check(this)
        }

        @Test(arguments: [
            Case(Int?(5), is: 5), Case(Int?.none, is: nil), Case(filledKey<Int>.self, 5, is: 5),
            Case(filledKey<Int>.self, nil, is: "$null"), Case(filledKey<Contact>.self, nil, is: "$null"),
            Case(filledKey<URL>.self, nil, is: "$null"), Case(String?("a"), is: "a"), Case([Int]?([1]), is: [1]),
            Case(Contact?(ann), is: ["name": "Ann", "age": 1]), Case(Int??(5), is: 5), Case(Int??.none, is: nil),
            // A value that would be read as nil has its own representation.
            Case(Int??.some(nil), is: ["$null"]), Case(String?("$null"), is: ["$null"]),
            Case([String]?(["$null"]), is: [["$null"]]),
            // This value encodes itself as nil, without an optional around it.
            Case(Nil(), is: "$null"),
        ])
        func `An optional is stored as its wrapped value, and nil as nothing or as its mark`(_ this: Case) throws {
            try check(this)
        }

        @Test(arguments: [
            Case(Theme.dark, is: "dark"), Case(Level.high, is: 300), Case(ann, is: ["name": "Ann", "age": 1]),
            Case(
                Profile(friends: [ann], scores: ["a": 0.5]),
                is: [
                    "owner": ["name": "nobody", "age": 0], "born": Date(timeIntervalSinceReferenceDate: 0.25),
                    "ratio": 0.5, "picture": Data([1, 2]), "theme": "light",
                    "friends": [["name": "Ann", "age": 1] as [String: Any]], "scores": ["a": Float(0.5)],
                ] as [String: Any]
            ),
            Case([Contact](), is: [Any]()), Case([Theme.dark], is: ["dark"]), Case(["a", nil], is: ["a", "$null"]),
            Case([1: "a"], is: ["1": "a"]), Case(Set([1]), is: [1]), Case(CGFloat(0.5), is: 0.5),
            Case(UUID.standIn, is: "07070707-0707-0707-0707-070707070707"),
            Case(Tree.leaf(1), is: ["leaf": ["_0": 1]]), Case(JSONValue.object(["a": .bool(true)]), is: ["a": true]),
            Case(
                [URL(fileURLWithPath: "/a"), .standIn],
                is: [["relative": "file:///a"], ["relative": "file:///stand-in"]]
            ),
        ])
        func `A value that isn't a property list is stored as PropertyListEncoder encodes it`(_ this: Case) throws {
            try check(this)
        }

        @Test func `A value nests 511 levels, and no more`() throws {
            for (height, isStored) in [(511, true), (512, false)] {
                let nest = Nest(levels: height)
                #expect(isStored == ((try? key<Nest>.in(store.suite).store(nest)) != nil), "\(height) levels")
            }
            #expect(try key<Nest>.in(store.suite).storedValue() == Nest(levels: 511))
        }

        /// Foundation on Linux takes cubic time in the depth of dictionaries.
        @Test(.enabled(if: Extent.isFull)) func `A dictionary nests 511 levels, and no more`() throws {
            // Each node takes three levels, and the leaf two.
            for (height, isStored) in [(169, true), (170, false)] {
                let tree = Tree.chain(height)
                #expect(isStored == ((try? key<Tree>.in(store.suite).store(tree)) != nil), "\(3 * height + 2) levels")
            }
            #expect(try key<Tree>.in(store.suite).storedValue() == .chain(169))
        }

        @Test func `A long string that a value holds a thousand times is stored`() throws {
            let people = Array(repeating: Contact(name: String(repeating: "long ", count: 1_000), age: 1), count: 1_000)
            try key<[Contact]>.in(store.suite).store(people)
            #expect(try key<[Contact]>.in(store.suite).storedValue() == people)
        }

        nonisolated(unsafe) private static let numbers: [any Defaulted] = [
            1, 1.0, true, [1], [1.0], [true], ["a": 1], ["a": 1.0], ["a": true], [[0]], [[0.0]], [[-0.0]], [[false]],
            0.0, -0.0, false, 0,
        ]

        @Test(arguments: numbers.map { Unchecked($0) })
        func `A number that replaces one that Foundation considers equal is read as equal`(
            _ new: Unchecked<any Defaulted>
        ) {
            for old in Self.numbers { put(new.value, over: old) }
        }

        private func put<Value: Defaulted>(_ new: Value, over old: any Defaulted) {
            store.suite.removeObject(forKey: "key")
            set(old)
            set(new)
            expectEqual(key<Value>.get(store.suite), new, "over \(old)")
        }

        private func expectEqual<Value>(_ found: Value, _ wanted: Value, _ comment: Comment) {
            #expect(NSArray(object: found).isEqual(NSArray(object: wanted)), comment)
        }

        private func set<Value: Defaulted>(_ value: Value) { key<Value>.set(value, store.suite) }

        private func check(_ this: Case) throws {
            store.suite.set("something else", forKey: "key")
            try this.set(store.suite)
            #expect((store.object(forKey: "key").map(objectFingerprint) ?? "nothing") == this.object)
        }
    }
}

/// Arrays in one another.
private struct Nest: Codable, Equatable, Defaulted {
    var inner: [Nest] = []
    static var standIn: Self { Self(levels: 1) }

    init(levels: Int) { inner = levels > 1 ? [Nest(levels: levels - 1)] : [] }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd { inner.append(try container.decode(Self.self)) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for nest in inner { try container.encode(nest) }
    }
}

private let halfPast = Date(timeIntervalSinceReferenceDate: 0.5)
private let ann = Contact(name: "Ann", age: 1)
