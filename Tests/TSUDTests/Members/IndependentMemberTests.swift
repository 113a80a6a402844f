import Foundation
import TSUDTesting
import TSUDText
import TestSupport
import Testing

@testable import TSUD

extension Members {
    /// Members with keys that the program makes at run time, which don't have the setting's value.
    @Suite(.bothKinds) struct IndependentMemberTests {
        private var suite: UserDefaults { GivenSuite.suite }
        private var setting: TSUDHandle<isShown> { isShown.in(suite) }

        @Test(.givenSuites) func `An independent member has its own key and default, and never the setting's value`()
            throws
        {
            let (cpu, gpu) = (setting.of("CPU"), setting.of("GPU"))
            #expect([cpu.stringKey, setting.of("a.b%/c").stringKey] == ["CPU_state", "a.b%/c_state"])
            #expect(cpu.value && !gpu.value)
            setting.value = false
            #expect(cpu.value && cpu.origin == .defaultValue && !cpu.isSet)
            #expect(try cpu.storedValue() == nil)
            gpu.value = true
            #expect(suite.bool(forKey: "GPU_state") && gpu.isSet && gpu.origin == .stored)
            try gpu.update { $0.toggle() }
            #expect(!gpu.value && gpu.text() == "false")
            try updateSettings { settings in
                #expect(settings[cpu] && !settings[gpu])
                settings[gpu] = true
                settings.reset(gpu)
                #expect(!settings[gpu])
                settings[cpu] = false
            }
            #expect(!cpu.value && !gpu.isSet)
            cpu.reset()
            #expect(cpu.value && suite.object(forKey: "CPU_state") == nil)
            // Not encoded, unlike the name of another member.
            setting["a.b%/c"] = false
            #expect(suite.object(forKey: "a.b%/c_state") as? Bool == false)
        }

