import Foundation
import TSUD
import TestSupport
import Testing

extension Changes {
    /// A value that equals the stored one is stored, and is no change for those who observe values.
    @Suite(.bothKinds, .mayBlock, .timeLimit(.minutes(15))) struct EqualValueTests {
        let store = TestStore()

        /// A write of a value whose stored form differs, over `first` as a plain call stores it.
        struct Write: CustomTestStringConvertible, @unchecked Sendable {
            let testDescription: String
            let name: String
            let first: Any
            /// Whether a read is announced to.
            let isHeard: Bool
            let read: (UserDefaults) -> Void
            let write: (UserDefaults) throws -> Void

            init<Key: TSUD>(
                _ description: String,
                _ key: Key.Type,
                _ member: String? = nil,
                over first: Any,
                named name: String? = nil,
                isHeard: Bool = false,
                _ write: @escaping (UserDefaults) throws -> Void
            ) {
                (testDescription, self.name, self.first) = (
                    description, name ?? (key.stringKey + (member.map { "/" + $0 } ?? "")), first
                )
                (self.isHeard, self.write) = (isHeard, write)
                read = { suite in _ = (member.map { key.in(suite).of($0) } ?? key.in(suite)).value }
            }
        }

        static let ann: [String: String] = ["name": "Ann", "note": "old"]
        static let bob: [String: String] = ["name": "Bob", "note": "old"]

        static let writes = [
            Write("value", contact.self, over: ann) { contact.in($0).value = .ann },
            Write("store", contact.self, over: ann) { try contact.in($0).store(.ann) },
            Write("update", contact.self, over: ann) { suite in try contact.in(suite).update { $0 = .ann } },
            Write("a transaction", contact.self, over: ann) { suite in
                try updateSettings { $0[contact.in(suite)] = .ann }
            },
            Write("a list that is restored", contact.self, over: ann) { suite in
                let data = try PropertyListEncoder().encode(["contact": Person.ann])
                let list: [any TSUD.Type] = [contact.self]
                try list.restore(from: data, in: suite)
            },
            Write("a member", contact.self, "a", over: ann) { contact.in($0).of("a").value = .ann },
            Write("a number over its text", count.self, over: "14") { count.in($0).value = 14 },
            Write("another value", contact.self, over: bob, isHeard: true) { contact.in($0).value = .ann },
            Write("a value that can't be compared", incomparable.self, over: ann, isHeard: true) {
                incomparable.in($0).value = Incomparable(name: "Ann")
            },
            Write("over an unreadable object", contact.self, over: "banana", isHeard: true) {
                contact.in($0).value = .ann
            },
            Write("the default, where nothing was stored", count.self, over: "14", named: "other", isHeard: true) {
                count.in($0).value = 12
            },
            Write("the first write under a new name", renamed.self, over: ann, named: "oldContact", isHeard: true) {
                renamed.in($0).value = .ann
            },
            Write("a reset", contact.self, over: ann, isHeard: true) { contact.in($0).reset() },
        ]

        @Test(arguments: writes)
        func `Observation is not notified of an equal value that is stored`(_ write: Write) throws {
            store.suite.set(write.first, forKey: write.name)
            try store.suite.savePlainCalls()
            waitForMainActor()
            let before = store.contents
            let heard = observing { write.read(store.suite) }
            try write.write(store.suite)
            waitForMainActor()
            #expect(heard.total == (write.isHeard ? 1 : 0))
            #expect(store.contents != before)
            if !write.isHeard {
                // The read is tracked still.
                try write.write(store.suite)
                try store.suite.flush()
                store.suite.set(["name": "Cat"], forKey: write.name)
                try store.suite.savePlainCalls()
                waitForMainActor()
                #expect(heard.total == 1)
            }
        }

        @Test(arguments: [true, false])
        func `values and observe skip an equal value, and changes of a list delivers it`(_ initial: Bool) async throws {
            store.suite.set(Self.ann, forKey: "contact")
            let handle = contact.in(store.suite)
            var values = handle.values(initial: initial).makeAsyncIterator()
            if initial { #expect(await values.next()?.name == "Ann") }
            let list: [any TSUD.Type] = [contact.self]
            var changes = list.changes(in: store.suite).makeAsyncIterator()
            let heard = Heard<String>()
            let observation = handle.observe(initial: initial) { heard.note($0.name) }
            handle.value = .ann
            #expect(await changes.next()?.stringKey == "contact")
            handle.value = Person(name: "Bob", note: "")
            #expect(await values.next()?.name == "Bob")
            await heard.wait(for: initial ? ["Ann", "Bob"] : ["Bob"])
            observation.cancel()
        }

        @Test func `A write without observers, or of the same object, decodes nothing`() {
            let handle = counted.in(store.suite)
            store.suite.set(["name": "Ann"], forKey: "counted")
            let decodings = Counter()
            Counted.$decodings.withValue(decodings) {
                handle.value = Counted(name: "Ann")
                #expect(decodings.total == 0)
                let heard = observing { _ = handle.value }
                let before = decodings.total
                handle.value = Counted(name: "Ann")
                #expect(decodings.total == before)
                handle.value = Counted(name: "ann")
                #expect(decodings.total > before)
                #expect(heard.total == 0)
            }
        }

        @Test func `Observers are notified of another thread's change during a write of an equal value`() async throws {
            store.suite.set(Self.ann, forKey: "meddled")
            try store.suite.savePlainCalls()
            waitForMainActor()
            let suite = Unchecked(store.suite)
            let lock = NSLock()
            nonisolated(unsafe) var seen = ""
            let heard = observingAgain {
                let name = meddled.in(suite.value).value.name
                lock.withLock { seen = name }
            }
            let decodings = Counter()
            // It changes the setting while what a write is about to store is compared with what is there.
            let meddle = { @Sendable in
                guard decodings.total == 0 else { return }
                decodings.increment()
                onAnotherThread { meddled.in(suite.value).value = Meddled(name: "Bob") }
            }
            Meddled.$whileDecoding.withValue(meddle) {
                meddled.in(suite.value).value = Meddled(name: "Ann", note: "new")
            }
            waitForMainActor()
            #expect(decodings.total == 1)
            #expect(heard.total >= 1)
            #expect(meddled.in(suite.value).value.name == "Ann")
            #expect(lock.withLock { seen } == "Ann")
        }

        @Test(arguments: ["old", "new"])
        func `Earlier readers are notified of a write that equals a direct call's value`(_ note: String) throws {
            contact.in(store.suite).value = Person(name: "Bob")
            let heard = observing { _ = contact.in(store.suite).value }
            store.suite.set(Self.ann, forKey: "contact")
            contact.in(store.suite).value = Person(name: "Ann", note: note)
            waitForMainActor()
            #expect(heard.total == 1)
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

private struct Counted: Codable, Equatable {
    @TaskLocal static var decodings = Counter()
    var name: String

    init(name: String) { self.name = name }
    init(from decoder: any Decoder) throws {
        Self.decodings.increment()
        name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }
    static func == (one: Self, other: Self) -> Bool { one.name.lowercased() == other.name.lowercased() }
}

private struct Meddled: Codable, Equatable {
    @TaskLocal static var whileDecoding: @Sendable () -> Void = {}
    var name: String
    var note = ""

    init(name: String, note: String = "") { (self.name, self.note) = (name, note) }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        note = try container.decode(String.self, forKey: .note)
        Self.whileDecoding()
    }
    static func == (one: Self, other: Self) -> Bool { one.name == other.name }
}

private enum contact: Quiet { static let defaultValue = Person(name: "nobody") }
private enum incomparable: TSUD { static let defaultValue = Incomparable(name: "nobody") }
private enum count: TSUD { static let defaultValue = 12 }
private enum renamed: TSUD {
    static let defaultValue = Person(name: "nobody")
    static let formerKeys = ["oldContact"]
}
private enum counted: TSUD { static let defaultValue = Counted(name: "nobody") }
private enum meddled: TSUD { static let defaultValue = Meddled(name: "nobody") }
