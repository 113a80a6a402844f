#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Changes that can't be saved stay in memory, are reported, and are saved later.
    @Suite struct SaveFailureTests {
        let directory: TemporaryDirectory
        let file = "saving-helper.plist"
        let nobody: UInt32 = 65534

        init() throws {
            directory = try TemporaryDirectory()
        }

        @Test("in a read-only directory")
        func readOnlyDirectory() throws {
            try directory.write(["old": 1], to: file)
            chmod(directory.path, 0o555)
            let helper = try Helper(directory)
            try helper("change-user \(nobody)")
            try helper("set size 14")
            #expect(try helper("flush") == "notSaved \(EACCES) \(directory.path(file))")
            #expect(try helper("get size") == "14")
            #expect(try helper("get old") == "1")
            chmod(directory.path, 0o777)
            #expect(try helper("flush") == "flushed")
            #expect(try directory.settings(in: file)["size"] as? Int == 14)
            #expect(directory.names == [file])
        }

        @Test("a change that could not be saved is saved with the next one")
        func nextChange() throws {
            let reader = try Helper(directory)
            #expect(try reader("observe") == "observed 0")
            chmod(directory.path, 0o555)
            let helper = try Helper(directory)
            try helper("change-user \(nobody)")
            try helper("set size 14")
            #expect(try helper("flush") == "notSaved \(EACCES) \(directory.path(file))")
            chmod(directory.path, 0o777)
            try helper("set observed 15")
            #expect(reader.nextLine() == "observed 15")
            #expect(try directory.settings(in: file)["size"] as? Int == 14)
        }

        @Test("an unreadable file is neither moved nor overwritten")
        func unreadableFile() throws {
            try directory.write(["old": 1], to: file)
            chmod(directory.path(file), 0)
            let helper = try Helper(directory)
            try helper("change-user \(nobody)")
            #expect(try helper("get old") == "none")
            #expect(try helper("flush") == "flushed")
            try helper("set size 14")
            #expect(try helper("flush") == "notSaved \(EACCES) \(directory.path(file))")
            #expect(try helper("get size") == "14")
            #expect(directory.names == [file])
            chmod(directory.path(file), 0o666)
            #expect(try helper("flush") == "flushed")
            let settings = try directory.settings(in: file)
            #expect(settings["size"] as? Int == 14 && settings["old"] as? Int == 1)
        }

        @Test("without a home directory")
        func noHome() throws {
            let helper = try Helper(directory, environment: ["XDG_CONFIG_HOME": nil, "HOME": "/nonexistent"])
            try helper("change-user \(nobody)")
            try helper("set size 14")
            #expect(try helper("flush") == "notSaved \(EACCES) /nonexistent/.config/\(file)")
            #expect(try helper("get size") == "14")
            #expect(helper.finish() == .exited(0))
        }

        @Test("without HOME")
        func noHomeVariable() throws {
            let helper = try Helper(directory, environment: ["XDG_CONFIG_HOME": nil, "HOME": nil])
            try helper("change-user \(nobody)")
            try helper("set size 14")
            #expect(try helper("flush") == "notSaved \(EACCES) /.config/\(file)")
            #expect(try helper("get size") == "14")
            #expect(helper.finish() == .exited(0))
        }

        @Test("on a full disk")
        func fullDisk() throws {
            try directory.write(["old": 1], to: file)
            let before = try directory.bytes(of: file)
            let helper = try Helper(directory)
            #expect(try helper("limit 16") == "0")
            try helper("set size 14")
            #expect(try helper("flush") == "notSaved \(EFBIG) \(directory.path(file))")
            #expect(try helper("get size") == "14")
            // The old file is intact and no temporary file is left, once a background save has failed as well.
            #expect(try directory.bytes(of: file) == before)
            #expect((0..<100_000).contains { _ in directory.names == [file] })
            #expect(try helper("limit 0") == "0")
            #expect(try helper("flush") == "flushed")
            #expect(try directory.settings(in: file)["size"] as? Int == 14)
        }

        @Test("at exit, with one log line that tells the path and the reason")
        func logged() throws {
            let helper = try Helper(directory)
            #expect(try helper("limit 16") == "0")
            try helper("set size 14")
            helper.tell("set other 15")
            #expect(helper.finish() == .exited(0))
            let path = directory.path(file)
            let reason = "can't write the new file: File too large (errno \(EFBIG))"
            #expect(helper.log == "TSUD: Settings are not saved to '\(path)': \(reason).\n")
        }
    }
}
#endif
