import Foundation
import TSUD
import TSUDTesting
import TSUDText
import TestSupport
import Testing

extension Members {
    /// A setting with a value for each document.
    @Suite(.bothKinds) struct MemberTests {
        private var suite: UserDefaults { GivenSuite.suite }

        @Test(.givenSuites) func `A member has the setting's value until it has its own`() {
            let report = zoom.in(suite).of("report.pdf")
            #expect(report.value == 1)
            #expect((try? report.storedValue()) == .some(nil))
            #expect(!report.isSet)
            #expect(report.origin == .defaultValue)
            zoom[suite] = 2
            #expect(report.value == 2)
            #expect(report.origin == .stored)
            #expect(!report.isSet)
            report.value += 1
            #expect(report.value == 3)
            #expect((try? report.storedValue()) == 3)
            #expect(report.isSet)
            #expect(zoom[suite] == 2)
            #expect(zoom.in(suite).of("other.pdf").value == 2)
            #expect(zoom.in(suite).members().map(\.member) == ["report.pdf"])
            report.reset()
            #expect(report.value == 2)
            #expect(zoom.in(suite).members().isEmpty)
        }

        @Test(.givenSuites) func `A name in brackets reads and writes a member, of a key and of a handle`() {
            let setting = zoom.in(suite)
            setting["a.b"] = 3
            setting["a.b"] += 1
            #expect(suite.object(forKey: "zoom/a%2Eb") as? Double == 4)
            #expect(setting["a.b"] == 4)
            #expect(setting["other"] == 1)
            #expect(setting.of("c")["a.b"] == 4)
            let reports = Reports.during { setting["a.b"] = -1 }
            #expect(reports.map(\.key) == ["zoom/a%2Eb"])
            #expect(setting["a.b"] == 4)
            names.in(suite)["a"].append("x")
            #expect(names.in(suite)["a"] == ["x"])
            withEphemeralSettings { suite in
                zoom["a.b"] = 3
                zoom["a.b"] += 1
                #expect(zoom["a.b"] == 4)
                #expect(zoom["other"] == 1)
                #expect(suite.object(forKey: "zoom/a%2Eb") as? Double == 4)
                names["a"].append("x")
                #expect(names["a"] == ["x"])
                #expect(names["b"].isEmpty)
            }
        }

        @Test(.givenSuites) func `The members are handles in the suite, in the order of their names`() {
            let setting = zoom.in(suite)
            for (value, name) in ["b", "a.b", "", "B", "ä"].enumerated() { setting[name] = Double(value) }
            suite.set(9.0, forKey: "zoomed/c")
            let members = setting.members()
            #expect(members.compactMap(\.member) == ["", "B", "a.b", "b", "ä"].sorted())
            #expect(members == members.compactMap(\.member).map { setting.of($0) })
            #expect(setting.of("b").members() == members)
            #expect(members.map { try? $0.storedValue() } == members.map(\.value))
            #expect(members.allSatisfy { $0.suite === suite && $0.isSet && $0.origin == .stored })
            #expect(setting.member == nil)
            for member in members { member.reset() }
            #expect(setting.members().isEmpty)
        }

        @Test func `Handles are equal if their members and given suite objects are`() {
            let (store, other) = (TestStore(), TestStore())
            let (own, given) = (zoom.handle, zoom.in(store.suite))
            #expect(own == zoom.handle && given == zoom.in(store.suite))
            #expect(given.of("a") == zoom.in(store.suite).of("b").of("a"))
            let different = [own, given, given.of("a"), given.of("b"), own.of("a"), zoom.in(other.suite)]
            #expect(Set(different).count == different.count)
        }

        @Test func `A generic function that opens any key lists its members`() {
            func members<Key: TSUD>(of key: Key.Type) -> [String?] { key.members().map(\.member) }
            withEphemeralSettings { _ in
                zoom["a"] = 2
                names["b"] = ["x"]
                let all: [any TSUD.Type] = [zoom.self, names.self, argued.self]
                #expect(all.map { members(of: $0) } == [["a"], ["b"], []])
            }
        }

        @Test func `A member is stored in its setting's suite, or in a given or an ephemeral one`() {
            let store = TestStore()
            zoom.in(store.suite).of("a").value = 4
            #expect(store.contents == objectFingerprint(of: ["zoom/a": 4.0]))
            let kept = inOwnSuite.of("kept")
            kept.value = 3
            #expect(inOwnSuite.own.contents == objectFingerprint(of: ["inOwnSuite/kept": 3]))
            #expect(inOwnSuite.members().map(\.member) == ["kept"])
            withEphemeralSettings { suite in
                #expect(kept.value == 0)
                kept.value = 7
                #expect(suite.integer(forKey: "inOwnSuite/kept") == 7)
            }
            #expect(kept.value == 3)
            #expect(withEphemeralSettings { _ in inOwnSuite.of("kept") }.value == 3)
            kept.reset()
        }

