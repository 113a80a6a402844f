import Foundation
import TSUDTesting
import TSUDText
import TestSupport
import Testing

@testable import TSUD

extension Members {
    /// The laws hold for members, however many there are, and any string is a member's name.
    @Suite(.bothKinds) struct MemberLawTests {
        private var suite: UserDefaults { GivenSuite.suite }

        @Test(arguments: Extent.sample(25, of: Laws.RoundTripTests.Case.all))
        func `A value that is set in a member is read, whatever was set before`(_ this: Laws.RoundTripTests.Case) throws
        {
            try this.setEachInMember(TestStore())
        }

        @Test func `Reading a member writes nothing`() throws {
            let store = TestStore()
            let member = zoom.in(store.suite).of("a")
            _ = (member.value, try member.storedValue(), member.text(), zoom.in(store.suite).members())
            #expect(store.contents == "{}")
        }

        @Test(.givenSuites) func `Ten thousand created and released handles of members leave nothing behind`() throws {
            let kept = zoom.in(suite).of("kept")
            observing { _ = kept.value }
            for number in 0..<10_000 {
                let member = zoom.in(suite).of("document \(number)")
                #expect(member.value == 1)
                if number.isMultiple(of: 100) { try member.update { _ in } }
            }
            let backend = SuiteRegistry.backend(of: suite)
            #expect(backend.observations.listening(to: [kept.stringKey]).count == 1)
            weak let dropped = zoom.in(suite).of("document 1").key.observation
            // TSUD keeps some members.
            for number in 0..<200 { _ = zoom.in(suite).of("another \(number)").key }
            #expect(dropped == nil)
        }

        @Test func `Ten thousand members are listed in order`() {
            withEphemeralSettings { suite in
                for number in 0..<10_000 { suite.set(1.5, forKey: "zoom/document \(number)") }
                #expect(zoom.members().map(\.member) == (0..<10_000).map { "document \($0)" }.sorted())
            }
        }

        // MARK: Names

        private static let names = [
            "", " ", "/", "a/b", "//", "%", "%%", "%2E", "%25", "%252E", ".", "..", "report.pdf", "report%2Epdf", "@",
            "@count", "a@sum.b", "👩‍👩‍👧‍👦", "\u{301}", "\u{301}a", "\u{338}", "é", "e", "\0", "a\0b", "\n", "\u{FEFF}",
            "\u{FFFF}", "文字", "zoom", "zoom/report", String(repeating: "x", count: 10_000),
            String(repeating: "é.", count: 10_000),
        ]

        @Test(.givenSuites)
        func `Members of different names have their own values, which survive an export`() throws {
            for (index, name) in Self.names.enumerated() { zoom.in(suite).of(name).value = Double(index) }
            let list: [any TSUD.Type] = [zoom.self]
            let another = TestStore()
            let restored = try list.restore(from: list.exported(in: suite), in: another.suite)
            #expect(restored.stored.count == Self.names.count && restored.unknown.isEmpty)
            for (index, name) in Self.names.enumerated() {
                let member = zoom.in(suite).of(name)
                #expect(member.value == Double(index), "\(name)")
                #expect((try? member.storedValue()) == Double(index))
                #expect(suite.double(forKey: member.stringKey) == Double(index))
                #expect(zoom.in(another.suite).of(name).value == Double(index), "\(name)")
            }
            #expect(!zoom.in(suite).isSet)
            #expect(zoom.in(suite).members().map(\.member) == Self.names.sorted())
            for document in zoom.in(suite).members() { document.reset() }
            #expect(zoom.in(suite).members().isEmpty)
        }

        @Test(.ephemeralSettings)
        func `Two spellings of a character are one name exactly if Swift considers them equal`() {
            for number in Extent.sample(20_000, of: UInt32(0x80)...0x2FFFF) {
                guard let scalar = Unicode.Scalar(number) else { continue }
                let one = String(scalar)
                let other = one.decomposedStringWithCanonicalMapping
                if one.utf8.elementsEqual(other.utf8) { continue }
                let isOneName = zoom.of(one).stringKey.utf8.elementsEqual(zoom.of(other).stringKey.utf8)
                #expect(isOneName == (one == other), "U+\(String(number, radix: 16))")
            }
            // Marks in another order.
            let (one, other) = (zoom.of("q\u{323}\u{307}"), zoom.of("q\u{307}\u{323}"))
            one.value = 2
            #expect(other.value == 2)
            #expect(Array(one.stringKey.utf8) == Array(other.stringKey.utf8))
            #expect(Array((one.member ?? "").utf8) == Array((other.member ?? "").utf8) && one == other)
            other.reset()
            #expect(zoom.members().isEmpty)
        }

        @Test(arguments: [
            ("report.pdf", "zoom/report%2Epdf"), ("", "zoom/"), ("a/b", "zoom/a/b"), ("50%", "zoom/50%25"),
            ("@x", "zoom/@x"), ("report%2Epdf", "zoom/report%252Epdf"),
        ])
        func `A member is stored under the setting's name, a slash and its own name`(_ name: String, _ key: String) {
            #expect(zoom.of(name).stringKey == key)
            #expect(zoom.of(name).member == name)
        }

        @Test(.givenSuites) func `A key that doesn't belong to a member is not listed`() {
            let others = ["zoom/a.b", "zoom/%", "zoom/%2e", "zoom/%41", "zoom/e\u{301}", "zoomed/a", "zoo", "xzoom/a"]
            for name in others + ["zoom/a"] {
                #expect(zoom.in(suite).members().isEmpty)
                anyName.$name.withValue(name) { anyName[suite] = 2 }
            }
            #expect(zoom.in(suite).members().map(\.member) == ["a"])
        }
    }
}

private enum zoom: TSUD { static let defaultValue = 1.0 }
