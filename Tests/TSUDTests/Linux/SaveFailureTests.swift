#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// Changes that can't be saved stay in memory, are reported, and are saved later.
    @Suite struct SaveFailureTests {
        private let directory = TemporaryDirectory.new()

        private func refusal(_ error: Int32) -> String { "flush → notSaved \(error) \(directory.path(file))" }

        @Test(arguments: ["flush", "set observed 15"])
        func `A failed save in a read-only directory is repeated, with or without flush`(_ last: String) throws {
            try directory.write(["observed": 1], to: file)
            let reader = try Helper(directory, "observe → observed 1")
            // A file that may be written is written in place.
            chmod(directory.path(file), 0o444)
            chmod(directory.path, 0o555)
            let helper = try Helper(directory)
            try helper.run("leave-root", "set size 14", refusal(EACCES), "get size → 14", "get observed → 1")
            chmod(directory.path, 0o777)
            chmod(directory.path(file), 0o666)
            try helper.run(last)
            if last != "flush" { #expect(reader.nextLine() == "observed 15") }
            #expect(try directory.numbers() == ["observed": last == "flush" ? 1 : 15, "size": 14])
            #expect(directory.names == [file])
        }

        @Test func `A damaged file that can't be moved is not overwritten`() throws {
            try directory.write([1, 2, 3], to: file)
            try directory.write([], to: "." + file + ".lock")
            chmod(directory.path, 0o555)
            let helper = try Helper(directory, "leave-root", "set size 14", refusal(EACCES), "get size → 14")
            #expect(try directory.bytes(of: file) == [1, 2, 3])
            chmod(directory.path, 0o777)
            try helper.run("flush")
            #expect(try directory.numbers() == ["size": 14])
            #expect(directory.names.count == 2)
        }

        /// Foundation would take minutes to load it.
        @Test func `A harmful file that can't be moved is not loaded, and settings are in memory`() throws {
            try directory.write(BinaryFiles.doubling(40), to: file)
            // A file that may be written is written in place.
            chmod(directory.path(file), 0o444)
            chmod(directory.path, 0o555)
            let helper = try Helper(directory, "leave-root", "get size → none", "set size 14", "get size → 14")
            try helper.run("append list 1", "get size → 14", refusal(EACCES))
            #expect(try #require(helper.nextLogLine()).contains("TSUD keeps them in memory, because it can't move"))
            #expect(try directory.bytes(of: file) == BinaryFiles.doubling(40))
            chmod(directory.path, 0o777)
            try helper.run("flush")
            #expect(try directory.settings(in: file).keys.sorted() == ["list", "size"])
        }

        @Test func `A harmful file is moved aside although a suspended process holds the lock`() throws {
            try directory.write(BinaryFiles.doubling(40), to: file)
            let owner = try Helper(directory, "hold-lock \(directory.path("." + file + ".lock")) 600000 → locked")
            let helper = try Helper(directory, "get size → none", "set size 14", "get size → 14")
            #expect(directory.names.count == 1 && directory.names[0].hasPrefix(file + ".damaged-"))
            owner.kill()
            try helper.run("flush")
            #expect(try directory.numbers() == ["size": 14])
        }

        @Test func `The reason of a failed save is the failed call's`() throws {
            // It can be opened, but not read.
            let failure = #expect(throws: FileError.self) { try PropertyListFile("/proc/self/mem") }
            #expect(failure?.systemError == EIO)
        }

        @Test(arguments: ["/nonexistent", nil])
        func `Without a home directory, flush throws and the program continues`(_ home: String?) throws {
            try directory.run(
                "leave-root",
                "set size 14",
                "flush → notSaved \(EACCES) \(home ?? "")/.config/\(file)",
                "get size → 14",
                environment: ["XDG_CONFIG_HOME": nil, "HOME": home]
            )
        }

        @Test func `A full disk leaves the old file and no temporary one`() throws {
            try directory.write(["old": 1], to: file)
            let before = try directory.bytes(of: file)
            let helper = try Helper(directory, "limit-file-size 16 → 0", "set size 14", refusal(EFBIG), "get size → 14")
            #expect(try directory.bytes(of: file) == before)
            // A background save has to fail as well before.
            wait { directory.names == [file] }
            try helper.run("unlimit-file-size → 0", "flush")
            #expect(try directory.numbers() == ["old": 1, "size": 14])
        }

        @Test(arguments: ["fsync-directory", "open-directory"], [EIO, EMFILE])
        func `A flush fails while the directory can't be flushed, and is repeated`(
            _ call: String,
            _ error: Int32
        ) throws {
            let elsewhere = try TemporaryDirectory()
            let faults = try Faults(in: elsewhere)
            let helper = try Helper(directory, "set size 14", "flush", environment: faults.environment)
            try faults.begin(call, error, directory.path)
            try helper.run("set size 15", refusal(error), refusal(error))
            faults.end()
            try helper.run("flush")
            #expect(try directory.numbers() == ["size": 15])
        }

        @Test func `A flush fails while the parents that it has made can't be flushed`() throws {
            let elsewhere = try TemporaryDirectory()
            let faults = try Faults(in: elsewhere, "fsync-directory", EIO, directory.path)
            var environment = faults.environment
            environment["XDG_CONFIG_HOME"] = directory.path("new/config")
            let helper = try Helper(directory, environment: environment)
            try helper.run("set size 14", "flush → notSaved \(EIO) \(directory.path("new/config/" + file))")
            // A save in the background makes them as well, and removes them.
            wait { directory.names.isEmpty }
            faults.end()
            try helper.run("flush")
            #expect(try directory.numbers(in: "new/config/saving-helper") == ["size": 14])
        }

        @Test(arguments: ["open", "pread", "write", "fsync", "flock", "rename"])
        func `A call that a signal interrupts is repeated`(_ call: String) throws {
            try directory.write(["old": 1], to: file)
            let faults = try Faults(in: directory, call, EINTR, file)
            #expect(try directory.run("set size 14", "flush", "append list 1", environment: faults.environment).isEmpty)
            #expect(try directory.settings(in: file).keys.sorted() == ["list", "old", "size"])
        }

        @Test(arguments: [0o400, 0o444] as [mode_t], [true, false])
        func `A file that the user may not write is not replaced`(_ mode: mode_t, _ isLinked: Bool) throws {
            let name = isLinked ? "target.plist" : file
            try directory.write(["old": 1], to: name)
            if isLinked { symlink(name, directory.path(file)) }
            chown(directory.path(name), 65_534, 65_534)
            chmod(directory.path(name), mode)
            let helper = try Helper(directory, "leave-root", "set size 14", refusal(EACCES), "get size → 14")
            chmod(directory.path(name), 0o644)
            try helper.run("flush")
            #expect(try directory.settings(in: name) as? [String: Int] == ["old": 1, "size": 14])
        }

        @Test func `A save fails and is repeated when a symbolic link can't be read`() throws {
            try directory.write(["old": 1], to: "target")
            symlink("target", directory.path(file))
            let elsewhere = try TemporaryDirectory()
            let faults = try Faults(in: elsewhere)
            let helper = try Helper(directory, "get old → 1", environment: faults.environment)
            try faults.begin("readlink", EIO, "/" + file)
            try helper.run("set size 14", refusal(EIO))
            faults.end()
            try helper.run("flush")
            #expect(try directory.settings(in: "target") as? [String: Int] == ["old": 1, "size": 14])
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: directory.path(file)) == "target")
        }

        @Test func `An exit doesn't wait for the reader of standard error`() throws {
            let helper = try Helper(directory, "fill-errors", "limit-file-size 16 → 0", "set size 14")
            #expect(helper.finish() == .exited(0))
        }

        @Test func `At exit, nothing more is logged about a suite that can't be read, but was not written`() throws {
            let faults = try Faults(in: directory, "open", EIO, "/one.plist")
            try directory.write(["k": 1], to: "one.plist")
            let helper = try Helper(directory, environment: faults.environment)
            try helper.run("suite one", "get k → none", "suite two", "set k 2")
            #expect(try #require(helper.nextLogLine()).contains("one.plist' can't be read"))
            helper.end()
            #expect(helper.log.isEmpty)
            #expect(try directory.numbers(in: "two") == ["k": 2])
        }

        @Test func `Unsaved settings are logged on one line at exit, with the path and the reason`() throws {
            let helper = try Helper(directory, "limit-file-size 16 → 0", "set size 14")
            helper.tell("set other 15")
            helper.end()
            let path = directory.path(file)
            let reason = "can't write the new file: File too large (errno \(EFBIG))"
            #expect(helper.log == "TSUD: Settings are not saved to '\(path)': \(reason).\n")
        }
    }
}
#endif
