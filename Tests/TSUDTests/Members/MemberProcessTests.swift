#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Members {
    /// Members in several processes.
    @Suite struct MemberProcessTests {
        private let directory = TemporaryDirectory.new()
        private let file = Linux.file

        @Test func `An older state of a member never comes back`() throws {
            let (one, other) = (try Helper(directory), try Helper(directory))
            for helper in [one, other] { try helper.run("member get report.pdf → 0") }
            try one.run("member set report.pdf 1", "flush")
            // Saves the suite as it knew it, with another member.
            try other.run("member set other.pdf 5", "flush", "member get report.pdf → 1", "member set report.pdf 2")
            try one.run("member set third.pdf 6")
            try other.run("flush")
            try one.run("flush", "member get report.pdf → 2", "member reset report.pdf", "flush")
            try other.run("member set other.pdf 7", "flush")
            for helper in [one, other] { try helper.run("member is-set report.pdf → false", "member list → 2 sorted") }
            let expected = ["bulk/other%2Epdf": 7, "bulk/third%2Epdf": 6]
            #expect(try directory.numbers() == expected)
        }

        @Test func `A direct call that changes or removes a member is not undone`() throws {
            let (one, other) = (try Helper(directory), try Helper(directory))
            try one.run("member set a 1", "member set b 1", "flush")
            try other.run("member get a → 1", "direct-set bulk/a 2", "direct-remove bulk/b", "synchronize → true")
            try one.run("member set c 3", "flush")
            for helper in [one, other] { try helper.run("member get a → 2", "member is-set b → false") }
            #expect(try directory.numbers() == ["bulk/a": 2, "bulk/c": 3])
        }

        @Test func `A member that a direct call sets is listed after synchronize() has saved it`() throws {
            let helper = try Helper(directory, "member set a 1", "flush", "direct-set bulk/b 2")
            try helper.run("member get b → 2", "member is-set b → true", "member list → 1 sorted")
            try helper.run("synchronize → true", "flush", "member list → 2 sorted")
        }

        @Test func `Ten thousand members in a file are listed in order`() throws {
            let names = (0..<10_000).map { "bulk/d\($0)" }
            try directory.write(Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }), to: file, format: .binary)
            let helper = try Helper(directory, "member list → 10000 sorted", "member get d9999 → 1")
            try helper.run("member reset d9999", "member list → 9999 sorted")
        }
    }
}
#endif
