import Foundation
import TSUD
import TestSupport
import Testing

extension Names {
    /// The setting of a document reads what was stored for it under names of another pattern until it is written.
    @Suite(.bothKinds, .mayBlock) struct FormerKeysOfMembersTests {
        let store = TestStore()
        private let all: [any TSUD.Type] = [nickname.self]
        private var names: TSUDHandle<nickname> { nickname.in(store.suite) }

        private func exported() throws -> [String: Any]? {
            let data = try all.exported(in: store.suite)
            return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        }

        @Test(arguments: [("ann", "ann-nickname"), ("7", "count_7"), ("a.b", "a.b-nickname"), ("x/y", "x/y-nickname")])
        func `Such a name is read, and moved by the first write`(_ member: String, _ former: String) throws {
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

        @Test func `It is moved by a transaction, and a write of the same value`() throws {
            for account in ["ann", "bob"] { store.suite.set(account.capitalized, forKey: "\(account)-nickname") }
            savePlainValues(of: store.suite)
            try updateSettings { settings in settings[names.of("ann")] += "!" }
            names.of("bob").value = names.of("bob").value
            let expected = ["nickname/ann": "Ann!", "nickname/bob": "Bob"]
            #expect(store.contents == objectFingerprint(of: expected))
        }

        @Test func `The first name with a readable value is read`() {
            store.suite.set(["no text"], forKey: "ann-nickname")
            store.suite.set("Annie", forKey: "count_ann")
            #expect(names.of("ann").value == "Annie")
            store.suite.set("Ann", forKey: "ann-nickname")
            #expect(names.of("ann").value == "Ann")
        }

        @Test func `A list knows it once its member was read`() throws {
            store.suite.set("Annie", forKey: "ann-nickname")
            names.of("bob").value = "Bob"
            #expect(try exported()?.keys.sorted() == ["nickname/bob"])
            all.reset(in: store.suite)
            #expect(store.suite.string(forKey: "ann-nickname") == "Annie")
            let list = memberNames(names)
            #expect(list.isEmpty)
            #expect(names.of("ann").value == "Annie")
            #expect(memberNames(names) == ["ann"])
            #expect(try exported()?["nickname/ann"] as? String == "Annie")
            let backup = try all.exported(in: store.suite)
            all.reset(in: store.suite)
            #expect(store.contents == objectFingerprint(of: [String: Any]()))
            #expect(memberNames(names).isEmpty)
            #expect(try all.restore(from: backup, in: store.suite).stored == ["nickname/ann"])
            #expect(names.of("ann").value == "Annie")
        }

        @Test func `A backup from before is restored for the members that are known`() throws {
            names.of("ann").value = "Ann"
            let objects = ["ann-nickname": "Annie", "bob-nickname": "Bobby"]
            let data = try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
            let restored = try all.restore(from: data, in: store.suite)
            #expect(restored.stored == ["nickname/ann"])
            #expect(restored.unknown == ["bob-nickname"])
            #expect(names.of("ann").value == "Annie")
        }

        @Test func `A former key's members are read and listed only if the names include them`() {
            store.suite.set(2.0, forKey: "magnification")
            store.suite.set(3.0, forKey: "magnification/a")
            #expect(zoom.in(store.suite).value == 2)
            #expect(zoom.in(store.suite).of("a").value == 2)
            #expect(memberNames(zoom.in(store.suite)).isEmpty)
            #expect(scale.in(store.suite).of("a").value == 3)
            #expect(memberNames(scale.in(store.suite)) == ["a"])
            zoom.in(store.suite).of("a").value = 4
            #expect(store.suite.double(forKey: "magnification/a") == 3)
        }

        @Test func `Those who observe a member, and the list of members, hear of the write that moves it`() async throws
        {
            store.suite.set("Annie", forKey: "ann-nickname")
            try store.suite.savePlainCalls()
            waitForMainActor()
            let heard = observing { _ = names.of("ann").value }
            let heardOfList = observing { _ = names.members() }
            var changes = all.changes(in: store.suite).makeAsyncIterator()
            names.of("ann").value = "Ann"
            #expect(heard.total == 1)
            #expect(heardOfList.total == 1)
            #expect(await changes.next()?.stringKey == "nickname")
        }

        // MARK: Names that are not free

        /// The names that `taking` gives its member, and whose they are.
        static let taken = [
            ("taking", "Names.FormerKeysOfMembersTests"), ("taking/b", "itself"), ("taking/a", "itself"),
            ("inUse", "inUse"),
        ]

        @Test(arguments: taken.indices)
        func `A name that belongs to a setting is ignored, reported once, and kept`(_ index: Int) {
            let name = Self.taken[index].0
            inUse.in(store.suite).value = 1
            taking.in(store.suite).value = 2
            taking.in(store.suite).of("b").value = 3
            let before = store.suite.object(forKey: name) as? Int
            taking.$names.withValue([name, "free"]) {
                let member = taking.in(store.suite).of("a")
                let reports = Reports.during {
                    #expect(member.value == 2)
                    #expect(member.value == 2)
                    member.value = 5
                    member.reset()
                }
                #expect(reports.map(\.code) == [.duplicateKey])
                #expect(reports.first?.key == "taking/a")
                #expect(reports.first?.description.contains("Former key '\(name)' of key 'taking/a'") == true)
                #expect(store.suite.object(forKey: name) as? Int == (name == "taking/a" ? nil : before))
                store.suite.set(7, forKey: "free")
                #expect(member.value == 7)
            }
        }

        @Test func `Another setting's name is free in a suite where that is not used`() {
            inUse.in(TestStore().suite).value = 1
            store.suite.set(4, forKey: "inUse")
            taking.$names.withValue(["inUse"]) { #expect(taking.in(store.suite).of("a").value == 4) }
        }

        @Test func `A setting that lists its current name is not reported`() {
            store.suite.set(4, forKey: "listsItself/a")
            #expect(listsItself.in(store.suite).of("a").value == 4)
        }
    }
}

/// The names of the members that have something of their own.
private func memberNames<Key: TSUD>(_ setting: TSUDHandle<Key>) -> [String] { setting.members().compactMap(\.member) }

private enum nickname: Telling {
    static let defaultValue = ""
    static let stringKey = "nickname"
    static func formerKeys(of account: String) -> [String] { ["\(account)-nickname", "count_\(account)"] }
}

private enum zoom: TSUD {
    static let defaultValue = 1.0
    static let formerKeys = ["magnification"]
    static func formerKeys(of member: String) -> [String] { ["\(member)-zoom"] }
}

private enum scale: TSUD {
    static let defaultValue = 1.0
    static let formerKeys = ["magnification"]
    static func formerKeys(of member: String) -> [String] { ["\(member)-scale", "magnification/\(member)"] }
}

private enum taking: Telling {
    @TaskLocal static var names: [String] = []
    static let defaultValue = 0
    static let stringKey = "taking"
    static func formerKeys(of member: String) -> [String] { member == "a" ? names : [] }
}

private enum inUse: TSUD { static let defaultValue = 0 }

private enum listsItself: Telling {
    static let defaultValue = 0
    static let formerKeys = ["listsItself", "older"]
}
