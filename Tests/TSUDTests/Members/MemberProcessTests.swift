#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Members {
    /// Members in several processes.
    @Suite struct MemberProcessTests {
        let directory: TemporaryDirectory
        let file = "saving-helper.plist"

        init() throws { directory = try TemporaryDirectory() }

        @Test func `An older state of a member never comes back`() throws {
            let (one, other) = (try Helper(directory), try Helper(directory))
            for helper in [one, other] { #expect(try helper("member get report.pdf") == "0") }
            try one("member set report.pdf 1")
            try one("flush")
            // Saves the suite as it knew it, with another member.
            try other("member set other.pdf 5")
            try other("flush")
            #expect(try other("member get report.pdf") == "1")
            try other("member set report.pdf 2")
            try one("member set third.pdf 6")
            try other("flush")
            try one("flush")
            #expect(try one("member get report.pdf") == "2")
            try one("member reset report.pdf")
            try one("flush")
            try other("member set other.pdf 7")
            try other("flush")
            for helper in [one, other] {
                #expect(try helper("member is-set report.pdf") == "false")
                #expect(try helper("member list") == "2 sorted")
            }
            let expected = ["bulk/other%2Epdf": 7, "bulk/third%2Epdf": 6]
            #expect(try directory.settings(in: file) as? [String: Int] == expected)
        }

        @Test func `A plain call that changes or removes a member is not undone`() throws {
            let (one, other) = (try Helper(directory), try Helper(directory))
            try one("member set a 1")
            try one("member set b 1")
            try one("flush")
            #expect(try other("member get a") == "1")
            // A `synchronize()` that removes what was saved just before is taken for one that had not seen it.
            try other("pause 200")
            try other("plain-set bulk/a 2")
            try other("plain-remove bulk/b")
            try other("synchronize")
            try one("member set c 3")
            try one("flush")
            for helper in [one, other] {
                #expect(try helper("member get a") == "2")
                #expect(try helper("member is-set b") == "false")
            }
            #expect(try directory.settings(in: file) as? [String: Int] == ["bulk/a": 2, "bulk/c": 3])
        }

        @Test func `Ten thousand members in a file are listed in order`() throws {
            let names = (0..<10_000).map { "bulk/d\($0)" }
            try directory.write(Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }), to: file, format: .binary)
            let helper = try Helper(directory)
            #expect(try helper("member list") == "10000 sorted")
            #expect(try helper("member get d9999") == "1")
            try helper("member reset d9999")
            #expect(try helper("member list") == "9999 sorted")
        }
    }
}
#endif
