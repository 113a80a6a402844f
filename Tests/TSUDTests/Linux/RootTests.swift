#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Programs that root runs with the settings of another user.
    @Suite(.enabled(if: geteuid() == 0, "Only root can run a program for another user.")) struct RootTests {
        private let directory = TemporaryDirectory.new()
        private static let user: uid_t = 65_534

        init() {
            chown(directory.path, Self.user, Self.user)
            chmod(directory.path, 0o700)
        }

        private func owner(of name: String) -> uid_t? { directory.status(of: name)?.st_uid }

        @Test func `New directories, files, and locks of root's belong to root`() throws {
            try directory.run("set size 1", environment: ["XDG_CONFIG_HOME": directory.path("config")])
            for name in ["", "/" + file, "/." + file + ".lock", "/." + file + ".next"] {
                #expect(owner(of: "config" + name) == 0, "config\(name)")
            }
        }

        @Test(arguments: [true, false])
        func `A user can still save after root has saved, and their file stays theirs`(_ exists: Bool) throws {
            if exists { try directory.run("leave-root", "set size 1", "flush") }
            try directory.run("set size 2")
            #expect(owner(of: file) == (exists ? Self.user : 0))
            try directory.run("leave-root", "append list 1", "set other 3", "flush")
            #expect(owner(of: file) == Self.user)
            let saved = try directory.settings(in: file)
            #expect(saved["other"] as? Int == 3 && saved["size"] as? Int == (exists ? 2 : nil))
            // Root's file, which the user may not read, is still there.
            #expect(directory.names.count { $0.contains(".damaged-") } == (exists ? 0 : 1))
            // Root can use the user's locks.
            try directory.run("append list 2", "flush")
            #expect(try directory.settings(in: file)["list"] as? [Int] == [1, 2])
        }

        @Test func `A user's file that gets damaged and that root saves again stays theirs`() throws {
            try directory.run("leave-root", "set size 1", "flush")
            let helper = try Helper(directory, "get size → 1")
            try directory.overwrite(file, with: [0xFF])
            wait { (try? directory.numbers()) == ["size": 1] }
            #expect(owner(of: file) == Self.user)
            helper.end()
        }

        @Test(arguments: [".lock", ".next"])
        func `A file of root's that a user has linked as a lock keeps its owner, mode, and contents`(
            _ suffix: String
        ) throws {
            let elsewhere = try TemporaryDirectory()
            for isSymbolic in [false, true] {
                try elsewhere.write([7], to: "important")
                chmod(elsewhere.path("important"), 0o040)
                unlink(directory.path("." + file + suffix))
                let names = (elsewhere.path("important"), directory.path("." + file + suffix))
                #expect((isSymbolic ? symlink(names.0, names.1) : link(names.0, names.1)) == 0)
                let helper = try Helper(directory)
                let answer = try helper("increment size 1")
                #expect(isSymbolic ? answer.contains(names.1) : answer == "done", "\(answer)")
                let status = try #require(elsewhere.status(of: "important"))
                #expect(status.st_uid == 0 && status.st_mode & 0o7777 == 0o040)
                #expect(try elsewhere.bytes(of: "important") == [7])
            }
        }

        /// The user exchanges a directory on the path with a link to root's while root's program saves.
        @Test func `A directory of root's keeps its owner and mode, whatever a user exchanges on the path`() throws {
            let root = try TemporaryDirectory()
            mkdir(root.path("etc"), 0o755)
            let before = try #require(root.status(of: "etc"))
            symlink(directory.path("x/etc"), directory.path("config"))
            symlink(root.path, directory.path("link"))
            let helper = try Helper(directory, environment: ["XDG_CONFIG_HOME": directory.path("config")])
            let exchanger = Thread { [directory] in
                let (path, real) = (directory.path("x"), directory.path("real"))
                while !Thread.current.isCancelled {
                    mkdir(real, 0o777)
                    chown(real, Self.user, Self.user)
                    rename(real, path)
                    // The program makes x/etc now.
                    for _ in 0..<20 where access(path + "/etc", F_OK) != 0 { usleep(50) }
                    rename(path, real)
                    rename(directory.path("link"), path)
                    usleep(100)
                    rename(path, directory.path("link"))
                    try? FileManager.default.removeItem(atPath: real)
                }
            }
            exchanger.start()
            for number in 0..<(Linux.isFull ? 2_000 : 250) {
                try helper.run("set size \(number)")
                _ = try helper("flush")
            }
            exchanger.cancel()
            let after = try #require(root.status(of: "etc"))
            #expect(after.st_uid == before.st_uid && after.st_gid == before.st_gid && after.st_mode == before.st_mode)
        }
    }
}
#endif
