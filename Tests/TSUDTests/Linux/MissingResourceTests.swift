#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Saving without descriptors, threads, a user name, standard error, or the lock.
    @Suite struct MissingResourceTests {
        let directory: TemporaryDirectory
        let file = "saving-helper.plist"
        let nobody: UInt32 = 65534

        init() throws {
            directory = try TemporaryDirectory()
        }

        @Test("without free descriptors nothing is deleted, and a later flush saves")
        func noDescriptors() throws {
            try directory.write(["old": 1, "gone": 2], to: file)
            let helper = try Helper(directory)
            #expect(try helper("get old") == "1")
            #expect(try #require(Int(helper("exhaust-descriptors"))) > 0)
            try helper("set new 3")
            #expect(try helper("flush").hasPrefix("notSaved"))
            #expect(try directory.settings(in: file).count == 2)
            try helper("release-descriptors")
            try helper("reset gone")
            #expect(try helper("flush") == "flushed")
            #expect(try directory.settings(in: file) as? [String: Int] == ["old": 1, "new": 3])
        }

        @Test("a program without a background thread, for which no descriptors were free, saves at exit")
        func noThread() throws {
            let helper = try Helper(directory)
            #expect(try #require(Int(helper("exhaust-descriptors"))) > 0)
            try helper("set new 3")
            try helper("release-descriptors")
            #expect(helper.finish() == .exited(0))
            #expect(try directory.settings(in: file) as? [String: Int] == ["new": 3])
        }

        @Test("a suite that looks empty because the user has no name deletes nothing from the file")
        func noNameAnyMore() throws {
            try directory.write(["old": 1, "gone": 2], to: file)
            let helper = try Helper(directory)
            #expect(try helper("get old") == "1")
            // Only root can change to an unknown user.
            guard try helper("change-user 54321") == "54321" else { return }
            try helper("set new 3")
            // A directory that all may write in.
            #expect(try helper("flush") == "flushed")
            #expect(try directory.settings(in: file) as? [String: Int] == ["old": 1, "gone": 2, "new": 3])
        }

        @Test("a closed standard error does not crash the process")
        func noStandardError() throws {
            try directory.write(Array("<plist".utf8), to: file)
            let helper = try Helper(directory)
            #expect(try helper("close-errors") == "0")
            try helper("set size 14")
            #expect(try helper("flush") == "flushed")
            #expect(helper.finish() == .exited(0))
            #expect(try directory.settings(in: file)["size"] as? Int == 14)
        }

        @Test("a structure with many different NaNs is stored and read")
        func manyNaNs() throws {
            let helper = try Helper(directory)
            #expect(try helper("nans") == "502 NaNs")
        }

        @Test("without a background thread, flush and exit save")
        func noThreads() throws {
            let helper = try Helper(directory)
            try helper("change-user \(nobody)")
            #expect(try helper("limit-threads 1") == "0")
            try helper("set size 14")
            #expect(try helper("flush") == "flushed")
            #expect(try directory.settings(in: file)["size"] as? Int == 14)
            try helper("set size 15")
            #expect(helper.finish() == .exited(0))
            #expect(try directory.settings(in: file)["size"] as? Int == 15)
        }

        @Test("a process that keeps the file locked delays the exit by two seconds, which is logged")
        func lockedFile() throws {
            try directory.write(["old": 1], to: file)
            let descriptor = open(directory.path(file), O_RDONLY)
            defer { close(descriptor) }
            #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            let helper = try Helper(directory)
            try helper("set size 14")
            let clock = ContinuousClock()
            let duration = clock.measure { #expect(helper.finish() == .exited(0)) }
            // Elsewhere the lock is waited for ten seconds.
            #expect(duration < .seconds(8))
            #expect(helper.log.contains("another process holds the lock"))
            #expect(try directory.settings(in: file)["size"] == nil)
        }

        @Test("a locked directory does not delay saving")
        func lockedDirectory() throws {
            try directory.write(["old": 1], to: file)
            let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY)
            defer { close(descriptor) }
            #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            let helper = try Helper(directory)
            try helper("set size 14")
            #expect(try helper("flush") == "flushed")
            #expect(helper.finish() == .exited(0))
            #expect(helper.log.isEmpty)
        }

        @Test("children that are forked during a save can save, and none hangs")
        func forksDuringSaves() throws {
            // The first save of a process takes locks of the Swift runtime that no later one takes.
            for _ in 0..<10 {
                let directory = try TemporaryDirectory()
                let helper = try Helper(directory)
                #expect(try helper("fork-during-saves 10") == "failed 0")
                helper.finish()
                #expect(helper.log.isEmpty)
                let settings = try directory.settings(in: file)
                #expect((0..<10).allSatisfy { (index: Int) in settings["child\(index)"] as? Int == index })
                #expect(settings["parent"] as? Int == 9)
            }
        }

        @Test("the file is the one that Foundation reads, even if the variables are set at run time")
        func variables() throws {
            for isFirst in [true, false] {
                for name in [nil, "com.example.variables"] {
                    let directory = try TemporaryDirectory()
                    let helper = try Helper(directory, environment: ["XDG_CONFIG_HOME": nil])
                    if let name { try helper("suite \(name)") }
                    if !isFirst { try helper("plain-get size") }
                    for variable in ["HOME", "XDG_CONFIG_HOME"] {
                        try helper("setenv \(variable) \(directory.path("other"))")
                    }
                    try helper("set size 14")
                    #expect(try helper("flush") == "flushed")
                    // Foundation writes to the file that it reads.
                    try helper("plain-set plain 15")
                    #expect(try helper("synchronize") == "true")
                    helper.finish()
                    let settings = try directory.settings(in: ".config/\(name ?? "saving-helper").plist")
                    #expect(settings as? [String: Int] == ["size": 14, "plain": 15])
                    #expect(directory.names == [".config"])
                }
            }
        }

        @Test(
            "the file is the one that Foundation reads, whatever the process is called",
            arguments: ["rename", "replace"]
        )
        func renamed(_ command: String) throws {
            let copy = directory.path("copied-helper")
            try Program.copy("saving-helper", to: copy)
            let helper = try Program(copy, in: directory)
            helper.tell("\(command) \(copy)")
            #expect(helper.nextLine() == "done")
            helper.tell("set size 14")
            #expect(helper.nextLine() == "set")
            helper.finish()
            #expect(try directory.settings(in: "copied-helper.plist") as? [String: Int] == ["size": 14])
        }
    }
}
#endif
