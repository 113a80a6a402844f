#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Updates of one key in several processes at once.
    ///
    /// `TSUD_TRIAL=full swift test --filter UpdateTrial` runs twenty rounds instead of one.
    @Suite(.serialized, .mayBlockForLong) struct UpdateTrial {
        private let directory = TemporaryDirectory.new()

        private func saved() throws -> [Int] {
            try #require(try directory.settings(in: file)["list"] as? [Int]).sorted()
        }

        @Test func `Twenty programs that append one element each leave twenty elements`() throws {
            for round in 0..<(isFull ? 20 : 1) {
                let helpers = try (0..<20).map { _ in try Helper(directory) }
                for (index, helper) in helpers.enumerated() { helper.tell("append list \(round * 20 + index)") }
                for helper in helpers { helper.closeInput() }
                for helper in helpers {
                    #expect(helper.nextLine() == "done")
                    helper.end()
                }
                #expect(try saved() == Array(0..<(round + 1) * 20))
            }
        }

        @Test func `Programs that continue after bursts of updates lose nothing`() throws {
            let count = isFull ? 200 : 50
            let helpers = try (0..<4).map { _ in try Helper(directory) }
            for (index, helper) in helpers.enumerated() { helper.tell("append list \(index) \(count)") }
            for helper in helpers { #expect(helper.nextLine(within: 300) == "done") }
            for helper in helpers + helpers { try helper.run("flush") }
            #expect(try saved() == (0..<4).flatMap { Array(repeating: $0, count: count) })
            // An update begins with the file's value.
            for helper in helpers { try helper.run("append list 9") }
            for helper in helpers { helper.end() }
            #expect(try saved().count == 4 * count + 4)
        }

        @Test func `An update begins with the file's value if memory differs since the first use`() throws {
            try directory.write(["list": [1]], to: file)
            // Loaded before, and the file is younger than the process.
            let helper = try Helper(directory, "direct-set list 5")
            try directory.write(["list": [1, 2]], to: file)
            try helper.run("append list 3", "flush")
            #expect(try saved() == [1, 2, 3])
        }

        @Test func `Saving and exiting inside an update use its lock, and return it at the end`() throws {
            try directory.run("update-and-flush list 1", "append list 2")
            #expect(try saved() == [1, 2])
            let helper = try Helper(directory)
            helper.tell("update-and-exit size 7")
            helper.end()
            #expect(try directory.settings(in: file)["size"] as? Int == 7)
        }

        @Test func `An update that stores nothing releases the lock at once`()
            throws
        {
            let lockFile = directory.path("." + file + ".lock")
            let helper = try Helper(directory, "fail-update list")
            let other = try Helper(directory, "hold-lock \(lockFile) 300 → locked")
            try helper.run("append list 1", "flush")
            other.end()
            #expect(try saved() == [1])
        }

        @Test func `If another process keeps the lock, an update throws busy`() throws {
            let lockFile = directory.path("." + file + ".lock")
            let other = try Helper(directory, "hold-lock \(lockFile) 60000 → locked")
            let helper = try Helper(directory, environment: Helper.briefWaits)
            let answer = try helper("append list 1")
            #expect(answer.contains("another update has taken longer than ten seconds"))
            other.kill()
            try helper.run("append list 2", "flush")
            #expect(try saved() == [2])
        }

        @Test func `Without a lock, updates are atomic within the process`() throws {
            chmod(directory.path, 0o555)
            let helper = try Helper(directory, "leave-root", "append list 1", "append list 2")
            #expect(try helper("direct-get list").contains("2"))
            chmod(directory.path, 0o777)
            try helper.run("flush")
            #expect(try saved() == [1, 2])
        }
    }
}
#endif
