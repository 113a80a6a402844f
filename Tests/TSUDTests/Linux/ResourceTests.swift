#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// The resources that saving uses, and saving without descriptors, standard error or lock.
    @Suite struct ResourceTests {
        private let directory = TemporaryDirectory.new()
        private let lockFile = "." + file + ".lock"

        @Test func `A hundred suites don't need a descriptor or a thread each`() throws {
            let helper = try Helper(directory, "set size 14", "flush")
            try wait { try helper("watches") != "0" }
            let descriptors = try #require(Int(helper("descriptors")))
            try helper.run("write-suites 100")
            for index in 0..<100 { try helper.run("suite many.\(index)", "flush") }
            // Work in the background opens some for a moment.
            try wait { try #require(Int(helper("descriptors"))) <= descriptors + 1 }
            #expect(try #require(Int(helper("threads"))) <= 10)
            helper.end()
            #expect(directory.names.count == 101)
            #expect(try directory.numbers(in: "many.99") == ["k": 99])
        }

        @Test(arguments: ["write-suites", "read-suites"])
        func `However many suites a program uses and releases, each follows other processes`(_ use: String) throws {
            try directory.run("write-suites 150")
            let helper = try Helper(directory, "\(use) 150")
            // A save that is still to come would be later than the other program's.
            for index in 0..<150 { try helper.run("suite many.\(index)", "flush") }
            let other = try Helper(directory)
            for index in 0..<150 { try other.run("suite many.\(index)", "set k \(1_000 + index)") }
            other.end()
            for index in 0..<150 {
                try helper.run("suite many.\(index)", "flush", "get k → \(1_000 + index)", "set k \(2_000 + index)")
            }
            helper.end()
            #expect(try (0..<150).allSatisfy { try directory.numbers(in: "many.\($0)") == ["k": 2_000 + $0] })
        }

        @Test func `The program's signal handlers run on its own threads`() throws {
            try directory.run("unblock-signals", "set size 14", "flush", "threads-for-signals → 1")
        }

        /// It may end at once.
        @Test(.fullTrial) func `A program that has just begun to use a suite watches nothing yet`() throws {
            var beginsLate = false
            // On a busy machine the output may come too late, but not ten times in a row.
            for _ in 1...10 where !beginsLate {
                let helper = try Helper(directory)
                // The save gives the background thread time enough to begin.
                for command in ["get size", "set size 14", "flush", "watches"] { helper.tell(command) }
                for _ in 1...3 { _ = helper.nextLine() }
                beginsLate = helper.nextLine() == "0"
                try wait { try helper("watches") != "0" }
            }
            #expect(beginsLate)
        }

        @Test(.fullTrial) func `Ten thousand writes cause few saves`() throws {
            let saves = Counter()
            nonisolated(unsafe) let watch = try DirectoryWatch()
            try watch.watch([FilePath(directory.path("loop.key.plist"))], for: "1")
            let reader = Thread {
                while !Thread.current.isCancelled {
                    var ready = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
                    if poll(&ready, 1, 100) > 0, !watch.changedOwners().isEmpty { saves.increment() }
                }
            }
            reader.start()
            defer { reader.cancel() }
            let helper = try Helper(directory)
            // Five loops of ten thousand writes through a key, alternating with plain ones.
            let costs = try helper("loop 10000").split(separator: " ").map { try #require(Double($0)) }
            helper.end()
            #expect(try directory.numbers(in: "loop.key") == ["k": 10_003])
            // The temporary file of each is made, written and renamed.
            #expect((1...600).contains(saves.total))
            try #require(costs.count == 2)
            print("10,000 writes: \(costs[0]) ns each through a key, \(costs[1]) ns plain")
            // Without optimization the keys are slow, not the saving.
            if !_isDebugAssertConfiguration() { #expect(costs[0] / costs[1] <= 1.2) }
        }

        @Test func `Without free descriptors, nothing is deleted, and a later flush saves`() throws {
            try directory.write(["old": 1, "gone": 2], to: file)
            let helper = try Helper(directory, "get old → 1")
            // Dispatch has its own descriptors then.
            try wait { try helper("watches") != "0" }
            #expect(try #require(Int(helper("exhaust-descriptors"))) > 0)
            try helper.run("set new 3")
            #expect(try helper("flush").hasPrefix("notSaved"))
            #expect(try directory.numbers() == ["old": 1, "gone": 2])
            try helper.run("release-descriptors", "set new 3", "reset gone", "flush")
            #expect(try directory.numbers() == ["old": 1, "new": 3])
        }

        // MARK: First use

        /// Dispatch has no descriptors yet, either.
        @Test func `A program that begins without free descriptors reads its settings once there are some`() throws {
            try directory.write(["old": 1, "other": 2], to: file)
            let helper = try Helper(directory)
            #expect(try #require(Int(helper("exhaust-descriptors"))) > 0)
            try helper.run("get old → none", "set new 3", "get new → 3", "get old → none")
            #expect(try #require(helper.nextLogLine()).contains("can't be read: can't open the file"))
            #expect(try helper("flush").hasPrefix("notSaved"))
            try helper.run("release-descriptors", "flush", "get old → 1", "get new → 3", "direct-get old → 1")
            #expect(try directory.numbers() == ["old": 1, "other": 2, "new": 3])
            try directory.run("set old 4")
            try wait { try helper("get old") == "4" }
        }

        @Test func `A program that only reads, and begins without descriptors, reads its settings by itself later`()
            throws
        {
            try directory.write(["old": 1], to: file)
            let helper = try Helper(directory)
            _ = try helper("exhaust-descriptors")
            try helper.run("get old → none", "observe → observed 0", "release-descriptors")
            try wait { try helper("get old") == "1" }
            try directory.run("set observed 5")
            #expect(helper.nextLine() == "observed 5")
            // On a busy machine, it also logs that it can't watch the file yet.
            let lines = helper.log.split(separator: "\n")
            #expect(lines.count { $0.contains("can't be read: can't open the file") } == 1)
            #expect(lines.count <= 2)
        }

        @Test func `A program that begins while the user can't be looked up reads its settings later`() throws {
            try directory.write(["old": 1], to: file)
            let elsewhere = try TemporaryDirectory()
            let faults = try Faults(in: elsewhere, "user", EMFILE, "-")
            let helper = try Helper(directory, environment: faults.environment)
            try helper.run("get old → 1", "set new 3", "get new → 3")
            #expect(try #require(helper.nextLogLine()).contains("can't look up the user"))
            faults.end()
            try helper.run("flush", "get old → 1", "get new → 3", "direct-get new → 3")
            #expect(try directory.numbers() == ["old": 1, "new": 3])
        }

        @Test(.enabled(if: geteuid() == 0, "Only root can become a user without a name."))
        func `A user without a name has settings`() throws {
            try directory.write(["old": 1], to: file)
            try directory.run("become 60001 60001", "get old → 1", "set new 3", "flush", "get new → 3")
            #expect(try directory.numbers() == ["old": 1, "new": 3])
        }

        @Test(.fullTrial) func `Saving many suites costs as much for each as saving a few`() throws {
            let costs = try [500, 2_000].map { count in
                let directory = try TemporaryDirectory()
                let helper = try Helper(directory, "write-suites \(count)")
                wait { directory.names.count == count }
                return try #require(Int(helper("processor-time"))) / count
            }
            print("One of 500 suites: \(costs[0]) µs of processor time, one of 2,000: \(costs[1])")
            #expect(costs[1] < 2 * costs[0])
        }

        @Test func `A closed standard error does not crash the process`() throws {
            try directory.write(Array("<plist".utf8), to: file)
            try directory.run("close-errors → 0", "set size 14", "flush")
            #expect(try directory.numbers() == ["size": 14])
        }

        /// Locks a file or directory while a body runs.
        private func withLock(_ path: String, _ body: () throws -> Void) rethrows {
            let descriptor = open(path, O_RDONLY)
            defer { close(descriptor) }
            #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            try body()
        }

        @Test func `A process that keeps the lock delays an exit by the limit, which is logged`() throws {
            try directory.write([], to: lockFile)
            try withLock(directory.path(lockFile)) {
                let helper = try Helper(directory, "set size 14", environment: Helper.briefWaits)
                helper.end()
                #expect(helper.log.contains("another process holds the lock"))
                #expect(directory.names.isEmpty)
            }
        }

        @Test func `Processes that keep many locks delay an exit by the limit in all`() throws {
            let descriptors = try (0..<12).map { index in
                let lock = ".many.\(index).plist.lock"
                try directory.write([], to: lock)
                let descriptor = open(directory.path(lock), O_RDONLY | O_CLOEXEC)
                #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
                return descriptor
            }
            let helper = try Helper(directory, "write-suites 12", environment: Helper.briefWaits)
            #expect(helper.finish() == .exited(0))
            for descriptor in descriptors { close(descriptor) }
            #expect(helper.log.split(separator: "\n").count == 12)
        }

        @Test func `A program that exits waits for a slow save of another process`() throws {
            let slow = try Helper(directory, "hold-lock \(directory.path(lockFile)) 2500 → locked")
            #expect(try directory.run("set size 14").isEmpty)
            #expect(try directory.numbers() == ["size": 14])
            slow.end()
        }

        @Test func `A program saves at exit if Dispatch has no thread left and the clock was set, and logs nothing`()
            throws
        {
            let faults = try Faults(in: directory)
            let helper = try Helper(directory, "block-queues 255", environment: faults.environment)
            try faults.begin("clock", 3_600, "-")
            try helper.run("set size 14")
            helper.end()
            #expect(helper.log.isEmpty)
            #expect(try directory.numbers() == ["size": 14])
        }

        @Test func `An exit without pending changes waits for nothing if Dispatch has no thread left`() throws {
            #expect(try directory.run("set size 14", "flush", "block-queues 255").isEmpty)
        }

        @Test func `A locked directory does not delay saving`() throws {
            try directory.write(["old": 1], to: file)
            try withLock(directory.path) {
                let log = try directory.run("set size 14", "flush")
                #expect(log.isEmpty)
            }
        }
    }
}
#endif
