import Foundation
import TSUD
import TestSupport
import Testing

extension StoredForms {
    /// A read returns the stored value, even if direct calls have stored a similar one.
    ///
    /// The tests are serialized, because a key caches the data of its last read.
    @Suite(.serialized) struct CachedReadingTests {
        let store = TestStore()

        @Test(arguments: Extent.sample(8, of: Profile.alike))
        func `A key reads the stored structure, even if the last one was similar`(_ old: Row<Profile>) throws {
            for new in Profile.alike { try read(new.content, after: old.content, by: unshared<Profile>.self) }
        }

        @Test(arguments: Extent.sample(8, of: JSONValue.alike))
        func `A key reads the stored JSON value, even if the last one was similar`(_ old: JSONValue) throws {
            for new in JSONValue.alike { try read(new, after: old, by: unshared<JSONValue>.self) }
        }

        private func read<Key: TSUD>(_ new: Key.ValueType, after old: Key.ValueType, by key: Key.Type) throws {
            try put(old)
            expectSame(key.get(store.suite), old)
            try put(new)
            expectSame(key.get(store.suite), new)
            expectSame(key.get(store.suite), new, "the second time")
        }

        @Test func `A reader's change of its instance affects no other reader`() throws {
            try put(["numbers": [1]])
            for _ in 0..<3 {
                let shared = unshared<SharedNumbers>.get(store.suite)
                #expect(shared.numbers == [1])
                shared.numbers.append(2)
            }
        }

        /// Stores the form of a value, even if Foundation considers it equal to the stored one, which it would then
        /// keep.
        private func put(_ value: some Encodable) throws {
            let data = try PropertyListEncoder().encode([value])
            let array = try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
            store.suite.removeObject(forKey: "key")
            store.suite.set(try #require(array?.first), forKey: "key")
        }
    }
}

/// A value with reference semantics.
private final class SharedNumbers: Codable, Defaulted {
    var numbers: [Int] = []
    static var standIn: SharedNumbers { SharedNumbers() }
}

/// A key that no other test reads, and caches for.
private enum unshared<Value: Defaulted>: TSUD {
    static var defaultValue: Value { .standIn }
    static var stringKey: String { "key" }
}

extension Profile {
    /// Profiles that each differ from the first in one property.
    fileprivate static let alike: [Row<Profile>] =
        ([
            Profile(), Profile(owner: Contact(name: "nobody", age: 1)), Profile(owner: Contact(name: "Nobody", age: 0)),
            Profile(born: Date(timeIntervalSinceReferenceDate: 1.25)), Profile(picture: Data([1, 3])),
            Profile(home: URL(string: "https://example.com")), Profile(theme: .dark),
        ]
        + [0.75, 0, -0.0, .nan].map { Profile(ratio: $0) }
        + ["nick", "n\u{EF}ck", "ni\u{308}ck"].map { Profile(nickname: $0) }
        + [[.standIn], [.standIn, .standIn], [ann, .standIn], [.standIn, ann]].map { Profile(friends: $0) }
        + alikeScores.map { Profile(scores: $0) }).map { Row("\($0)", $0) }

    private static let ann = Contact(name: "Ann", age: 1)
    private static let alikeScores: [[String: Float]] = [
        ["a": 1], ["b": 1], ["a": 1, "b": 2], ["a": 2, "b": 1], ["n\u{EF}ck": 1], ["ni\u{308}ck": 1], many,
        many.merging(["score 99": 0]) { $1 }, many.filter { $0.key != "score 99" }.merging(["another": 99]) { $1 },
        many.merging(["n\u{EF}ck": 1]) { $1 }, many.merging(["ni\u{308}ck": 1]) { $1 },
    ]
    private static let many = Dictionary(uniqueKeysWithValues: (0..<100).map { ("score \($0)", Float($0)) })
}

extension JSONValue {
    /// Values that casts and comparisons confuse.
    fileprivate static let alike: [JSONValue] =
        scalars + scalars.map { .array([$0]) } + scalars.map { .object(["a": $0]) }
    private static let scalars: [JSONValue] = [
        .bool(true), .int(1), .string("1"), .bool(false), .int(0), .double(0.5), .string(""), .array([]), .object([:]),
    ]
}
