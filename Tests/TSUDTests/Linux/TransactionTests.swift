#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Updates are transactions on the file, whatever the system refuses.
    @Suite(.serialized) struct TransactionTests {
        private let directory = TemporaryDirectory.new()

        private func saved() throws -> [Int] { try #require(try directory.settings(in: file)["list"] as? [Int]) }

        static let refusals: [Faults.Fault] = [
            ("pread", EIO, file), ("open", ENFILE, "/" + file), ("open", ESTALE, "/" + file),
            ("open", EMFILE, ".plist.next"), ("open", EMFILE, ".plist.lock"), ("flock", EIO, ".plist.lock"),
            ("open", EMFILE, ".tsud-"), ("write", ENOSPC, ".tsud-"), ("fsync", EIO, ".tsud-"), ("rename", EIO, file),
        ]

        @Test(arguments: refusals)
        func `An update that can't begin throws the reason and changes nothing`(_ fault: Faults.Fault) throws {
            let faults = try Faults(in: directory)
            let helper = try Helper(directory, "append list 1", environment: faults.environment)
            // Before the other process writes. An earlier read need not be repeated.
            try faults.begin(fault.call, fault.error, fault.part)
            let other = try Helper(directory, "append list 2")
            let answer = try helper("append list 3")
            #expect(answer.contains("Settings are not saved") && answer.contains("(errno \(fault.error))"), "\(answer)")
            #expect(try saved() == [1, 2])
            try other.run("append list 4")
            faults.end()
            try helper.run("append list 5")
            #expect(try saved() == [1, 2, 4, 5])
        }

        @Test func `A transaction reads values that another process has just saved`() throws {
            let helpers = [try Helper(directory), try Helper(directory)]
            for count in 1...20 {
                for helper in helpers { try helper.run("increment-in-transaction size → done") }
                #expect(try directory.numbers() == ["size": 2 * count])
            }
        }

        @Test(arguments: [("pread", EIO), ("open", ENFILE), ("open", ESTALE)])
        func `An update doesn't begin while the file is unreadable`(
            _ call: String,
            _ error: Int32
        ) throws {
            let faults = try Faults(in: directory)
            let helper = try Helper(directory, "append list 1", environment: faults.environment)
            try faults.begin(call, error, "/" + file)
            try directory.run("append list 2")
            #expect(try helper("end-faults-and-append list 3").contains("(errno \(error))"))
            #expect(try saved() == [1, 2])
        }

        @Test func `A file that can't be inspected doesn't count as missing`() throws {
            try directory.write(["list": [1]], to: file)
            let faults = try Faults(in: directory, "stat", EIO, "/" + file)
            let helper = try Helper(directory, environment: faults.environment)
            #expect(try helper("append list 2").contains("(errno \(EIO))"))
            faults.end()
            try helper.run("append list 3")
            #expect(try saved() == [1, 3])
        }

        @Test func `Another user's lock file that can't be replaced doesn't count as missing`() throws {
            guard geteuid() == 0 else { return }
            // As in the directory for temporary files, only the owner of a file may remove it.
            chmod(directory.path, 0o1777)
            for name in ["lock", "next"] {
                let lock = directory.path(".\(file).\(name)")
                unlink(lock)
                close(open(lock, O_WRONLY | O_CREAT, 0o600))
                let helper = try Helper(directory, "leave-root")
                #expect(try helper("append list 1").contains("(errno \(EACCES))"))
                unlink(lock)
                try helper.run("append list 2")
                #expect(try saved() == [2])
                unlink(directory.path(file))
            }
        }

        /// Such as of ext4 with small inodes, which also reuses an inode at once.
        @Test func `With file times of whole seconds, no update is lost or reverted`() throws {
            let faults = try Faults(in: directory, "times", 1, "-")
            let helpers = try (0..<3).map { _ in try Helper(directory, environment: faults.environment) }
            // The numbers take the same space, so the file keeps its size.
            let times = isFull ? 600 : 30
            for helper in helpers { helper.tell("increment size \(times)") }
            let other = try Helper(directory, environment: faults.environment)
            for value in 0..<times { try other.run("set other \(value)", "flush", "get other → \(value)") }
            for helper in helpers { #expect(helper.nextLine() == "done") }
            #expect(try directory.numbers() == ["size": 3 * times, "other": times - 1])
        }

        @Test(arguments: [("write", ENOSPC, "two.plist.tsud-"), ("flock", EIO, "two.plist.lock")] as [Faults.Fault])
        func `A transaction that can't replace one file replaces none`(_ fault: Faults.Fault) throws {
            let faults = try Faults(in: directory)
            let helper = try Helper(directory, "transaction 1 → done", environment: faults.environment)
            try faults.begin(fault.call, fault.error, fault.part)
            #expect(try helper("transaction 2").contains("(errno \(fault.error))"))
            for suite in ["one", "two"] {
                #expect(try directory.numbers(in: suite) == ["k": 1])
                try helper.run("suite \(suite)", "get k → 1")
            }
            faults.end()
            try helper.run("transaction 3")
            for suite in ["one", "two"] { #expect(try directory.numbers(in: suite) == ["k": 3]) }
        }

        @Test func `An update that throws while a save fails leaves no lock behind`() throws {
            let faults = try Faults(in: directory)
            let helper = try Helper(directory, environment: faults.environment)
            try faults.begin("write", ENOSPC, ".tsud-")
            try helper.run("set size 1", "flush → notSaved \(ENOSPC) \(directory.path(file))", "fail-update list")
            try directory.run("append list 1", "set other 2")
            faults.end()
            try helper.run("flush")
            #expect(try directory.settings(in: file).keys.sorted() == ["list", "other", "size"])
        }

        @Test func `A program that loops on updates doesn't starve an update of another one`() throws {
            let loopers = try (0..<2).map { _ in try Helper(directory) }
            for looper in loopers { looper.tell("loop-updates") }
            for looper in loopers { #expect(looper.nextLine() == "looping") }
            let helper = try Helper(directory)
            for _ in 1...5 { try helper.run("append list 1") }
            helper.tell("set size 7")
            helper.end()
            #expect(helper.log.isEmpty)
            let settings = try directory.settings(in: file)
            #expect(settings["list"] as? [Int] == [1, 1, 1, 1, 1] && settings["size"] as? Int == 7)
        }

        @Test(.fullTrial) func `A write waits for one update of a program that loops on updates`() throws {
            let looper = try Helper(directory)
            looper.tell("loop-updates")
            #expect(looper.nextLine() == "looping")
            let between = try Helper(directory)("updates-between 20")
            // For one each time, and for another where this program is late to wait.
            #expect(try #require(Int(between), "\(between)") <= 80)
        }

        @Test(arguments: [3_600, -3_600] as [Int32])
        func `An update begins with the file's value, even if the clock was set`(_ seconds: Int32) throws {
            try directory.write(["list": [1]], to: file)
            let faults = try Faults(in: directory, "clock", seconds, "-")
            // Loaded before the file is replaced, and before the first key.
            let helper = try Helper(directory, environment: faults.environment)
            _ = try helper("direct-get list")
            try directory.run("append list 2")
            try helper.run("append list 3")
            #expect(try saved() == [1, 2, 3])
        }

        @Test(
            arguments: [[], ["set other 1"], ["set size 1"], ["set size 1", "flush"]],
            ["increment", "transaction"]
        )
        func `An update begins with the value of a direct call`(_ script: [String], _ kind: String) throws {
            let helper = try Helper(directory)
            for line in script { try helper.run(line) }
            try helper.run(
                "direct-set size 5",
                kind == "increment" ? "increment size 1" : "increment-in-transaction size"
            )
            #expect(try directory.numbers()["size"] == 6)
            try helper.run("direct-get size → 6", "get size → 6")
        }

        @Test func `An update begins with nothing if a direct call has removed the key`() throws {
            let helper = try Helper(directory, "set size 4", "flush", "direct-remove size", "is-set size → false")
            try helper.run("stored-in-update size → false none", "increment size 1")
            #expect(try directory.numbers()["size"] == 1)
        }

        @Test func `An update leaves an unreadable value of a direct call, and throws`() throws {
            let helper = try Helper(directory, "set other 1", "flush", "direct-set list 5")
            #expect(try helper("append list 1").contains("list"))
            try helper.run("direct-get list → 5")
            #expect(try directory.numbers() == ["other": 1])
        }

        @Test(arguments: ["increment size 1", "increment-in-transaction size", "restore 1 5 → restoring"])
        func `An update of a damaged file saves all that the process has`(_ update: String) throws {
            let helper = try Helper(directory, "set theme 3", "set size 1", "flush")
            try directory.write(Array("<?xml".utf8), to: file)
            try helper.run(update)
            if update.hasPrefix("restore") { #expect(helper.nextLine() == "done") }
            try helper.run("get theme → 3")
            let numbers = try directory.numbers()
            #expect(numbers["theme"] == 3 && numbers["size"] == (update.hasPrefix("restore") ? 1 : 2))
        }

        @Test(arguments: [3_600, -3_600] as [Int32])
        func `An update waits for another thread's, also if the clock has been set`(_ seconds: Int32) throws {
            let faults = try Faults(in: directory, "clock", seconds, "-")
            let helper = try Helper(directory, environment: faults.environment)
            try helper.run("update-beside list 300")
            #expect(try saved() == [1, 1])
        }

        /// A removal that follows at once looks like an object that Foundation has lost; a later one does not.
        @Test(arguments: [("direct-set size 3", ["3"]), ("direct-remove size", ["2", "none"])])
        func `A write is saved although a direct call of its key came before the save`(
            _ call: String,
            _ values: [String]
        ) throws {
            let helper = try Helper(directory, "set other 1", "flush", "set size 1", "flush")
            try directory.withoutSaves { try helper.run("set size 2", call) }
            try helper.run("flush")
            let value = try helper("get size")
            #expect(values.contains(value))
            #expect(try directory.numbers()["size"] == 2)
            try helper.run("synchronize → true", "flush", "get size → \(value)")
            #expect(try directory.numbers()["size"] == Int(value))
        }

        @Test(arguments: [300 << 20, 200 << 30])
        func `A file of more than 256 MB counts as damaged, by its size`(_ size: Int) throws {
            try directory.write([], to: file)
            guard truncate(directory.path(file), size) == 0 else { return }
            let helper = try Helper(directory, "get size → none", "set size 1", "flush")
            #expect(try directory.numbers() == ["size": 1])
            #expect(try #require(helper.nextLogLine()).contains("larger than 256 MB"))
        }
    }
}
#endif