        @Test(.ephemeralSettings) func `Two spellings of an independent member's name are two members`() {
            let (one, other) = (isShown.of("\u{E9}"), isShown.of("e\u{301}"))
            #expect(one != other && Set([one, other]).count == 2)
            (one.value, other.value) = (true, false)
            #expect(one.value && !other.value)
            // A dictionary of all objects has one of both there.
            if !SuiteKind.isApple { #expect(isShown.members().map { Array($0.stringKey.utf8) }.count == 2) }
            one.reset()
            #expect(isShown.members() == [other] && !other.value)
        }

        @Test(.givenSuites) func `The nil of an independent member is stored like a setting's`() {
            let setting = label.in(suite)
            for name in ["a", "b"] {
                setting[name] = "x"
                setting[name] = nil
                #expect(setting[name] == nil)
            }
            // The default of the second one is not nil.
            #expect(suite.object(forKey: "a_label") == nil && setting.of("b").isSet)
        }

        @Test(.givenSuites) func `If a pattern and a name give the setting's own key, the handle is the setting's`() {
            let shortcut = holdShortcut.in(suite)
            #expect(shortcut.of("") == shortcut && shortcut.of("").member == nil)
            shortcut[""] = "a"
            #expect(shortcut.value == "a" && suite.string(forKey: "holdShortcut") == "a")
            // The untouched fourth one stays.
            #expect([shortcut["2"], shortcut["3"], shortcut["4"]] == ["2 by default", "3 by default", "4 by default"])
            shortcut["2"] = "b"
            #expect(shortcut.members().map(\.member) == ["2"])
            #expect(shortcut.of("2").members().map(\.member) == ["2"])
        }

        @Test(.givenEphemeralSuite)
        func `members skips other settings, and keys of a longer pattern`() {
            suite.set(true, forKey: "dark_state")
            suite.set(true, forKey: "CPU_popup_state")
            suite.set(true, forKey: "zoom/x_state")
            suite.set(true, forKey: "TSUDSync/CPU_state")
            suite.set("unreadable", forKey: "window_state")
            setting["CPU"] = false
            // The process has used none of the other types yet.
            let found = setting.members().compactMap(\.member)
            #expect(found.contains("dark") && found.contains("CPU_popup") && !found.contains("TSUDSync/CPU"))
            _ = (dark[suite], hasPopup[suite], zoom[suite])
            #expect(setting.members().compactMap(\.member) == ["CPU", "window"])
            #expect(hasPopup.in(suite).members().map(\.member) == ["CPU"])
            #expect(zoom.in(suite).members().map(\.member) == ["x_state"])
        }

        @Test(.givenEphemeralSuite)
        func `Names that another setting has had in the suite are no members`() {
            for name in ["dark_state", "bright_state"] {
                suite.set(true, forKey: name)
                anyName.$name.withValue(name) { _ = anyName[suite] }
            }
            setting["CPU"] = false
            #expect(setting.members().compactMap(\.member) == ["CPU"])
        }

        @Test(.givenEphemeralSuite)
        func `Using independent members calls no code of another setting`() async throws {
            let list: [any TSUD.Type] = [isShown.self, hasPopup.self]
            confined.$isInUse.withValue(true) { confined[suite] = true }
            for name in ["confined_state", "was_confined_state"] { suite.set(true, forKey: name) }
            setting["CPU"] = false
            #expect(setting.members().compactMap(\.member) == ["CPU"])
            var changes = list.changes(in: suite).makeAsyncIterator()
            setting["CPU"] = true
            #expect(await changes.next()?.stringKey == "isShown")
            let names = SharedNames(list.handles(in: suite))
            #expect(names.name(ofKey: "CPU_state") == "isShown/CPU" && names.key(ofName: "isShown/CPU") == "CPU_state")
            #expect(names.name(ofKey: "confined_state") == "confined_state")
            try list.restore(from: list.exported(in: suite), in: suite)
            list.reset(in: suite)
            #expect(suite.object(forKey: "CPU_state") == nil && suite.bool(forKey: "was_confined_state"))
        }

        @Test(.givenEphemeralSuite)
        func `The cost of one setting of a list doesn't grow with the number of independent settings`() throws {
            let times = [4, 16].map { count in
                let list = manyFlags(count)
                return (0..<3).map { _ in
                    processorTime { list.reset(in: suite) } / Double(list.count)
                }.min() ?? 0
            }
            #expect(times[1] < 3 * times[0], "\(times)")
        }

        @Test func `The cost of a key grows with its length, however many slashes it has`() {
            let times = [1_000, 16_000].map { count in
                withEphemeralSettings { suite in
                    suite.set(true, forKey: String(repeating: "/", count: count))
                    let list: [any TSUD.Type] = [zoom.self]
                    return (0..<3).map { _ in processorTime { list.reset(in: suite) } / Double(count) }.min() ?? 0
                }
            }
            #expect(times[1] < 4 * times[0], "\(times)")
        }

        @Test(.givenEphemeralSuite)
        func `Lists export, reset, and restore independent members, and no key of another setting`()
            throws
        {
            let list: [any TSUD.Type] = [listed.self, listedPopup.self, listedDark.self]
            suite.set("maximized", forKey: "window_flag")
            suite.set(7, forKey: "foreign")
            suite.set(true, forKey: "dark_flag")
            suite.set(true, forKey: "CPU_popup_flag")
            suite.set(false, forKey: "CPU_flag")
            suite.set(true, forKey: "GPU_flag")
            let exported = try list.exported(in: suite)
            let objects = try #require(
                PropertyListSerialization.propertyList(from: exported, format: nil) as? [String: Any]
            )
            let own = ["CPU_flag", "CPU_popup_flag", "GPU_flag", "dark_flag"]
            #expect(objects.keys.sorted().filter { $0 != "window_flag" } == own)
            list.reset(in: suite)
            #expect(own.allSatisfy { suite.object(forKey: $0) == nil })
            #expect(suite.string(forKey: "window_flag") == "maximized" && suite.integer(forKey: "foreign") == 7)
            let restored = try list.restore(from: exported, in: suite)
            #expect(restored.stored == own)
            #expect(listed.in(suite)["CPU"] == false && listed.in(suite)["GPU"] && listedDark[suite])
            // The data has no value of a member, and a key of another program that the setting can't read.
            let other = try PropertyListSerialization.data(
                fromPropertyList: ["CPU_flag": true, "window_flag": "wide"],
                format: .xml,
                options: 0
            )
            let second = try list.restore(from: other, in: suite)
            #expect(second.stored == ["CPU_flag"] && second.unknown == ["window_flag"])
            #expect(second.reset == ["CPU_popup_flag", "GPU_flag", "dark_flag"])
            #expect(suite.string(forKey: "window_flag") == "maximized")
        }

