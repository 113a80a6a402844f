import Foundation
import TSUD
import TSUDText
import TestSupport
import Testing

extension Names {
    /// The former keys of a setting's members are the members of its former keys.
    @Suite(.bothKinds, .mayBlock) struct FormerKeysOfMembersTests {
        let store = TestStore()
        private let all: [any TSUD.Type] = [nickname.self]
        private var names: TSUDHandle<nickname> { nickname.in(store.suite) }

        private func exported() throws -> [String: Any]? {
            let data = try all.exported(in: store.suite)
            return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        }

        @Test(arguments: [("ann", "alias/ann"), ("7", "handle/7"), ("a.b", "alias/a%2Eb"), ("x/y", "alias/x/y")])
        func `A member reads its former key, and the first write removes that`(
            _ member: String,
            _ former: String
        ) throws {
            names.value = "nobody in particular"
            store.suite.set("Annie", forKey: former)
            savePlainValues(of: store.suite)
            let handle = names.of(member)
            #expect(handle.value == "Annie")
            #expect(try handle.storedValue() == "Annie")
            #expect(handle.isSet)
            #expect(handle.origin == .stored)
            #expect(store.suite.string(forKey: former) == "Annie")
            #expect(names.of("another").value == "nobody in particular")
            try handle.update { $0 += "!" }
            #expect(store.suite.object(forKey: former) == nil)
            #expect(store.suite.string(forKey: handle.stringKey) == "Annie!")
            store.suite.set("old", forKey: former)
            #expect(handle.value == "Annie!")
            handle.reset()
            #expect(store.suite.object(forKey: former) == nil)
            #expect(handle.value == "nobody in particular")
        }

        @Test func `A transaction, and a write of the same value, remove the former key of a member`() throws {
            for account in ["ann", "bob"] { store.suite.set(account.capitalized, forKey: "alias/\(account)") }
            savePlainValues(of: store.suite)
            try updateSettings { settings in settings[names.of("ann")] += "!" }
            names.of("bob").value = names.of("bob").value
            let expected = ["nickname/ann": "Ann!", "nickname/bob": "Bob"]
            #expect(store.contents == objectFingerprint(of: expected))
        }

        @Test func `A member reads the first former key with a readable value`() {
            store.suite.set(["no text"], forKey: "alias/ann")
            store.suite.set("Annie", forKey: "handle/ann")
            #expect(names.of("ann").value == "Annie")
            store.suite.set("Ann", forKey: "alias/ann")
            #expect(names.of("ann").value == "Ann")
        }

        @Test func `A list exports, resets, and restores a member that is stored under a former key`() throws {
            store.suite.set("Annie", forKey: "alias/ann")
            names.of("bob").value = "Bob"
            savePlainValues(of: store.suite)
            try store.suite.flush()
            #expect(memberNames(names) == ["ann", "bob"])
            #expect(try exported()?["nickname/ann"] as? String == "Annie")
            let backup = try all.exported(in: store.suite)
            all.reset(in: store.suite)
            #expect(store.contents == objectFingerprint(of: [String: Any]()))
            #expect(try all.restore(from: backup, in: store.suite).stored == ["nickname/ann", "nickname/bob"])
            #expect(names.of("ann").value == "Annie")
        }

        @Test func `A backup from before the setting was renamed restores its members`() throws {
            let objects = ["alias/ann": "Annie", "another": "Bobby"]
            let data = try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
            let restored = try all.restore(from: data, in: store.suite)
            #expect(restored.stored == ["nickname/ann"])
            #expect(restored.unknown == ["another"])
            #expect(names.of("ann").value == "Annie")
        }

        @Test func `The write that moves a member notifies its observers, and those of the list of members`()
            async throws
        {
            store.suite.set("Annie", forKey: "alias/ann")
            try store.suite.savePlainCalls()
            waitForMainActor()
            let notified = observing { _ = names.of("ann").value }
            let heardOfList = observing { _ = names.members() }
            var changes = all.changes(in: store.suite).makeAsyncIterator()
            names.of("ann").value = "Ann"
            #expect(notified.total == 1)
            #expect(heardOfList.total == 1)
            #expect(await changes.next()?.stringKey == "nickname")
        }
    }
}

/// The names of the members that have their own value.
private func memberNames<Key: TSUD>(_ setting: TSUDHandle<Key>) -> [String] { setting.members().compactMap(\.member) }

private enum nickname: TSUD {
    static let defaultValue = ""
    static let stringKey = "nickname"
    static let formerKeys = ["alias", "nickname", "handle"]
}
