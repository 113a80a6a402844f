import Foundation
import TSUD
import TSUDText
import TestSupport
import Testing

extension Members {
    /// Lists take the members of their settings along.
    @Suite(.bothKinds, .givenSuites) struct MemberListTests {
        private var suite: UserDefaults { GivenSuite.suite }

        private let all: [any TSUD.Type] = [zoom.self, title.self]

        private func plist(_ objects: [String: Any]) throws -> Data {
            try PropertyListSerialization.data(fromPropertyList: objects, format: .xml, options: 0)
        }

        @Test func `Members are exported under their names, reset and restored`() throws {
            zoom[suite] = 2
            zoom.in(suite).of("a.b").value = 3
            title.in(suite).of("a.b").value = nil
            let data = try all.exported(in: suite)
            let objects = try PropertyListSerialization.propertyList(from: data, format: nil)
            let expected: [String: Any] = ["zoom": 2.0, "zoom/a%2Eb": 3.0, "title/a%2Eb": "$null"]
            #expect(objectFingerprint(of: objects) == objectFingerprint(of: expected))
            all.reset(in: suite)
            #expect(zoom.in(suite).members().isEmpty)
            #expect(title.in(suite).members().isEmpty)
            zoom.in(suite).of("not in the data").value = 4
            let restored = try all.restore(from: data, in: suite)
            #expect(restored.stored == ["title/a%2Eb", "zoom", "zoom/a%2Eb"])
            #expect(restored.reset == ["zoom/not in the data"])
            #expect(zoom.in(suite).members().map(\.member) == ["a.b"])
            #expect(zoom.in(suite).of("a.b").value == 3)
            #expect(title.in(suite).of("a.b").isSet)
        }

        typealias Backup = (data: [String: Any], restored: [String: Any], ignored: [String])

        static let backups: [Row<Backup>] = [
            Row(
                "from before a rename",
                (
                    ["oldZoom": 2.0, "oldZoom/a": 3.0, "newZoom/b": 4.0, "oldZoom/b": 5.0, "other/a": 1],
                    ["newZoom": 2.0, "newZoom/a": 3.0, "newZoom/b": 4.0], ["other/a"]
                )
            ),
            Row(
                "a setting with a name like a member's",
                (["zoom/x": "text", "zoom/y": 2.0], ["zoom/x": "text", "zoom/y": 2.0], [])
            ),
            Row(
                "names of members that are not encoded",
                (["zoom/a.b": 2.0, "zoom/%": 1.0, "zoom": 3.0], ["zoom": 3.0], ["zoom/%", "zoom/a.b"])
            ),
        ]

        @Test(arguments: backups)
        func `Restoring a backup stores the members of its settings, and returns other names`(
            _ row: Row<Backup>
        ) throws {
            let (data, restored, ignored) = row.content
            let list: [any TSUD.Type] = [zoom.self, newZoom.self, looksLikeMember.self]
            let unknown = try list.restore(from: plist(data), in: suite).unknown
            #expect(unknown == ignored)
            let names = Set(data.keys).union(restored.keys)
            let found = names.reduce(into: [:]) { $0[$1] = suite.object(forKey: $1) }
            #expect(objectFingerprint(of: found) == objectFingerprint(of: restored))
        }

        @Test func `If a member's value is invalid, restore throws, and nothing is restored`() throws {
            zoom.in(suite).of("a").value = 3
            let data = try plist(["zoom": 5.0, "zoom/a": "banana", "zoom/b": 6.0])
            let error = #expect(throws: TSUDError.self) { try all.restore(from: data, in: suite) }
            #expect(error?.key == "zoom/a")
            #expect(zoom.in(suite).of("a").value == 3)
            #expect(!zoom.in(suite).isSet)
            #expect(zoom.in(suite).members().map(\.member) == ["a"])
        }

        @Test func `A reader of the list of members is notified once of all that restore changes`() throws {
            let suites = Unchecked(suite)
            let notified = observingAgain { _ = zoom.in(suites.value).members() }
            try all.restore(from: plist(["zoom/a": 2.0, "zoom/b": 3.0, "zoom/c": 4.0]), in: suite)
            // And once more in a turn of the main queue.
            waitForMainActor()
            #expect((1...2).contains(notified.total))
            all.reset(in: suite)
            waitForMainActor()
            #expect((2...4).contains(notified.total))
        }
    }
}

private enum zoom: TSUD { static let defaultValue = 1.0 }
private enum title: TSUD { static let defaultValue: String? = nil }

private enum newZoom: TSUD {
    static let defaultValue = 1.0
    static let formerKeys = ["oldZoom"]
}

private enum looksLikeMember: TSUD {
    static let defaultValue = ""
    static let stringKey = "zoom/x"
}