        @Test(.givenEphemeralSuite) func `A former key with an asterisk is the former key of each independent member`()
            throws
        {
            let name = renamed.in(suite)
            suite.set("Ann", forKey: "ann-title")
            suite.set("plain", forKey: "old")
            #expect(name["ann"] == "Ann" && name.value == "plain")
            #expect(name.members().map(\.member) == ["ann"])
            name["ann"] = "Anna"
            #expect(suite.object(forKey: "ann-title") == nil && suite.string(forKey: "title of ann") == "Anna")
            name.value = "new"
            #expect(suite.object(forKey: "old") == nil && suite.string(forKey: "renamed") == "new")
        }

        @Test func `A memberKey without one asterisk is reported once, and means members of the usual kind`() {
            withEphemeralSettings { _ in
                misspelled["a"] = 1
                misspelled["b"] = 2
                #expect(misspelled.of("a").stringKey == "misspelled/a")
                #expect(misspelled.reports.all == ["invalid misspelled"])
                #expect(misspelled.of("c").value == misspelled.value)
            }
        }

        @Test func `A handle that you keep follows a computed memberKey`() {
            withEphemeralSettings { _ in
                let handle = patterned.$pattern.withValue("a-*") { patterned.of("x") }
                for (account, value) in [("a-*", 1), ("b-*", 2), ("a-*", 1), ("", 0)] {
                    patterned.$pattern.withValue(account) {
                        let key = account.isEmpty ? "patterned/x" : account.replacingOccurrences(of: "*", with: "x")
                        #expect(handle.stringKey == key)
                        if value > 0 { handle.value = value }
                        #expect(handle.value == value)
                    }
                }
            }
        }

        @Test(arguments: ["", "**", "a*b*", "none"])
        func `A pattern needs one asterisk`(_ pattern: String) {
            withEphemeralSettings { _ in
                patterned.$pattern.withValue(pattern) { #expect(patterned.of("x").stringKey == "patterned/x") }
                patterned.$pattern.withValue("é*\u{301}") {
                    #expect(patterned.of("x").stringKey == "éx\u{301}")
                    patterned["x"] = 1
                    #expect(patterned.members().map(\.member) == ["x"])
                }
            }
        }
    }

    /// Observers of independent members.
    @Suite(.bothKinds) struct IndependentMemberChangesTests {
        @Test func `Observers of an independent member receive its changes, but not the setting's`() async throws {
            let store = TestStore()
            let setting = observedFlag.in(store.suite)
            let member = setting.of("CPU")
            let tracked = observing { _ = member.value }
            let listing = observing { _ = setting.members() }
            var values = member.values().makeAsyncIterator()
            var changes = [observedFlag.self as any TSUD.Type].changes(in: store.suite).makeAsyncIterator()
            #expect(await values.next() == true)
            setting.value = false
            #expect(tracked.total == 0 && listing.total == 0)
            #expect(await changes.next()?.stringKey == "observedFlag")
            member.value = false
            #expect(await values.next() == false)
            #expect(await changes.next()?.stringKey == "observedFlag")
            tracked.wait(for: 1)
            listing.wait(for: 1)
        }

        @Test func `A list receives no change of a key that belongs to another setting`() async throws {
            let store = TestStore()
            let list: [any TSUD.Type] = [observedFlag.self, observedOther.self]
            var changes = list.changes(in: store.suite).makeAsyncIterator()
            observedOther[store.suite] = true
            #expect(await changes.next()?.stringKey == "other_observed")
            observedFlag.in(store.suite)["CPU"] = false
            #expect(await changes.next()?.stringKey == "observedFlag")
        }
    }

