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

        @Test(.fullTrial, arguments: ["set", "update"])
        func `An exit during a save ends, and logs that settings are not saved`(_ command: String) throws {
            let faults = try Faults(in: directory)
            let environment = faults.environment.merging(Helper.briefWaits) { $1 }
            let helper = try Helper(directory, "set other 1", "flush", environment: environment)
            try faults.begin("slow", 60_000, ".tsud-")
            try helper.run("\(command)-elsewhere size 2")
            wait { directory.names.contains { $0.contains(".tsud-") } }
            // At an update's end nothing is pending but this.
            try helper.run("set size 3")
            helper.closeInput()
            #expect(helper.finish(within: 40) == .exited(0))
            #expect(helper.log.contains("Settings are not saved"))
            #expect(try directory.numbers() == ["other": 1])
        }

        @Test(arguments: [["set early 1"], ["set early 1", "flush"], ["set early 1", "flush", "set early 2"]])
        func `All writes of an exit handler that was registered before the first setting are saved`(
            _ script: [String]
        ) throws {
            let helper = try Helper(directory, "write-often-at-exit 8")
            for line in script { try helper.run(line) }
            helper.end()
            var expected = ["early": script.count > 2 ? 2 : 1]
            for index in 0..<8 { expected["late\(index)"] = index }
            #expect(try directory.numbers() == expected)
            #expect(helper.log.isEmpty)
        }

        @Test func `A write in an exit handler registered before the first key is saved`() throws {
            let helper = try Helper(directory, "write-at-exit late 9", "set early 1")
            helper.end()
            #expect(try directory.numbers() == ["early": 1, "late": 9])
            #expect(helper.log.isEmpty)
        }

        @Test(arguments: [2, 8])
        func `If several threads exit at once, a value set after a save is saved`(_ threads: Int) throws {
            for _ in 0..<(isFull ? 100 : 8) {
                let helper = try Helper(directory, "set size 1", "flush", "set size 2", "set other 3")
                helper.tell("exit-on-threads \(threads)")
                helper.end()
                #expect(helper.log.isEmpty)
                #expect(try directory.numbers() == ["size": 2, "other": 3])
            }
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

        @Test func `The exit waits for a save that has begun, and then for the last one`() throws {
            let faults = try Faults(in: directory)
            let helper = try Helper(directory, "set size 1", "flush", environment: faults.environment)
            try faults.begin("slow", 2_000, ".tsud-")
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
            while try helper("direct-get foreign\(name % 1_000)") == "none" { name += 1 }
            try helper.run("set size 2")
            helper.end()
            #expect(helper.log.isEmpty)
            #expect(try directory.numbers().count == 30_001)
        }

        @Test func `Hundreds of suites are saved at exit, and none is logged as unsaved`() throws {
            let helper = try Helper(directory, "write-suites 300")
            helper.end()
            #expect(helper.log.isEmpty)
            #expect(directory.names.count == 300)
            #expect(try directory.numbers(in: "many.299") == ["k": 299])
        }
    }
}
#endif
