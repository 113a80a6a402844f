import Foundation
import TSUD
import Testing

extension Laws {
    /// Keys read what the code of the 2017 article wrote.
    @Suite(.bothKinds) struct ArticleDataTests {
        let store = TestStore()

        struct Case: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let check: (UserDefaults) throws -> Void
            /// The same for a member of the key.
            let checkMember: (UserDefaults) throws -> Void

            init<Key: TSUD>(_ key: Key.Type, _ values: [Key.ValueType]) {
                testDescription = "\(key)"
                check = { suite in
                    for value in values {
                        suite.removeObject(forKey: key.stringKey)
                        try writeAsTheArticle(value, key.stringKey, suite)
                        expectSame(key.get(suite), value)
                        expectSame(try key.storedValue(in: suite), value)
                    }
                }
                checkMember = { suite in
                    let member = key.of("a.b", in: suite)
                    for value in values {
                        suite.removeObject(forKey: member.stringKey)
                        try writeAsTheArticle(value, member.stringKey, suite)
                        expectSame(member.value, value)
                        expectSame(try member.storedValue(), value)
                    }
                }
            }
        }

        private static let cases = [
            Case(key<Bool>.self, [true, false]),
            Case(key<Int>.self, [0, .min, .max]),
            Case(key<Int8>.self, [.min, .max]),
            Case(key<UInt8>.self, [0, .max]),
            Case(key<UInt64>.self, [0, .max]),
            Case(key<Double>.self, [0, -0.0, 0.1, .nan, .infinity]),
            Case(key<Float>.self, [0, 0.1, .nan, -.infinity]),
            Case(key<String>.self, ["", "a", "5", "e\u{301}", "a\0b"]),
            Case(key<Date>.self, [Date(timeIntervalSinceReferenceDate: 0.125), .distantPast]),
            Case(key<Data>.self, [Data(), Data([1, 2])]),
            Case(key<[Int]>.self, [[], [1, 2]]),
            Case(key<[String]>.self, [[], ["a"]]),
            Case(key<[Date]>.self, [[Date(timeIntervalSinceReferenceDate: 0.125)]]),
            Case(key<[Data]>.self, [[Data(), Data([1])]]),
            Case(key<[[Float]]>.self, [[], [[]], [[0.1]]]),
            Case(key<[String: Double]>.self, [[:], ["a": 0.1]]),
            Case(key<[String: [Int]]>.self, [["a": [1]]]),
            Case(key<Int?>.self, [nil, 5]),
            Case(filledKey<Int>.self, [nil, 5]),
            Case(key<String?>.self, [nil, "a", ""]),
            Case(filledKey<String>.self, [nil, "a"]),
            Case(filledKey<[Int]>.self, [nil, [], [1]]),
            Case(filledKey<Contact>.self, [nil, Contact(name: "Ann", age: 1)]),
            Case(key<[Int?]>.self, [[nil, 1]]),
            Case(key<URL>.self, urls),
            Case(filledKey<URL>.self, [nil] + urls),
            Case(key<[URL]>.self, [urls]),
            Case(key<Theme>.self, Theme.allCases),
            Case(key<Level>.self, Level.allCases),
            Case(key<Contact>.self, [Contact(name: "Ann", age: 1)]),
            Case(
                key<Profile>.self,
                [Profile(), Profile(home: urls[0], nickname: "x", friends: [.standIn], scores: ["a": 0.1])]
            ),
            Case(key<Tree>.self, [.leaf(1), .node([.leaf(2), .node([])])]),
            Case(key<Set<Int>>.self, [[], [1, 2]]),
            Case(key<UUID>.self, [UUID()]),
            Case(key<Decimal>.self, [Decimal(12_345)]),
        ]

        @Test(arguments: cases)
        func `A key reads it`(_ this: Case) throws { try this.check(store.suite) }

        @Test(arguments: cases)
        func `A member reads it`(_ this: Case) throws { try this.checkMember(store.suite) }
    }
}

private let urls = [
    URL(fileURLWithPath: "/a b"), URL(string: "https://example.com/a%20b?c#d"), URL(string: "mailto:a@example.com"),
]
.compactMap(\.self)

/// Writes as that code did: dates and data as themselves, anything else as the encoder's output.
private func writeAsTheArticle<Value: Codable>(_ value: Value, _ key: String, _ suite: UserDefaults) throws {
    if value is Date || value is Data {
        suite.set(value, forKey: key)
    } else {
        let data = try PropertyListEncoder().encode([value])
        let objects = try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
        suite.set(try #require(objects?.first), forKey: key)
    }
}
