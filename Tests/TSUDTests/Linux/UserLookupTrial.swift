#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Settings of a program whose threads look up users without pause, by the C library's real `getpwuid`.
    ///
    /// Foundation then loses some of the objects that it is to set, if the user isn't the first one in the list of users.
    /// `TSUD_TRIAL=full swift test --filter UserLookupTrial` writes 6,000 new keys and 20,000 values of others.
    @Suite(.serialized, .mayBlockForLong) struct UserLookupTrial {
        private let directory = TemporaryDirectory.new()

        init() { if geteuid() == 0 { chown(directory.path, 65_534, 65_534) } }

        @Test func `No write is lost if other threads of the program look up users`() throws {
            let (new, overwritten, updates, others) = isFull ? (6_000, 20_000, 100, 500) : (1_000, 4_000, 40, 200)
            let other = try Helper(directory, "leave-root")
            let helper = try Helper(directory, "leave-root", "look-up-users 2")
            other.tell("contend keys other \(others)")
            // A write takes the longer, the more keys the suite has. A command has a time limit.
            func run(_ command: String, in parts: Int, of all: Range<Int>) throws {
                let starts = Array(stride(from: all.lowerBound, to: all.upperBound, by: all.count / parts))
                for (start, end) in zip(starts, starts.dropFirst() + [all.upperBound]) {
                    try helper.run("\(command) \(start) \(end)")
                }
            }
            try run("overwrite", in: 4, of: 1..<overwritten)
            try helper.run("update-each \(updates)")
            try run("set-new-keys", in: 4, of: 0..<new)
            try run("overwrite", in: 1, of: overwritten..<(overwritten + 50))
            #expect(other.nextLine() == "done")
            for program in [other, helper] { try program.run("flush") }
            try helper.run("expect other \(others)")

            let expected = Dictionary(
                uniqueKeysWithValues: try helper("expected").split(separator: " ").map { entry in
                    let parts = entry.split(separator: "=")
                    return (String(parts[0]), try #require(Int(parts[1])))
                }
            )
            #expect(expected.count == new + others + 50)
            let saved = try directory.numbers()
            #expect(saved == expected, "\(expected.filter { saved[$0.key] != $0.value })")
            // It follows the file in the background.
            let end = ContinuousClock.now + .seconds(300)
            var wrong = try helper("wrong-in-memory")
            while wrong != "none", .now < end { wrong = try helper("wrong-in-memory") }
            #expect(wrong == "none")
        }
    }
}
#endif
