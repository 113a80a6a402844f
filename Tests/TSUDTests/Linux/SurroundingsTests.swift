#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// Files that a save must write in place, and rights that it must keep.
    @Suite struct SurroundingsTests {
        private let directory = TemporaryDirectory.new()

        // MARK: In place

        static let canMount: Bool = {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["unshare", "-rm", "mount", "--bind", "/dev/null", "/dev/zero"]
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }()

        @Test(.enabled(if: canMount, "No namespace of mounts can be made."))
        func `A single file that is mounted is saved in place, and followed`() throws {
            let host = try TemporaryDirectory()
            try host.write(["observed": 1], to: "host.plist")
            try directory.write([], to: file)
            let script = #"mount --bind "$0" "$1" && exec "$2""#
            let paths = [host.path("host.plist"), directory.path(file), try Program.path(of: "saving-helper")]
            let helper = try Program("/usr/bin/env", ["unshare", "-rm", "sh", "-c", script] + paths, in: directory)
            try helper.run("observe → observed 1", "set size 14", "flush", "append list 1")
            #expect(try host.settings(in: "host.plist").keys.sorted() == ["list", "observed", "size"])
            #expect(try #require(helper.nextLogLine()).contains("not atomic"))
            helper.tell("watches")
            while try #require(helper.nextLine()) == "0" { helper.tell("watches") }
            // A replacement would not be in the mount.
            let later = BinaryPropertyList.encode(.dictionary(["observed": .integer(2)]))
            try host.overwrite("host.plist", with: later)
            #expect(helper.nextLine() == "observed 2")
        }

        /// A program with a single file of the host, as in a container.
        private func container(of host: TemporaryDirectory, in directory: TemporaryDirectory) throws -> Program {
            try directory.write([], to: file)
            let script = #"mount --bind "$0" "$1" && exec "$2""#
            let paths = [host.path("host.plist"), directory.path(file), try Program.path(of: "saving-helper")]
            return try Program("/usr/bin/env", ["unshare", "-rm", "sh", "-c", script] + paths, in: directory)
        }

        /// Their directories, and so the locks there, differ.
        @Test(.enabled(if: canMount, "No namespace of mounts can be made."))
        func `Two containers that mount one file lose no update`() throws {
            let host = try TemporaryDirectory()
            try host.write(["size": 0], to: "host.plist")
            let directories = [directory, try TemporaryDirectory()]
            let programs = try directories.map { try container(of: host, in: $0) }
            // From the first save on, each of them writes the file in place.
            for (index, program) in programs.enumerated() { try program.run("set saved\(index) 1", "flush") }
            for round in 1...3 {
                for program in programs { program.tell("increment size 50") }
                for program in programs { #expect(program.nextLine() == "done") }
                #expect(try host.settings(in: "host.plist")["size"] as? Int == 100 * round)
            }
            for (index, program) in programs.enumerated() { program.tell("contend keys container\(index) 20") }
            for program in programs { #expect(program.nextLine() == "done") }
            for program in programs { program.end() }
            #expect(try host.settings(in: "host.plist").count == 43)
        }

        @Test(.enabled(if: canMount, "No namespace of mounts can be made."))
        func `A mounted file that its host has replaced is not saved, with the advice to mount the directory`() throws {
            let host = try TemporaryDirectory()
            try host.write(["size": 1], to: "host.plist")
            let program = try container(of: host, in: directory)
            try program.run("set size 2", "flush")
            #expect(try #require(program.nextLogLine()).contains("not atomic"))
            try host.write(["size": 5], to: "new")
            rename(host.path("new"), host.path("host.plist"))
            try program.run("set size 3", "flush → notSaved 0 \(directory.path(file))", "get size → 3")
            program.tell("append list 1")
            #expect(try #require(program.nextLine()).contains("mount its directory"))
            #expect(try host.settings(in: "host.plist") as? [String: Int] == ["size": 5])
        }

        /// As on Linux before 6.13.
        @Test func `Programs that save in place lose no update if file times advance every ten milliseconds`() throws {
            try directory.write(["size": 0], to: file)
            // Only a file's owner can give it a time.
            chown(directory.path(file), 65_534, 65_534)
            let elsewhere = try TemporaryDirectory()
            let faults = try Faults(in: elsewhere, "ticks", 10, "-")
            chmod(directory.path, 0o555)
            let helpers = try (0..<2).map { _ in
                try Helper(directory, "leave-root", environment: faults.environment)
            }
            for helper in helpers { helper.tell("increment size 120") }
            for helper in helpers { #expect(helper.nextLine() == "done") }
            faults.end()
            #expect(try directory.numbers() == ["size": 240])
        }

        @Test func `A file that the user may write in a directory of root's is saved in place`() throws {
            try directory.write(["old": 1, "long": 2], to: file)
            chmod(directory.path, 0o555)
            let helper = try Helper(directory, "leave-root", "set size 14", "flush", "append list 1", "reset size")
            try helper.run("flush")
            #expect(try directory.settings(in: file).keys.sorted() == ["list", "long", "old"])
            #expect(directory.names == [file])
            #expect(try #require(helper.nextLogLine()).contains("not atomic"))
            helper.end()
            #expect(helper.log.isEmpty)
        }

        @Test func `Two programs that save in place lose nothing`() throws {
            try directory.write([:], to: file)
            chmod(directory.path, 0o555)
            let helpers = try (0..<2).map { _ in try Helper(directory, "leave-root") }
            for helper in helpers { helper.tell("append list 1 50") }
            for helper in helpers { #expect(helper.nextLine() == "done") }
            #expect((try directory.settings(in: file)["list"] as? [Int])?.count == 100)
        }

        @Test func `A full disk leaves the old contents of a file that is saved in place`() throws {
            try directory.write(["old": 1], to: file)
            let before = try directory.bytes(of: file)
            chmod(directory.path, 0o555)
            let helper = try Helper(directory, "leave-root", "limit-file-size 16 → 0", "set size 14")
            #expect(try helper("flush").hasPrefix("notSaved \(EFBIG)"))
            // A background save may be restoring them now.
            wait { (try? directory.bytes(of: file)) == before }
            try helper.run("unlimit-file-size → 0", "flush")
            #expect(try directory.numbers() == ["old": 1, "size": 14])
        }

        // MARK: Rights

        /// Sets entries of an access control list, as `setfacl` does.
        private func setAccessList(_ arguments: String..., of name: String) throws {
            let tool = try Program("/usr/bin/env", ["setfacl"] + arguments + [directory.path(name)], in: directory)
            if tool.finish() != .exited(0) { try Test.cancel("There are no access control lists here.") }
        }

        @Test(arguments: ["u:65534:rw", "g:65534:r"])
        func `No user gains access to a file with an access control list, which a save drops`(_ entry: String) throws {
            try directory.write(["old": 1], to: file)
            chmod(directory.path(file), 0o604)
            try setAccessList("-m", entry, of: file)
            #expect(directory.mode(of: file).map { $0 & 0o040 } == 0o040)
            try directory.run("set size 14")
            #expect(try directory.numbers() == ["old": 1, "size": 14])
            #expect(directory.mode(of: file) == 0o604)
        }

        @Test func `No user gains access by a list that the directory gives to its files`() throws {
            try directory.write(["old": 1], to: file)
            chmod(directory.path(file), 0o640)
            try setAccessList("-d", "-m", "u:65534:rw", of: "")
            try directory.run("set size 14")
            #expect(directory.mode(of: file) == 0o600)
        }

        @Test(.enabled(if: geteuid() == 0, "only root can give a file to another user"))
        func `A group that the user isn't a member of loses its rights with the file's group`() throws {
            try directory.write(["old": 1], to: file)
            chown(directory.path(file), 65_534, 0)
            chmod(directory.path(file), 0o664)
            let helper = try Helper(directory, "leave-root", "set size 14", "flush")
            #expect(directory.mode(of: file) == 0o604)
            #expect(directory.status(of: file)?.st_gid == 65_534)
            helper.end()
        }
    }
}
#endif
