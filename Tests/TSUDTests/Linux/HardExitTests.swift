#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Programs that are killed, exit in the middle of a write, or write while they exit.
    @Suite(.mayBlockForLong) struct HardExitTests {
        private let directory = TemporaryDirectory.new()

        @Test func `A program that is killed while it restores settings has restored all or none`() throws {
            let versions = isFull ? 100 : 6
            var random = SeededGenerator(seed: Extent.seed)
            for version in 1...versions {
                let helper = try Helper(directory, "restore 1000 \(version) → restoring")
                usleep(.random(in: 0..<40_000, using: &random))
                helper.kill()
                helper.finish()
                guard directory.names.contains(file) else { continue }
                let values = try directory.numbers().values
                #expect(values.count == 1_000 && Set(values).count == 1, "version \(version)")
            }
            try directory.run("restore 1000 0 → restoring")
            #expect(try Set(directory.numbers().values) == [0])
        }

        /// The effect of such a handler is undefined.
        ///
        /// One of some hundreds hangs in the C library, which then waits for the list of its own open files.
        @Test(arguments: ["set", "update"])
        func `A signal handler that exits in the middle of a write does not hang`(_ command: String) throws {
            var random = SeededGenerator(seed: Extent.seed)
            var hung = 0
            for _ in 1...(isFull ? 20 : 2) {
                let helper = try Helper(directory, "write-until-signal \(command) → writing")
                usleep(.random(in: 0..<20_000, using: &random))
                helper.signal(SIGTERM)
                // Two seconds on a machine that does nothing else.
                if helper.finish(within: 60) != .exited(0) { hung += 1 }
                let lines = helper.log.split(separator: "\n")
                #expect(lines.allSatisfy { $0.contains("Settings are not saved") }, "\(helper.log)")
            }
            #expect(hung <= 1)
        }

        @Test(.fullTrial) func `An exit during a save ends, and logs that settings are not saved`() throws {
            let faults = try Faults(in: directory)
            let helper = try Helper(directory, environment: faults.environment)
            try faults.begin("slow", 60_000, ".tsud-")
            try helper.run("write-until-signal update → writing")
            wait { directory.names.contains { $0.contains(".tsud-") } }
            helper.signal(SIGTERM)
            #expect(helper.finish(within: 40) == .exited(0))
            #expect(helper.log.contains("Settings are not saved"))
        }

        @Test func `A write in an exit handler registered before the first key is saved`() throws {
            let helper = try Helper(directory, "write-at-exit late 9", "set early 1")
            helper.end()
            #expect(try directory.numbers() == ["early": 1, "late": 9])
            #expect(helper.log.isEmpty)
        }

        /// A key's write is due while they run: some run before the library's own, and some after.
        @Test(.fullTrial, arguments: [["pause-at-exit 1000", "set size 1"], ["set size 1", "pause-at-exit 1000"]])
        func `TSUD uses no time while other exit handlers run`(_ script: [String]) throws {
            let helper = try Helper(directory)
            for line in script { try helper.run(line) }
            try helper.run("set size 2")
            helper.closeInput()
            // A correct exit uses none. A loop would use little beside other tests.
            #expect(try #require(helper.nextLine().flatMap { Int($0) }) < 20)
            helper.end()
            #expect(try directory.numbers() == ["size": 2])
        }

        @Test func `The exit waits for another thread's flush, which waits for another process`() throws {
            let lock = directory.path("." + file + ".lock")
            let slow = try Helper(directory, "hold-lock \(lock) 4000 → locked")
            let helper = try Helper(directory, "set size 14", "flush-elsewhere")
            helper.end()
            #expect(helper.log.isEmpty)
            #expect(try directory.numbers() == ["size": 14])
            slow.end()
        }

        @Test(.fullTrial) func `The exit waits as long as one suite after the other is saved`() throws {
            // Twelve seconds in all: longer than it waits for anything else.
            let holders = try (0..<24).map { index in
                let lock = directory.path(".many.\(index).plist.lock")
                return try Helper(directory, "hold-lock \(lock) \(500 * (index + 1)) → locked")
            }
            try directory.run("write-suites 24")
            for index in 0..<24 { #expect(try directory.numbers(in: "many.\(index)") == ["k": index]) }
            for holder in holders { holder.end() }
        }

        @Test(.fullTrial) func `The exit waits for a save that has begun, and then for the last one`() throws {
            let faults = try Faults(in: directory)
            let helper = try Helper(directory, "set size 1", "flush", environment: faults.environment)
            // Twelve seconds in all, as above.
            try faults.begin("slow", 6_000, ".tsud-")
            try helper.run("set size 2")
            wait { directory.names.contains { $0.contains(".tsud-") } }
            try helper.run("set size 3")
            helper.end()
            #expect(helper.log.isEmpty)
            #expect(try directory.numbers() == ["size": 3])
        }

        /// All of which would take longer than the exit waits for anything.
        @Test(.fullTrial) func `An exit doesn't wait for tens of thousands of external names`() throws {
            let helper = try Helper(directory, "set size 1", "flush")
            try wait { try helper("watches") != "0" }
            let many = Dictionary(uniqueKeysWithValues: (0..<30_000).map { ("foreign\($0)", $0) })
            try directory.write(many, to: file, format: .binary)
            // Until it has begun.
            var name = 0
            while try helper("plain-get foreign\(name % 1_000)") == "none" { name += 1 }
            try helper.run("set size 2")
            helper.end()
            #expect(helper.log.isEmpty)
            #expect(try directory.numbers().count == 30_001)
        }

        @Test func `A thousand suites are saved at exit, and none is logged as unsaved`() throws {
            let helper = try Helper(directory, "write-suites 1000")
            helper.end()
            #expect(helper.log.isEmpty)
            #expect(directory.names.count == 1_000)
            #expect(try directory.numbers(in: "many.999") == ["k": 999])
        }
    }
}
#endif