    /// External changes, which key-value observing reports for the keys of independent members on Apple systems.
    @Suite struct IndependentMemberKeyValueTests {
        @Test(arguments: ["CPU", "a.b"])
        func `A direct call changes an independent member of a suite on Apple systems`(_ name: String) async throws {
            await SuiteKind.apple.run {
                let store = TestStore()
                let member = observedFlag.in(store.suite).of(name)
                var values = member.values().makeAsyncIterator()
                #expect(await values.next() == true)
                store.suite.set(false, forKey: "\(name)_observed")
                #expect(await values.next() == false)
            }
        }
    }
}

private enum isShown: TSUD {
    static let defaultValue = true
    static let memberKey = "*_state"
    static func defaultValue(of module: String) -> Bool { module != "GPU" }
}

/// A setting whose code has to run where the program uses it, as that of a setting on the main actor.
private enum confined: TSUD {
    @TaskLocal static var isInUse = false
    static var defaultValue: Bool { checked(false) }
    static var stringKey: String { checked("confined_state") }
    static var formerKeys: [String] { checked(["was_confined_state"]) }
    static var memberKey: String { checked("*_confined_state") }

    private static func checked<Result>(_ result: Result) -> Result {
        #expect(isInUse, "code of a setting that isn't in use")
        return result
    }
}

private protocol Digit { static var digit: Int { get } }
private enum D0: Digit { static let digit = 0 }
private enum D1: Digit { static let digit = 1 }
private enum D2: Digit { static let digit = 2 }
private enum D3: Digit { static let digit = 3 }

private enum flag<A: Digit, B: Digit, C: Digit, D: Digit>: TSUD {
    static var defaultValue: Bool { false }
    private static var number: String { "\(A.digit)\(B.digit)\(C.digit)\(D.digit)" }
    static var stringKey: String { "flag" + number }
    static var memberKey: String { "*_flag" + number }
}

/// Settings with independent members, sixteen for each of some numbers.
private func manyFlags(_ count: Int) -> [any TSUD.Type] {
    let digits: [any Digit.Type] = [D0.self, D1.self, D2.self, D3.self]
    func settings<A: Digit, B: Digit>(_: A.Type, _: B.Type) -> [any TSUD.Type] {
        func setting<C: Digit, D: Digit>(_: C.Type, _: D.Type) -> any TSUD.Type { flag<A, B, C, D>.self }
        return digits.flatMap { third in digits.map { setting(third, $0) } }
    }
    return Array(digits.flatMap { first in digits.map { (first, $0) } }.prefix(count)).flatMap { settings($0, $1) }
}

private enum hasPopup: TSUD {
    static let defaultValue = false
    static let memberKey = "*_popup_state"
}

private enum dark: TSUD {
    static let defaultValue = false
    static let stringKey = "dark_state"
}

private enum zoom: TSUD { static let defaultValue = false }

private enum listed: TSUD {
    static let defaultValue = true
    static let memberKey = "*_flag"
}

private enum listedPopup: TSUD {
    static let defaultValue = false
    static let memberKey = "*_popup_flag"
}

private enum listedDark: TSUD {
    static let defaultValue = false
    static let stringKey = "dark_flag"
}

private enum label: TSUD {
    static let defaultValue: String? = nil
    static let memberKey = "*_label"
    static func defaultValue(of member: String) -> String? { member == "b" ? "b by default" : nil }
}

private enum holdShortcut: TSUD {
    static let defaultValue = "1"
    static let memberKey = "holdShortcut*"
    static func defaultValue(of member: String) -> String { "\(member) by default" }
}

private enum renamed: TSUD {
    static let defaultValue = ""
    static let memberKey = "title of *"
    static let formerKeys = ["old", "*-title"]
}

private enum misspelled: TSUD {
    static let defaultValue = 0
    static let memberKey = "a*b*"
    static let reports = Recorder<String>()
    static func report(_ error: TSUDError) { reports.record("\(error.code) \(error.key ?? "")") }
}

private enum patterned: TSUD {
    static let defaultValue = 0
    @TaskLocal static var pattern = ""
    static var memberKey: String { pattern }
    static func report(_ error: TSUDError) {}
}

private enum observedFlag: TSUD {
    static let defaultValue = true
    static let memberKey = "*_observed"
}

private enum observedOther: TSUD {
    static let defaultValue = false
    static let stringKey = "other_observed"
}
