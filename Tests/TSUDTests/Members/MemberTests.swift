import Foundation
import TSUD
import Testing

extension Members {
    /// A setting of which each document has a value of its own.
    @Suite(.bothKinds) struct MemberTests {
        @Test(arguments: GivenSuite.allCases)
        func `A member has the setting's value until it has one of its own`(_ kind: GivenSuite) throws {
            kind.with { suite in
                let report = zoom.of("report.pdf", in: suite)
                #expect(report.value == 1)
                #expect((try? report.storedValue()) == .some(nil))
                #expect(!report.isSet())
                #expect(report.origin() == .defaultValue)
                zoom[suite] = 2
                #expect(report.value == 2)
                #expect(report.origin() == .suite)
                #expect(!report.isSet())
                report.value += 1
                #expect(report.value == 3)
                #expect((try? report.storedValue()) == 3)
                #expect(report.isSet())
                #expect(zoom[suite] == 2)
                #expect(zoom.of("other.pdf", in: suite).value == 2)
                #expect(zoom.members(in: suite) == ["report.pdf"])
                report.reset()
                #expect(report.value == 2)
                #expect(zoom.members(in: suite).isEmpty)
            }
        }

        @Test func `A member is stored in its setting's suite, or in a given one`() {
            let store = TestStore()
            zoom.of("a", in: store.suite).value = 4
            #expect(store.contents == objectFingerprint(of: ["zoom/a": 4.0]))
            inOwnSuite.of("a").value = 5
            #expect(inOwnSuite.own.contents == objectFingerprint(of: ["inOwnSuite/a": 5]))
            #expect(inOwnSuite.members() == ["a"])
        }

        @Test func `A member that is kept follows into an ephemeral suite, and back`() {
            let kept = keptInOwnSuite.of("kept")
            kept.value = 3
            withEphemeralSuite { suite in
                #expect(kept.value == 0)
                kept.value = 7
                #expect(suite.integer(forKey: "keptInOwnSuite/kept") == 7)
            }
            #expect(kept.value == 3)
            let made = withEphemeralSuite { _ in keptInOwnSuite.of("kept") }
            #expect(made.value == 3)
            kept.reset()
        }

        @Test func `A member follows its setting's computed name`() {
            withEphemeralSuite { _ in
                let member = prefixed.of("a")
                member.value = 1
                prefixed.$prefix.withValue("b") {
                    #expect(member.value == 0)
                    #expect(member.stringKey == "b prefixed/a")
                    member.value = 2
                }
                #expect(member.value == 1)
            }
        }

        @Test(arguments: GivenSuite.allCases)
        func `A nil of a member is stored, and hides the setting's value`(_ kind: GivenSuite) throws {
            try kind.with { suite in
                title[suite] = "all"
                let member = title.of("a", in: suite)
                member.value = nil
                #expect(member.value == nil)
                #expect(member.isSet())
                let stored = try #require(try member.storedValue())
                #expect(stored == nil)
                #expect(suite.string(forKey: "title/a") == "$null")
                try member.update { #expect($0 == nil) }
                #expect(member.value == nil)
                member.reset()
                #expect(member.value == "all")
            }
        }

        @Test func `A registered default of the setting is what a member falls back to`() {
            withEphemeralSuite { suite in
                suite.register(defaults: ["zoom": 5.0])
                #expect(zoom.of("a").value == 5)
                #expect(zoom.of("a").origin() == .registered)
                suite.register(defaults: ["zoom/a": 6.0])
                #expect(zoom.of("a").value == 6)
                #expect(zoom.of("a").origin() == .registered)
                #expect(!zoom.of("a").isSet())
                #expect(zoom.members().isEmpty)
            }
        }

        @Test func `A launch argument of the setting does not hide a member's own value`() {
            let store = TestStore()
            argued.of("own", in: store.suite).value = 3
            withLaunchArguments(["argued": "20"], in: store.suite) {
                #expect(argued.of("own", in: store.suite).value == 3)
                #expect(argued.of("none", in: store.suite).value == 20)
                #expect(argued.of("none", in: store.suite).origin() == .launchArgument)
            }
            withLaunchArguments(["argued/own": "20"], in: store.suite) {
                #expect(argued.of("own", in: store.suite).value == 20)
                #expect(argued.of("own", in: store.suite).origin() == .launchArgument)
            }
        }

        @Test func `upgrade and storedForm hold for members`() throws {
            withEphemeralSuite { suite in
                quoted.of("a").value = 5
                #expect(suite.object(forKey: "quoted/a") as? String == "<5>")
                #expect(quoted.of("a").value == 5)
            }
        }

        // MARK: Former keys

        @Test(arguments: GivenSuite.allCases)
        func `A former key's members are the member's former keys`(_ kind: GivenSuite) throws {
            try kind.with { suite in
                magnification.of("a.b", in: suite).value = 2
                suite.set(9.0, forKey: "magnification")
                let member = renamed.of("a.b", in: suite)
                #expect(member.value == 2)
                #expect(member.isSet())
                #expect(renamed.of("none", in: suite).value == 9)
                #expect(renamed.members(in: suite) == ["a.b"])
                try member.update { $0 += 1 }
                #expect(suite.object(forKey: "magnification/a%2Eb") == nil)
                #expect(suite.double(forKey: "renamed/a%2Eb") == 3)
                suite.set(2.0, forKey: "magnification/a%2Eb")
                member.reset()
                #expect(member.value == 9)
            }
        }
    }
}

private enum zoom: TSUD { static let defaultValue = 1.0 }
private enum title: TSUD { static let defaultValue: String? = nil }
private enum argued: TSUD { static let defaultValue = 1.0 }

private enum renamed: TSUD {
    static let defaultValue = 1.0
    static let formerKeys = ["magnification"]
}

private enum quoted: TSUD {
    static let defaultValue = 0
    static func storedForm(of value: Int) throws -> Any? { "<\(value)>" }
    static func upgrade(_ stored: Any) -> Int? { (stored as? String).flatMap { Int($0.dropFirst().dropLast()) } }
}

private enum keptInOwnSuite: TSUD {
    nonisolated(unsafe) static let own = TestStore()
    static let defaultValue = 0
    static var suite: UserDefaults { own.suite }
}

private enum inOwnSuite: TSUD {
    nonisolated(unsafe) static let own = TestStore()
    static let defaultValue = 0
    static var suite: UserDefaults { own.suite }
}

private enum prefixed: TSUD {
    @TaskLocal static var prefix = "a"
    static let defaultValue = 0
    static var stringKey: String { "\(prefix) prefixed" }
}

private enum magnification: TSUD { static let defaultValue = 1.0 }
