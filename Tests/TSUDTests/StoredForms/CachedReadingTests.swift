import Foundation
import TSUD
import Testing

extension StoredForms {
    /// A read returns what is stored now, even if plain `UserDefaults` calls have stored something similar.
    ///
    /// The tests are serialized, because a key caches the data of its last read.
    @Suite(.serialized) struct CachedReadingTests {
        let store = TestStore()

        @Test(arguments: Profile.alike.indices)
        func `A structure is the one that is stored, however much like the last one`(_ old: Int) throws {
            for new in Profile.alike {
                put(try objects(of: Profile.alike[old]))
                expectSame(profile.get(store.suite), Profile.alike[old])
                put(try objects(of: new))
                expectSame(profile.get(store.suite), new)
                expectSame(profile.get(store.suite), new, "the second time")
            }
        }

        @Test(arguments: JSONValue.alike)
        func `So is a value that takes any form`(_ old: JSONValue) throws {
            for new in JSONValue.alike {
                put(try objects(of: old))
                expectSame(anything.get(store.suite), old)
                put(try objects(of: new))
                expectSame(anything.get(store.suite), new)
                expectSame(anything.get(store.suite), new, "the second time")
            }
        }

        @Test func `What a reader does to its value is nobody else's`() throws {
            put(["numbers": [1]])
            for _ in 0..<3 {
                let shared = sharedNumbers.get(store.suite)
                #expect(shared.numbers == [1])
                shared.numbers.append(2)
            }
        }

        /// Stores an object even if Foundation considers it equal to the stored one, which it would then keep.
        private func put(_ object: Any) {
            store.suite.removeObject(forKey: "key")
            store.suite.set(object, forKey: "key")
        }
    }
}

/// The stored form of a value, made of Foundation's own containers and scalars.
private func objects(of value: some Encodable) throws -> Any {
    let data = try PropertyListEncoder().encode([value])
    let array = try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
    return try #require(array?.first)
}

/// A value with reference semantics.
private final class SharedNumbers: Codable {
    var numbers: [Int] = []
}

private enum profile: TSUD {
    static var defaultValue: Profile { Profile() }
    static let stringKey = "key"
}

private enum anything: TSUD {
    static let defaultValue = JSONValue.standIn
    static let stringKey = "key"
}

private enum sharedNumbers: TSUD {
    static var defaultValue: SharedNumbers { SharedNumbers() }
    static let stringKey = "key"
}

extension Profile {
    /// Profiles that each differ from the first in one property.
    fileprivate static let alike: [Profile] = [
        Profile(),
        Profile(owner: Contact(name: "nobody", age: 1)),
        Profile(owner: Contact(name: "Nobody", age: 0)),
        Profile(born: Date(timeIntervalSinceReferenceDate: 1.25)),
        Profile(ratio: 0.75),
        Profile(ratio: 0),
        Profile(ratio: -0.0),
        Profile(ratio: .nan),
        Profile(picture: Data([1, 3])),
        Profile(home: URL(string: "https://example.com")),
        Profile(nickname: "nick"),
        Profile(nickname: "n\u{EF}ck"),
        Profile(nickname: "ni\u{308}ck"),
        Profile(theme: .dark),
        Profile(friends: [.standIn]),
        Profile(friends: [.standIn, .standIn]),
        Profile(friends: [Contact(name: "Ann", age: 1), .standIn]),
        Profile(friends: [.standIn, Contact(name: "Ann", age: 1)]),
        Profile(scores: ["a": 1]),
        Profile(scores: ["b": 1]),
        Profile(scores: ["a": 1, "b": 2]),
        Profile(scores: ["a": 2, "b": 1]),
        Profile(scores: ["n\u{EF}ck": 1]),
        Profile(scores: ["ni\u{308}ck": 1]),
        Profile(scores: many),
        Profile(scores: many.merging(["score 99": 0]) { $1 }),
        Profile(scores: many.filter { $0.key != "score 99" }.merging(["another": 99]) { $1 }),
        Profile(scores: many.merging(["n\u{EF}ck": 1]) { $1 }),
        Profile(scores: many.merging(["ni\u{308}ck": 1]) { $1 }),
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