        @Test(.ephemeralSettings) func `A member follows its setting's computed name`() {
            let member = anyName.of("a")
            member.value = 2
            anyName.$name.withValue("b") {
                #expect(member.value == 1)
                #expect(member.stringKey == "b/a")
                member.value = 3
            }
            #expect(member.value == 2)
        }

        @Test func `A member falls back to the setting's registered default`() {
            withEphemeralSettings { suite in
                for (key, size) in [("zoom", 5.0), ("zoom/a", 6.0)] {
                    suite.register(defaults: [key: size])
                    #expect(zoom.of("a").value == size)
                    #expect(zoom.of("a").origin == .registered)
                }
                #expect(!zoom.of("a").isSet)
                #expect(zoom.members().isEmpty)
            }
        }

        @Test func `A launch argument of the setting doesn't override a member's own value`() async {
            let store = TestStore()
            let (own, none) = (argued.in(store.suite).of("own"), argued.in(store.suite).of("none"))
            own.value = 3
            await withLaunchArguments(["argued": "20"], in: store.suite) {
                #expect(own.value == 3)
                #expect(none.value == 20)
                #expect(none.origin == .launchArgument)
            }
            await withLaunchArguments(["argued/own": "20"], in: store.suite) {
                #expect(own.value == 20)
                #expect(own.origin == .launchArgument)
            }
        }

        @Test func `upgrade and storedForm apply to members`() throws {
            withEphemeralSettings { suite in
                quoted.of("a").value = 5
                #expect(suite.object(forKey: "quoted/a") as? String == "<5>")
                #expect(quoted.of("a").value == 5)
            }
        }

        @Test(.givenSuites) func `A former key's members are the member's former keys`() throws {
            anyName.$name.withValue("magnification") { anyName.in(suite).of("a.b").value = 2 }
            suite.set(9.0, forKey: "magnification")
            let member = renamed.in(suite).of("a.b")
            #expect(member.value == 2)
            #expect(member.isSet)
            #expect(renamed.in(suite).of("none").value == 9)
            #expect(renamed.in(suite).members().map(\.member) == ["a.b"])
            try member.update { $0 += 1 }
            #expect(suite.object(forKey: "magnification/a%2Eb") == nil)
            #expect(suite.double(forKey: "renamed/a%2Eb") == 3)
            suite.set(2.0, forKey: "magnification/a%2Eb")
            member.reset()
            #expect(member.value == 9)
        }

        // MARK: Errors

        @Test(.givenSuites, arguments: ["zoom/a", "zoom"])
        func `An unreadable value is reported under its own name, and stays`(_ name: String) {
            let member = zoom.in(suite).of("a")
            zoom[suite] = 3
            try? suite.flush()
            suite.set("banana", forKey: name)
            savePlainValues(of: suite)
            let reports = Reports.during { #expect(member.value == 1) }
            #expect(reports.map(\.key) == [name])
            #expect(reports.first?.description.contains("is a String, expected Double") == true)
            let error = #expect(throws: TSUDError.self) { try member.update { $0 += 1 } }
            #expect(error?.key == name)
            #expect(suite.string(forKey: name) == "banana")
            #expect(member.isSet == (name == member.stringKey))
            if member.isSet { #expect(throws: TSUDError.self) { try member.storedValue() } }
        }

        @Test(.ephemeralSettings) func `A write that fails names the member, and leaves its value`() {
            let member = zoom.of("a.b")
            member.value = 3
            let error = #expect(throws: TSUDError.self) { try member.store(-1) }
            #expect(error?.code == .invalid)
            #expect(error?.key == "zoom/a%2Eb")
            let textError = #expect(throws: TSUDError.self) { try member.storeText("banana") }
            #expect(textError?.key == "zoom/a%2Eb")
            #expect(textError?.description.hasPrefix("Text for key 'zoom/a%2Eb': 'banana' is no") == true)
            let reports = Reports.during { member.value = -1 }
            #expect(reports.map(\.code) == [.invalid])
            #expect(throws: TSUDError.self) { try member.update { $0 = -1 } }
            #expect(throws: BodyError.self) { try member.update { _ in throw BodyError() } }
            #expect(member.value == 3)
        }
    }
}

private enum names: TSUD { static let defaultValue: [String] = [] }

private enum argued: TSUD { static let defaultValue = 1.0 }

private enum zoom: Reporting {
    static let defaultValue = 1.0
    static let stringKey = "zoom"
    static func validate(_ value: Double) throws { if value < 0 { throw BodyError() } }
}

private enum renamed: TSUD {
    static let defaultValue = 1.0
    static let formerKeys = ["magnification"]
}

private enum quoted: TSUD {
    static let defaultValue = 0
    static func storedForm(of value: Int) throws -> Any? { "<\(value)>" }
    static func upgrade(_ stored: Any) -> Int? { (stored as? String).flatMap { Int($0.dropFirst().dropLast()) } }
}

private enum inOwnSuite: TSUD {
    nonisolated(unsafe) static let own = TestStore()
    static let defaultValue = 0
    static var suite: UserDefaults { own.suite }
}
