import Foundation
import TSUD
import Testing

/// An update changes a value as one step, or not at all.
@Suite struct UpdateTests {
    let store = TestStore()

    @Test func `It begins with the default and stores what the body leaves`() throws {
        try key<Int>.update(in: store.suite) { value in
            #expect(value == 77)
            value += 1
        }
        #expect(key<Int>.get(store.suite) == 78)
        try key<[Int]>.update(in: TestStore().suite) { $0.append(1) }
    }

    @Test func `It returns what the body returns`() throws {
        let text = try key<Int>.update(in: store.suite) { value in
            value = 5
            return "was set to \(value)"
        }
        #expect(text == "was set to 5")
    }

    @Test func `What the body throws is thrown, and nothing is stored`() {
        key<Int>.set(5, store.suite)
        #expect(throws: BodyError.self) {
            try key<Int>.update(in: store.suite) { value in
                value = 6
                throw BodyError()
            }
        }
        #expect(key<Int>.get(store.suite) == 5)
    }

    @Test func `An unreadable object is thrown before the body runs, and stays`() {
        store.suite.set("banana", forKey: "key")
        let error = #expect(throws: TSUDError.self) {
            try key<Int>.update(in: store.suite) { _ in Issue.record("The body ran") }
        }
        #expect(error?.code == .unreadable)
        #expect(store.object(forKey: "key") as? String == "banana")
    }

    @Test func `A value that can't be stored is thrown, and the old one stays`() {
        key<Contact>.set(Contact(name: "Ann", age: 1), store.suite)
        let error = #expect(throws: TSUDError.self) {
            try key<Contact>.update(in: store.suite) { $0.name = "$null" }
        }
        #expect(error?.code == .unencodable)
        #expect(key<Contact>.get(store.suite) == Contact(name: "Ann", age: 1))
    }

    @Test func `An update of the same key in the body is safe; the outer one is last`() throws {
        try key<Int>.update(in: store.suite) { outer in
            try key<Int>.update(in: store.suite) { $0 = 1 }
            #expect(key<Int>.get(store.suite) == 1)
            outer += 1
        }
        #expect(key<Int>.get(store.suite) == 78)
    }

    @Test func `So is an update of another key, and of the same key in another suite`() throws {
        let other = TestStore()
        try key<Int>.update(in: store.suite) { value in
            try another.update(in: store.suite) { $0 += 1 }
            try key<Int>.update(in: other.suite) { $0 += 10 }
            value += another.get(store.suite)
        }
        #expect(another.get(store.suite) == 1)
        #expect(key<Int>.get(store.suite) == 78)
        #expect(key<Int>.get(other.suite) == 87)
    }

    @Test func `An update whose body threw leaves the key free`() throws {
        #expect(throws: BodyError.self) { try key<Int>.update(in: store.suite) { _ in throw BodyError() } }
        try key<Int>.update(in: store.suite) { $0 = 1 }
        #expect(key<Int>.get(store.suite) == 1)
    }

    @Test func `A nil removes the value`() throws {
        key<Int?>.set(5, store.suite)
        try key<Int?>.update(in: store.suite) { $0 = nil }
        #expect(!key<Int?>.isSet(in: store.suite))
    }
}

private enum another: TSUD {
    static let defaultValue = 0
    static let stringKey = "another"
}
