import Foundation
import TSUD
import Testing

extension Laws {
    /// Reading never writes; `AnyObjectAnyKeyTests` has the same for keys that are stored under their own name.
    @Suite(.bothKinds) struct ReadingTests {
        let store = TestStore()

        nonisolated(unsafe) private static let cases:
            [(name: String, key: any TSUD.Type, contents: [String: any Sendable])] = [
                ("nothing", key<Int>.self, [:]),
                ("no structure", key<[Contact]>.self, [:]),
                ("a value under a former key", renamed.self, ["old name": 5]),
                ("an unreadable value under a former key", renamed.self, ["old name": "banana", "older name": 5]),
                ("an object that is upgraded", upgraded.self, ["key": 5]),
                ("an object whose upgrade is declined", upgraded.self, ["key": "x"]),
            ]

        @Test(arguments: cases.map(\.name))
        func `Nothing that is stored changes by reading it`(_ name: String) throws {
            let this = try #require(Self.cases.first { $0.name == name })
            for (name, object) in this.contents { store.suite.set(object, forKey: name) }
            let before = store.contents
            read(this.key)
            #expect(store.contents == before)
        }

        private func read<Key: TSUD>(_ key: Key.Type) {
            _ = Reports.during {
                _ = key.get(store.suite)
                _ = key[store.suite]
            }
            _ = try? key.storedValue(in: store.suite)
            _ = key.isSet(in: store.suite)
            _ = key.origin(in: store.suite)
            _ = try? key.update(in: store.suite) { _ in throw BodyError() }
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

private enum renamed: Telling {
    static let defaultValue = 0
    static let stringKey = "key"
    static let formerKeys = ["old name", "older name"]
}

private enum upgraded: Telling {
    static let defaultValue = Contact.standIn
    static let stringKey = "key"
    static func upgrade(_ stored: Any) -> Contact? { (stored as? Int).map { Contact(name: "upgraded", age: $0) } }
}
