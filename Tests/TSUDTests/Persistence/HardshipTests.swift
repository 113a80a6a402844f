#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Processes from which something is taken that a process is used to have.
@Suite struct HardshipTests {
    let directory: TemporaryDirectory
    let file = "saving-helper.plist"
    let nobody: UInt32 = 65534

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("without descriptors nothing is taken for removed, and it is saved once there are some again")
    func noDescriptors() throws {
        try directory.write(["old": 1, "gone": 2], to: file)
        let helper = try Helper(directory)
        #expect(try helper("get old") == "1")
        // `getpwuid` fails as well, and with it each look at a whole suite.
        #expect(try #require(Int(helper("starve"))) > 0)
        #expect(try helper("flush").hasPrefix("notSaved"))
        #expect(try directory.settings(in: file).count == 2)
        try helper("feed")
        try helper("set new 3")
        try helper("plain-remove gone")
        #expect(try helper("flush") == "flushed")
        #expect(try directory.settings(in: file) as? [String: Int] == ["old": 1, "new": 3])
    }

    @Test("a suite that looks empty because the user has no name any more deletes nothing from the file")
    func noNameAnyMore() throws {
        try directory.write(["old": 1, "gone": 2], to: file)
        let helper = try Helper(directory)
        #expect(try helper("get old") == "1")
        // Only the superuser can become somebody whom the system doesn't know.
        guard try helper("become 54321") == "54321" else { return }
        #expect(try helper("flush") == "notSaved \(EAGAIN) \(directory.path(file))")
        #expect(try directory.settings(in: file).count == 2)
        #expect(helper.finish() == .exited(0))
        #expect(try directory.settings(in: file).count == 2)
    }

    @Test("standard error that is closed crashes nobody")
    func noStandardError() throws {
        try directory.write(Array("<plist".utf8), to: file)
        let helper = try Helper(directory)
        #expect(try helper("close-errors") == "0")
        try helper("set size 14")
        #expect(try helper("flush") == "flushed")
        #expect(helper.finish() == .exited(0))
        #expect(try directory.settings(in: file)["size"] as? Int == 14)
    }

    @Test("a structure with NaNs of many kinds is stored and read, each a NaN")
    func manyNaNs() throws {
        let helper = try Helper(directory)
        #expect(try helper("nans") == "502 NaNs")
    }

    @Test("without threads of its own it saves by those that flush, and at exit")
    func noThreads() throws {
        let helper = try Helper(directory)
        try helper("become \(nobody)")
        #expect(try helper("limit-threads 1") == "0")
        try helper("set size 14")
        #expect(try helper("flush") == "flushed")
        #expect(try directory.settings(in: file)["size"] as? Int == 14)
        try helper("set size 15")
        #expect(helper.finish() == .exited(0))
        #expect(try directory.settings(in: file)["size"] as? Int == 15)
    }

    @Test("another process that never lets go of the file delays the end by two seconds, and is named")
    func lockedFile() throws {
        try directory.write(["old": 1], to: file)
        let descriptor = open(directory.path(file), O_RDONLY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let helper = try Helper(directory)
        try helper("set size 14")
        let clock = ContinuousClock()
        let duration = clock.measure { #expect(helper.finish() == .exited(0)) }
        // Ten seconds were the wait for the lock otherwise.
        #expect(duration < .seconds(8))
        #expect(helper.log.contains("another process holds the lock"))
        #expect(try directory.settings(in: file)["size"] == nil)
    }

    @Test("a directory that somebody has locked delays nothing")
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

    @Test("children that are forked while a save goes on save what they write, and none hangs")
    func busyForks() throws {
        let helper = try Helper(directory)
        #expect(try helper("fork-busily 20") == "failed 0")
        helper.finish()
        let settings = try directory.settings(in: file)
        #expect((0..<20).allSatisfy { (index: Int) in settings["child\(index)"] as? Int == index })
        #expect(settings["parent"] as? Int == 19)
    }

    @Test("the file is where Foundation looks for it, also when the variables are set at run time")
    func variables() throws {
        for (variable, place) in [("XDG_CONFIG_HOME", "a"), ("HOME", "b/.config")] {
            for name in [nil, "com.example.\(variable)"] {
                let helper = try Helper(directory, environment: ["XDG_CONFIG_HOME": nil, "HOME": nil])
                try helper("setenv \(variable) \(directory.path(String(place.prefix(1))))")
                if let name { try helper("suite \(name)") }
                try helper("set size 14")
                #expect(try helper("flush") == "flushed")
                // Foundation itself writes where it reads.
                try helper("plain-set other 15")
                #expect(try helper("synchronize") == "true")
                helper.finish()
                let settings = try directory.settings(in: "\(place)/\(name ?? "saving-helper").plist")
                #expect(settings as? [String: Int] == ["size": 14, "other": 15])
            }
        }
    }
}
#endif
