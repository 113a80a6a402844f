import Foundation
import TSUDText
import TestSupport
import Testing

@testable import TSUD

extension Members {
    /// Independent members of the pattern "*", whose names are their keys.
    @Suite(.bothKinds) struct NameAsKeyTests {
        private var suite: UserDefaults { GivenSuite.suite }
        private var setting: TSUDHandle<shortcut> { shortcut.in(suite) }

        @Test(.givenSuites) func `A handle reads and writes a member whose name is its key`() async throws {
            let left = setting.of("leftHalf")
            #expect(left.stringKey == "leftHalf" && left.member == "leftHalf")
            #expect(left.value == "leftHalf by default" && left.origin == .defaultValue && !left.isSet)
            setting.value = "of the setting"
            #expect(left.value == "leftHalf by default")
            var values = left.values().makeAsyncIterator()
            #expect(await values.next() == "leftHalf by default")
            let tracked = observing { _ = setting["leftHalf"] }
            left.value = "a"
            tracked.wait(for: 1)
            #expect(await values.next() == "a")
            #expect(suite.string(forKey: "leftHalf") == "a" && suite.object(forKey: "shortcut/leftHalf") == nil)
            try left.update { $0 += "b" }
            try updateSettings { settings in
                #expect(settings[left] == "ab")
                settings[setting.of("a.b%/c")] = "c"
            }
            #expect(suite.string(forKey: "a.b%/c") == "c")
            #expect(try left.storedValue() == "ab" && left.origin == .stored)
            left.reset()
            #expect(suite.object(forKey: "leftHalf") == nil && left.value == "leftHalf by default")
            #expect(setting.of("shortcut") == setting)
        }

        @Test(.givenSuites) func `Two spellings of such a name are two keys`() {
            let names = ["\u{E9}", "e\u{301}"]
            for name in names { #expect(Array(setting.of(name).stringKey.utf8) == Array(name.utf8)) }
        }

        @Test(.givenEphemeralSuite)
        func `members and lists leave out members whose names are their keys`() throws {
            let list: [any TSUD.Type] = [shortcut.self, listedBeside.self]
            setting["leftHalf"] = "x"
            suite.set("y", forKey: "shortcut/maximize")
            listedBeside.in(suite)["CPU"] = true
            setting.value = "z"
            #expect(setting.members().isEmpty && setting.of("leftHalf").members().isEmpty)
            #expect(listedBeside.in(suite).members().map(\.member) == ["CPU"])
            let exported = try list.exported(in: suite)
            let objects = try PropertyListSerialization.propertyList(from: exported, format: nil) as? [String: Any]
            #expect(objects?.keys.sorted() == ["CPU_beside", "shortcut"])
            list.reset(in: suite)
            let names = ["leftHalf", "shortcut/maximize", "CPU_beside", "shortcut"]
            let left = names.filter { suite.object(forKey: $0) != nil }
            #expect(left == ["leftHalf", "shortcut/maximize"])
            let backup = ["shortcut": "a", "leftHalf": "b", "shortcut/leftHalf": "c", "shortcut/maximize": "d"]
            let data = try PropertyListSerialization.data(fromPropertyList: backup, format: .xml, options: 0)
            let restored = try list.restore(from: data, in: suite)
            #expect(restored.stored == ["shortcut"] && restored.reset.isEmpty)
            #expect(restored.unknown == ["leftHalf", "shortcut/leftHalf", "shortcut/maximize"])
            #expect(setting["leftHalf"] == "x" && setting.value == "a")
        }

        @Test(.givenEphemeralSuite)
        func `A list receives changes of the setting, and none of members whose names are their keys`() async {
            let list: [any TSUD.Type] = [shortcut.self, listedBeside.self]
            var changes = list.changes(in: suite).makeAsyncIterator()
            setting["leftHalf"] = "x"
            listedBeside.in(suite)["CPU"] = true
            #expect(await changes.next()?.stringKey == "listedBeside")
            setting.value = "z"
            #expect(await changes.next()?.stringKey == "shortcut")
        }

        @Test(.givenEphemeralSuite) func `A shared store has no names of members whose names are their keys`() {
            let list: [any TSUD.Type] = [shortcut.self, listedBeside.self]
            let handles = list.handles(in: suite)
            let names = SharedNames(handles)
            #expect(
                ["leftHalf", "shortcut", "CPU_beside"].map(names.name) == ["leftHalf", "shortcut", "listedBeside/CPU"]
            )
            #expect(names.key(ofName: "shortcut/leftHalf") == "shortcut/leftHalf")
            for name in ["leftHalf", "shortcut/leftHalf"] {
                #expect(handles.allSatisfy { $0.handle(storedAs: name) == nil })
            }
        }

        @Test(.givenEphemeralSuite, arguments: ["TSUDSync", "TSUDSync/fontSize"])
        func `A key of TSUD is no name of a member, which is reported once`(_ name: String) {
            let reports = Reports.during {
                for _ in 0..<2 {
                    #expect(reserved.in(suite).of(name).stringKey == MemberKeys(of: "reserved").key(of: name))
                    reserved.in(suite)[name] = 1
                }
            }
            #expect(suite.object(forKey: name) == nil && reserved.in(suite)[name] == 1)
            #expect(reports.map(\.code).allSatisfy { $0 == .invalid } && reports.count <= 1)
        }

        @Test(.givenEphemeralSuite) func `The former key of a member may be its name, which lists don't find`() {
            suite.set("a", forKey: "leftHalf")
            suite.set("own", forKey: "TSUDSync/x")
            let handle = renamed.in(suite)
            #expect(handle["leftHalf"] == "a" && handle.members().isEmpty)
            handle["leftHalf"] = "b"
            handle["TSUDSync/x"] = "c"
            #expect(suite.object(forKey: "leftHalf") == nil && suite.string(forKey: "key of leftHalf") == "b")
            #expect(suite.string(forKey: "TSUDSync/x") == "own")
            #expect(handle.members().map(\.member) == ["TSUDSync/x", "leftHalf"])
        }
    }
}

private enum shortcut: TSUD {
    static let defaultValue = "none"
    static let memberKey = "*"
    static func defaultValue(of action: String) -> String { "\(action) by default" }
}

private enum listedBeside: TSUD {
    static let defaultValue = false
    static let memberKey = "*_beside"
}

private enum reserved: Reporting {
    static let defaultValue = 0
    static let memberKey = "*"
}

private enum renamed: TSUD {
    static let defaultValue = ""
    static let memberKey = "key of *"
    static let formerKeys = ["*"]
}
