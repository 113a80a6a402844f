import Foundation
import TSUD
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
                set = { try key.store(value, in: $0) }
            }
        }

        @Test(arguments: [
            Case(key<Bool>.self, true, is: true),
            Case(key<Bool>.self, false, is: false),
            Case(key<Int>.self, 1, is: 1),
            Case(key<Int>.self, .min, is: Int.min),
            Case(key<Int8>.self, -8, is: -8),
            Case(key<Int16>.self, 16, is: 16),
            Case(key<Int32>.self, 32, is: 32),
            Case(key<Int64>.self, 64, is: 64),
            Case(key<UInt>.self, 7, is: 7),
            Case(key<UInt8>.self, 8, is: 8),
            Case(key<UInt16>.self, 16, is: 16),
            Case(key<UInt32>.self, 32, is: 32),
            Case(key<UInt64>.self, 64, is: 64),
            Case(key<UInt64>.self, .max, is: UInt64.max),
            Case(key<Float>.self, 0.1, is: Float(0.1)),
            Case(key<Double>.self, 0.1, is: 0.1),
            Case(key<Double>.self, 1, is: 1.0),
            Case(key<String>.self, "a", is: "a"),
            Case(key<String>.self, "$null", is: "$null"),
            Case(
                key<Date>.self,
                Date(timeIntervalSinceReferenceDate: 0.5),
                is: Date(timeIntervalSinceReferenceDate: 0.5)
            ),
            Case(key<Data>.self, Data([1, 2]), is: Data([1, 2])),
        ])
        func `A property-list type is stored as itself`(_ this: Case) throws { try check(this) }

        @Test(arguments: [
            Case(key<[Int]>.self, [1, 2], is: [1, 2]),
            Case(key<[Int]>.self, [], is: [Any]()),
            Case(key<[Bool]>.self, [true, false], is: [true, false]),
            Case(key<[UInt8]>.self, [8], is: [8]),
            Case(key<[Double]>.self, [1, 0.5], is: [1.0, 0.5]),
            Case(key<[String]>.self, ["a", ""], is: ["a", ""]),
            Case(key<[Data]>.self, [Data([1])], is: [Data([1])]),
            Case(key<[[Int]]>.self, [[], [1]], is: [[Any](), [1]]),
            Case(key<[String: Double]>.self, ["a": 1], is: ["a": 1.0]),
            Case(key<[String: Double]>.self, [:], is: [String: Any]()),
            Case(key<[String: [String: [Bool]]]>.self, ["a": ["b": [true]]], is: ["a": ["b": [true]]]),
        ])
        func `An array or a dictionary of them is stored as itself`(_ this: Case) throws { try check(this) }

        @Test(arguments: [
            Case(key<Int?>.self, 5, is: 5),
            Case(key<Int?>.self, nil, is: nil),
            Case(filledKey<Int>.self, 5, is: 5),
            Case(filledKey<Int>.self, nil, is: "$null"),
            Case(key<String?>.self, "a", is: "a"),
            Case(key<[Int]?>.self, [1], is: [1]),
            Case(key<Contact?>.self, Contact(name: "Ann", age: 1), is: ["name": "Ann", "age": 1]),
            Case(filledKey<Contact>.self, nil, is: "$null"),
            Case(filledKey<URL>.self, nil, is: "$null"),
            Case(key<Int??>.self, 5, is: 5),
            Case(key<Int??>.self, nil, is: nil),
            // A value that would be read as nil has a form of its own.
            Case(key<Int??>.self, .some(nil), is: ["$null"]),
            Case(key<String?>.self, "$null", is: ["$null"]),
            Case(key<[String]?>.self, ["$null"], is: [["$null"]]),
        ])
        func `An optional is stored as what it wraps, nil as nothing or as the mark for nil`(_ this: Case) throws {
            try check(this)
        }

        @Test(arguments: [
            Case(key<Theme>.self, .dark, is: "dark"),
            Case(key<Level>.self, .high, is: 300),
            Case(key<Contact>.self, Contact(name: "Ann", age: 1), is: ["name": "Ann", "age": 1]),
            Case(
                key<Profile>.self,
                Profile(friends: [Contact(name: "Ann", age: 1)], scores: ["a": 0.5]),
                is: [
                    "owner": ["name": "nobody", "age": 0] as [String: Any],
                    "born": Date(timeIntervalSinceReferenceDate: 0.25),
                    "ratio": 0.5,
                    "picture": Data([1, 2]),
                    "theme": "light",
                    "friends": [["name": "Ann", "age": 1] as [String: Any]],
                    "scores": ["a": Float(0.5)],
                ] as [String: Any]
            ),
            Case(key<[Contact]>.self, [], is: [Any]()),
            Case(key<[Theme]>.self, [.dark], is: ["dark"]),
            Case(key<[String?]>.self, ["a", nil], is: ["a", "$null"]),
            Case(key<[Int: String]>.self, [1: "a"], is: ["1": "a"]),
            Case(key<Set<Int>>.self, [1], is: [1]),
            Case(key<UUID>.self, UUID.standIn, is: "07070707-0707-0707-0707-070707070707"),
            Case(key<CGFloat>.self, 0.5, is: 0.5),
            Case(key<Tree>.self, .leaf(1), is: ["leaf": ["_0": 1]]),
            Case(key<JSONValue>.self, .object(["a": .bool(true)]), is: ["a": true]),
            Case(
                key<[URL]>.self,
                [URL(fileURLWithPath: "/a"), URL.standIn],
                is: [["relative": "file:///a"], ["relative": "file:///stand-in"]]
            ),
        ])
        func `Any other value is stored as the objects that PropertyListEncoder makes of it`(_ this: Case) throws {
            try check(this)
        }

        @Test(arguments: [
            "https://example.com/a?b#c", "file:///tmp/a%20b", "file:///tmp/directory/", "mailto:somebody@example.com",
            "a/b",
        ])
        func `A URL is stored as the archive that UserDefaults reads`(_ text: String) throws {
            let url = try #require(URL(string: text))
            key<URL>.set(url, store.suite)
            #expect(store.object(forKey: "key") is Data)
            #expect(store.suite.url(forKey: "key") == url)
        }

        @Test func `A value nests 511 levels, and no more`() throws {
            // Each node takes three levels, and the leaf two.
            for (height, isStored) in [(169, true), (170, false)] {
                let tree = Tree.chain(height)
                #expect(isStored == ((try? key<Tree>.store(tree, in: store.suite)) != nil), "\(3 * height + 2) levels")
            }
            #expect(try key<Tree>.storedValue(in: store.suite) == .chain(169))
        }

        @Test func `A long string that a value holds a thousand times is stored`() throws {
            let people = Array(repeating: Contact(name: String(repeating: "long ", count: 1_000), age: 1), count: 1_000)
            try key<[Contact]>.store(people, in: store.suite)
            #expect(try key<[Contact]>.storedValue(in: store.suite) == people)
        }

        @Test func `The archive of a relative URL keeps its base`() throws {
            let base = try #require(URL(string: "https://example.com/a/b"))
            let url = try #require(URL(string: "../c", relativeTo: base))
            key<URL>.set(url, store.suite)
            #expect(store.suite.url(forKey: "key")?.absoluteURL == url.absoluteURL)
            #expect(key<URL>.get(store.suite).baseURL == base)
        }

        private func check(_ this: Case) throws {
            store.suite.set("something else", forKey: "key")
            try this.set(store.suite)
            #expect((store.object(forKey: "key").map(objectFingerprint) ?? "nothing") == this.object)
        }
    }
}
