import Foundation
import TSUD
import Testing

extension Members {
    /// Errors name the member that they concern.
    @Suite(.bothKinds) struct MemberErrorTests {
        @Test(arguments: GivenSuite.allCases)
        func `An unreadable value of a member is reported under its name, and stays`(_ kind: GivenSuite) throws {
            kind.with { suite in
                suite.set("banana", forKey: "zoom/a")
                zoom[suite] = 3
                let member = zoom.of("a", in: suite)
                let reports = Reports.during { #expect(member.value == 1) }
                #expect(reports.map(\.key) == ["zoom/a"])
                #expect(reports.first?.description.contains("is a String, expected Double") == true)
                #expect(throws: TSUDError.self) { try member.storedValue() }
                #expect(throws: TSUDError.self) { try member.update { $0 += 1 } }
                #expect(suite.string(forKey: "zoom/a") == "banana")
            }
        }

        @Test func `An unreadable value of the setting is reported under the setting's name`() throws {
            withEphemeralSuite { suite in
                suite.set("banana", forKey: "zoom")
                let reports = Reports.during { #expect(zoom.of("a").value == 1) }
                #expect(reports.map(\.key) == ["zoom"])
                let error = #expect(throws: TSUDError.self) { try zoom.of("a").update { $0 += 1 } }
                #expect(error?.key == "zoom")
                #expect(!zoom.of("a").isSet())
            }
        }

        @Test func `A write that fails leaves a member's value`() throws {
            withEphemeralSuite { _ in
                zoom.of("a").value = 3
                let error = #expect(throws: TSUDError.self) { try zoom.of("a").store(-1) }
                #expect(error?.code == .invalid)
                #expect(error?.key == "zoom/a")
                let reports = Reports.during { zoom.of("a").value = -1 }
                #expect(reports.map(\.code) == [.invalid])
                #expect(throws: TSUDError.self) { try zoom.of("a").update { $0 = -1 } }
                #expect(throws: BodyError.self) { try zoom.of("a").update { _ in throw BodyError() } }
                #expect(zoom.of("a").value == 3)
            }
        }

        @Test func `A member's text is stored, and errors name the member`() throws {
            try withEphemeralSuite { _ in
                try zoom.of("a.b").store(text: "1.5")
                #expect(zoom.of("a.b").text() == "1.5")
                let error = #expect(throws: TSUDError.self) { try zoom.of("a.b").store(text: "banana") }
                #expect(error?.key == "zoom/a%2Eb")
                #expect(error?.description.hasPrefix("Text for key 'zoom/a%2Eb': 'banana' is no") == true)
            }
        }
    }
}

private enum zoom: Telling {
    static let defaultValue = 1.0
    static let stringKey = "zoom"
    struct Negative: Error {}
    static func validate(_ value: Double) throws { if value < 0 { throw Negative() } }
}
