import Foundation
import TSUD
import Testing

extension Laws {
    /// Reading never writes, and never changes what it can't read.
    @Suite(.bothKinds) struct ReadingTests {
        let store = TestStore()

        /// The contents of a suite, and a key that reads them.
        struct Case: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let contents: [String: Any]
            let read: (UserDefaults) -> Void

            init<Key: TSUD>(_ key: Key.Type, _ contents: [String: Any], _ description: String) {
                testDescription = description
                self.contents = contents
                read = { suite in
                    _ = Reports.during {
                        _ = key.get(suite)
                        _ = key[suite]
                    }
                    _ = try? key.storedValue(in: suite)
                    _ = key.isSet(in: suite)
                    _ = key.origin(in: suite)
                    _ = try? key.update(in: suite) { _ in throw BodyError() }
                }
            }
        }

        @Test(arguments: [
            Case(key<Int>.self, [:], "nothing stored"),
            Case(key<[Contact]>.self, [:], "no structure stored"),
            Case(key<Int>.self, ["key": 5], "a value"),
            Case(key<Int>.self, ["key": "5"], "a string that is read as a number"),
            Case(key<Double>.self, ["key": 5], "an integer that is read as a float"),
            Case(key<Bool>.self, ["key": "YES"], "a word that is read as a boolean"),
            Case(
                key<Contact>.self,
                ["key": ["name": "Ann", "age": "1", "more": true] as [String: Any]],
                "a structure with more"
            ),
            Case(key<URL>.self, ["key": ["relative": "https://example.com"]], "a URL as the encoder makes it"),
            Case(key<URL>.self, ["key": "/a"], "a path"),
            Case(key<Int?>.self, ["key": "$null"], "a mark for nil in a key whose default is nil"),
            Case(key<Int>.self, ["key": "banana"], "a word that is no number"),
            Case(key<Contact>.self, ["key": ["name": 5]], "a structure with a field missing"),
            Case(key<Theme>.self, ["key": "green"], "an unknown case"),
            Case(key<[Int]>.self, ["key": [1, "x"] as [Any]], "an array with an element of another kind"),
            Case(key<URL>.self, ["key": Data([1, 2, 3])], "data that is no archive"),
            Case(renamed.self, ["old name": 5], "a value under a former key"),
            Case(renamed.self, ["old name": "banana", "older name": 5], "an unreadable value under a former key"),
            Case(upgraded.self, ["key": 5], "an object that is upgraded"),
            Case(upgraded.self, ["key": "x"], "an object whose upgrade is declined"),
        ])
        func `Nothing that is stored changes by reading it`(_ this: Case) {
            store.suite.set("unrelated", forKey: "unrelated")
            for (key, object) in this.contents { store.suite.set(object, forKey: key) }
            let before = store.contents
            this.read(store.suite)
            #expect(store.contents == before)
        }

        @Test func `A write replaces an unreadable object`() {
            store.suite.set("banana", forKey: "key")
            key<Double>.set(1, store.suite)
            #expect(key<Double>.get(store.suite) == 1)
        }

        @Test func `A stored value is nil where nothing is stored, whatever the default`() throws {
            #expect(try key<Int>.storedValue(in: store.suite) == nil)
            #expect(try filledKey<Int>.storedValue(in: store.suite) == nil)
        }
    }
}

private enum renamed: TSUD {
    static let defaultValue = 0
    static let stringKey = "key"
    static let formerKeys = ["old name", "older name"]
    static func report(_ error: TSUDError) { Reports.take(error) }
}

private enum upgraded: TSUD {
    static let defaultValue = Contact.standIn
    static let stringKey = "key"
    static func upgrade(_ stored: Any) -> Contact? { (stored as? Int).map { Contact(name: "upgraded", age: $0) } }
    static func report(_ error: TSUDError) { Reports.take(error) }
}
