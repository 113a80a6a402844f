#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import SettingsFile

extension Linux {
    /// What is written is saved, and what the file contains is read.
    @Suite struct SavingTests {
        let directory: TemporaryDirectory
        let file = "saving-helper.plist"

        init() throws {
            directory = try TemporaryDirectory()
        }

        @Test("a write is saved when main returns")
        func returning() throws {
            let helper = try Helper(directory)
            try helper("set size 14")
            #expect(helper.finish() == .exited(0))
            #expect(try directory.settings(in: file)["size"] as? Int == 14)
            #expect(directory.names == [file])
        }

        @Test("a write is saved by exit(0)")
        func exiting() throws {
            let helper = try Helper(directory)
            try helper("set size 14")
            helper.tell("exit")
            #expect(helper.nextLine() == nil)
            #expect(try directory.settings(in: file)["size"] as? Int == 14)
        }

        @Test("a write is saved if an observer calls exit(0)")
        func exitingInAnObserver() throws {
            let listener = try Helper(directory)
            try listener("set other 1")
            try listener("exit-when-observed")
            let writer = try Helper(directory)
            try writer("set observed 5")
            try writer("flush")
            #expect(listener.nextLine() == "exiting")
            #expect(listener.finish() == .exited(0))
            #expect(try directory.settings(in: file)["other"] as? Int == 1)
            #expect(try directory.settings(in: file)["observed"] as? Int == 5)
        }

        @Test("a write is saved soon in the background")
        func soon() throws {
            let listener = try Helper(directory)
            #expect(try listener("observe") == "observed 0")
            let writer = try Helper(directory)
            try writer("set observed 5")
            // The listener can see the change only in the file.
            #expect(listener.nextLine() == "observed 5")
            writer.kill()
            #expect(try directory.settings(in: file)["observed"] as? Int == 5)
        }

        @Test("flush returns when the value is on disk")
        func flushing() throws {
            let helper = try Helper(directory)
            try helper("set size 14")
            #expect(try helper("flush") == "flushed")
            #expect(try directory.settings(in: file)["size"] as? Int == 14)
        }

        @Test("a removed key is removed from the file")
        func removing() throws {
            let helper = try Helper(directory)
            try helper("set size 14")
            try helper("set other 1")
            try helper("flush")
            try helper("reset size")
            try helper("flush")
            #expect(try directory.settings(in: file).keys.sorted() == ["other"])
            try helper("reset other")
            try helper("flush")
            #expect(try directory.settings(in: file).isEmpty)
        }

        @Test("a suite has a file of its own")
        func suites() throws {
            let helper = try Helper(directory)
            try helper("suite com.example.shared")
            try helper("set size 14")
            helper.finish()
            #expect(directory.names == ["com.example.shared.plist"])
            #expect(try directory.settings(in: "com.example.shared.plist")["size"] as? Int == 14)
        }

        @Test("a suite that is only read neither creates nor changes its file")
        func reading() throws {
            let reader = try Helper(directory)
            #expect(try reader("get size") == "none")
            #expect(try reader("flush") == "flushed")
            reader.finish()
            #expect(directory.names.isEmpty)

            try directory.write(["size": 3], to: file)
            let before = try #require(directory.status(of: file))
            let second = try Helper(directory)
            #expect(try second("get size") == "3")
            #expect(try second("flush") == "flushed")
            second.finish()
            let after = try #require(directory.status(of: file))
            #expect(before.st_ino == after.st_ino && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec)
            #expect(directory.names == [file])
        }

        @Test("a file is not written if nothing changed")
        func unchanged() throws {
            let helper = try Helper(directory)
            try helper("set size 14")
            try helper("flush")
            let before = try #require(directory.status(of: file))
            // Not another value in between, because that would be saved at once.
            try helper("set size 14")
            try helper("set size 14")
            try helper("flush")
            helper.finish()
            #expect(directory.status(of: file)?.st_ino == before.st_ino)
        }

        @Test("a forked child and its parent save what they write")
        func forking() throws {
            let helper = try Helper(directory)
            try helper("set size 14")
            try helper("flush")
            #expect(try helper("fork other") == "child 0")
            #expect(try directory.settings(in: file)["other"] as? Int == 666)
            try helper("set size 15")
            helper.finish()
            #expect(try directory.settings(in: file)["size"] as? Int == 15)
            #expect(try directory.settings(in: file)["other"] as? Int == 666)
        }

