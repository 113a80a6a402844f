import Foundation
import TSUD
import TestSupport
import Testing

extension Changes {
    /// A setting stores a value that equals the stored one in another object, and its values don't change.
    @Suite(.bothKinds, .mayBlock, .timeLimit(.minutes(15))) struct EqualValueTests {
        let store = TestStore()

        /// A write of a value with another stored representation, over `first` from a direct call.
        struct Write: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let name: String
            let first: Any
            let read: (UserDefaults) -> Void
            let write: (UserDefaults) throws -> Void

            init<Key: TSUD>(
                _ description: String,
                _ key: Key.Type,
                _ member: String? = nil,
                over first: Any,
                named name: String? = nil,
                _ write: @escaping (UserDefaults) throws -> Void
            ) {
                testDescription = description
                self.name = name ?? (key.stringKey + (member.map { "/" + $0 } ?? ""))
                (self.first, self.write) = (first, write)
                read = { suite in _ = (member.map { key.in(suite).of($0) } ?? key.in(suite)).value }
            }
        }

        static let ann: [String: String] = ["name": "Ann", "note": "old"]
        static let bob: [String: String] = ["name": "Bob", "note": "old"]

        static let writes =
            contact.writes(of: .ann).map { Write($0.testDescription, contact.self, over: ann, $0.content) }
            + otherWrites
        private static let otherWrites = [
            Write("a member", contact.self, "a", over: ann) { contact.in($0).of("a").value = .ann },
            Write("a number over its text", count.self, over: "14") { count.in($0).value = 14 },
            Write("another value", contact.self, over: bob) { contact.in($0).value = .ann },
            Write("a value that can't be compared", incomparable.self, over: ann) {
                incomparable.in($0).value = Incomparable(name: "Ann")
            },
            Write("over an unreadable object", contact.self, over: "banana") {
                contact.in($0).value = .ann
            },
            Write("the default, where nothing was stored", count.self, over: "14", named: "other") {
                count.in($0).value = 12
            },
            Write("the first write under a new name", renamed.self, over: ann, named: "oldContact") {
                renamed.in($0).value = .ann
            },
            Write("a reset", contact.self, over: ann) { contact.in($0).reset() },
        ]

        @Test(arguments: writes)
        func `A write of an equal value in another object stores that object`(_ write: Write) throws {
            store.suite.set(write.first, forKey: write.name)
            try store.suite.savePlainCalls()
            let before = store.contents
            write.read(store.suite)
            try write.write(store.suite)
            #expect(store.contents != before)
        }

        @Test(arguments: writes)
        func `A second write of the same object notifies no observer`(_ write: Write) throws {
            store.suite.set(write.first, forKey: write.name)
            try store.suite.savePlainCalls()
            try write.write(store.suite)
            waitForMainActor()
            let notified = observing { write.read(store.suite) }
            try write.write(store.suite)
            waitForMainActor()
            #expect(notified.total == 0)
        }

        @Test(arguments: [true, false])
        func `values and observe skip an equal value, and changes of a list delivers it`(_ initial: Bool) async throws {
            store.suite.set(Self.ann, forKey: "contact")
            let handle = contact.in(store.suite)
            var values = handle.values(initial: initial).makeAsyncIterator()
            if initial { #expect(await values.next()?.name == "Ann") }
            let list: [any TSUD.Type] = [contact.self]
            var changes = list.changes(in: store.suite).makeAsyncIterator()
            let notified = Recorder<String>()
            let observation = handle.observeOnAnyThread(initial: initial) { notified.record($0.name) }
            handle.value = .ann
            #expect(await changes.next()?.stringKey == "contact")
            handle.value = Person(name: "Bob", note: "")
            #expect(await values.next()?.name == "Bob")
            await notified.wait(for: initial ? ["Ann", "Bob"] : ["Bob"])
            observation.cancel()
        }

        @Test(arguments: ["old", "new"])
        func `Earlier readers are notified of a write that equals a direct call's value`(_ note: String) throws {
            contact.in(store.suite).value = Person(name: "Bob")
            let notified = observing { _ = contact.in(store.suite).value }
            store.suite.set(Self.ann, forKey: "contact")
            contact.in(store.suite).value = Person(name: "Ann", note: note)
            waitForMainActor()
            #expect(notified.total == 1)
        }
    }
}

/// Two with one name are equal, and are stored differently.
private struct Person: Codable, Equatable {
    var name: String
    var note = ""

    static let ann = Person(name: "Ann", note: "new")
    static func == (one: Self, other: Self) -> Bool { one.name == other.name }
}

private struct Incomparable: Codable { var name: String }

private enum contact: Unreported { static let defaultValue = Person(name: "nobody") }
private enum incomparable: TSUD { static let defaultValue = Incomparable(name: "nobody") }
private enum count: TSUD { static let defaultValue = 12 }
private enum renamed: TSUD {
    static let defaultValue = Person(name: "nobody")
    static let formerKeys = ["oldContact"]
}