        @Test("no write is lost during a save")
        func overlap() throws {
            let helper = try Helper(directory)
            #expect(try helper("overlap 20000") == "lost 0 by a key, 0 plain")
            helper.finish()
            for index in 0..<3 {
                #expect(try directory.settings(in: "overlap.\(index).plist")["k"] as? Int == 20_000)
            }
        }

        @Test("synchronize() of an ephemeral suite does not save the real ones")
        func ephemeral() throws {
            let helper = try Helper(directory)
            try helper("plain-set size 14")
            #expect(try helper("synchronize-ephemeral") == "true")
            #expect(directory.names.isEmpty)
            #expect(try helper("synchronize") == "true")
            #expect(directory.names == [file])
        }

        @Test("a plain process reads what was saved")
        func plainReader() throws {
            let helper = try Helper(directory)
            try helper("set size 14")
            try helper("set-moment when 0.123456789")
            try helper("flush")
            let reader = try Helper(directory)
            #expect(try reader("plain-get size") == "14")
        }

        @Test("Foundation in another process reads back exactly what was saved")
        func edgeCaseObjects() throws {
            let helper = try Helper(directory)
            #expect(try helper("edge-cases-set") == "flushed")
            #expect(try helper("edge-cases-check") == "none")
            let reader = try Helper(directory)
            #expect(try reader("edge-cases-check") == "none")
            // Following another change does not change them either.
            try helper("set one 1")
            try helper("flush")
            #expect(try reader("get other") == "none")
            #expect(try reader("edge-cases-check") == "none")
        }

        // MARK: The file

        @Test("an XML file is read, and dates saved after that keep their fractions")
        func foundationsFile() throws {
            let plain = try Helper(directory)
            try plain("plain-set size 14")
            try plain("plain-set-moment when 700000000.75")
            #expect(try plain("synchronize") == "true")
            plain.kill()
            #expect(try directory.bytes(of: file).starts(with: Array("<?xml".utf8)))

            let helper = try Helper(directory)
            #expect(try helper("get size") == "14")
            #expect(try helper("get-moment when") == "700000000.0")
            try helper("set-moment when 700000000.75")
            helper.finish()
            #expect(try directory.bytes(of: file).starts(with: Array("bplist".utf8)))
            let second = try Helper(directory)
            #expect(try second("get-moment when") == "700000000.75")
            #expect(try second("get size") == "14")
        }

        @Test("new files and directories are accessible only by their owner")
        func newFile() throws {
            let helper = try Helper(directory, environment: ["XDG_CONFIG_HOME": directory.path("new/config")])
            try helper("set size 14")
            helper.finish()
            #expect(directory.mode(of: "new/config/" + file) == 0o600)
            #expect(directory.mode(of: "new/config") == 0o700)
            #expect(directory.mode(of: "new") == 0o700)
        }

        @Test("without an absolute XDG_CONFIG_HOME the file is in .config", arguments: [nil, "", "relative"])
        func home(_ variable: String?) throws {
            let helper = try Helper(directory, environment: ["XDG_CONFIG_HOME": variable])
            try helper("set size 14")
            helper.finish()
            #expect(try directory.settings(in: ".config/" + file)["size"] as? Int == 14)
        }

        @Test("the mode of a file is kept", arguments: [0o640, 0o600, 0o644] as [mode_t])
        func mode(_ mode: mode_t) throws {
            try directory.write(["size": 1], to: file)
            chmod(directory.path(file), mode)
            let helper = try Helper(directory)
            try helper("set size 14")
            helper.finish()
            #expect(directory.mode(of: file) == mode)
            #expect(try directory.settings(in: file)["size"] as? Int == 14)
        }

        @Test("a symbolic link is followed, not replaced", arguments: [true, false])
        func link(_ exists: Bool) throws {
            try FileManager.default.createDirectory(atPath: directory.path("real"), withIntermediateDirectories: true)
            if exists { try directory.write(["old": 1], to: "real/target.plist") }
            symlink("middle.plist", directory.path(file))
            symlink(directory.path("real/target.plist"), directory.path("middle.plist"))
            let helper = try Helper(directory)
            try helper("set size 14")
            helper.finish()
            let settings = try directory.settings(in: "real/target.plist")
            #expect(settings["size"] as? Int == 14)
            #expect(settings["old"] as? Int == (exists ? 1 : nil))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: directory.path(file)) == "middle.plist")
        }

        @Test("a later save removes the temporary file of a killed process")
        func leftovers() throws {
            try directory.write(["size": 1], to: file)
            try directory.write([1, 2, 3], to: "." + file + ".tsud-123-456")
            let helper = try Helper(directory)
            try helper("set size 14")
            helper.finish()
            #expect(directory.names == [file])
        }
    }
}
#endif
