#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// A settings file that several users may write.
    @Suite(.enabled(if: geteuid() == 0, "Only root can run programs for other users.")) struct SharedDirectoryTests {
        private let directory = TemporaryDirectory.new()
        private let lock = "." + file + ".lock"
        private static let users: [uid_t] = [60_001, 60_002]
        private static let group: gid_t = 60_000

        init() {
            chown(directory.path, Self.users[0], Self.group)
            chmod(directory.path, 0o2770)
        }

        private func write(mode: mode_t, group: gid_t = Self.group) throws {
            try directory.write(["size": 0], to: file)
            chown(directory.path(file), Self.users[0], group)
            chmod(directory.path(file), mode)
        }

        private func user(_ index: Int, _ script: String...) throws -> Helper {
            let helper = try Helper(directory, "become \(Self.users[index]) \(Self.users[index]) \(Self.group)")
            for line in script { try helper.run(line) }
            return helper
        }

        @Test(arguments: [false, true])
        func `Two users of a group's file lose no update`(_ hasPrivateLocks: Bool) throws {
            try write(mode: 0o600)
            // The first one's locks are from a time at which the file was private.
            if hasPrivateLocks { try user(0, "increment size 0", "set size 0", "flush").end() }
            chmod(directory.path(file), 0o660)
            chown(directory.path(file), Self.users[0], Self.group)
            let helpers = try [0, 1].map { try user($0) }
            // The owner corrects its locks.
            if hasPrivateLocks { try helpers[0].run("increment size 0", "set other 1", "flush") }
            for helper in helpers { helper.tell("increment size 60") }
            for helper in helpers { #expect(helper.nextLine() == "done") }
            #expect(try directory.settings(in: file)["size"] as? Int == 120)
            for (index, helper) in helpers.enumerated() { helper.tell("contend keys user\(index) 10") }
            for helper in helpers { #expect(helper.nextLine() == "done") }
            for helper in helpers {
                helper.end()
                #expect(helper.log.isEmpty)
            }
            #expect(try directory.settings(in: file).count == (hasPrivateLocks ? 22 : 21))
        }

        @Test(
            arguments: [
                (0o600, 0o600), (0o640, 0o600), (0o644, 0o600), (0o660, 0o660), (0o664, 0o660), (0o666, 0o666),
                (0o606, 0o606), (0o620, 0o660),
            ] as [(mode_t, mode_t)]
        )
        func `Those who can write the file, and nobody else, can open its lock`(
            _ mode: mode_t,
            _ expected: mode_t
        ) throws {
            try write(mode: mode)
            // Without the directory's bit, a new file has the group of its process.
            chmod(directory.path, 0o770)
            for isNew in [true, false] {
                if !isNew { for name in locks { chmod(directory.path(name), 0o666) } }
                // As root, which sets any group.
                try take()
                for name in locks {
                    #expect(directory.mode(of: name) == expected, "\(name), new: \(isNew)")
                    #expect(directory.status(of: name)?.st_gid == Self.group, "\(name), new: \(isNew)")
                }
            }
        }

        private var locks: [String] { [lock, "." + file + ".next"] }

        private func take() throws {
            try FileLock.take(for: FilePath(directory.path(file)), by: .now + .seconds(300)).unlock()
        }

        @Test func `Without its file, a lock is its owner's alone, and stays as it is`() throws {
            try take()
            for name in locks { #expect(directory.mode(of: name) == 0o600) }
            for name in locks { chmod(directory.path(name), 0o660) }
            try take()
            for name in locks { #expect(directory.mode(of: name) == 0o660) }
        }

        @Test func `A user who can't set the file's group gives its lock to no group`() throws {
            chmod(directory.path, 0o777)
            for (mode, expected) in [(0o660, 0o600), (0o666, 0o666)] as [(mode_t, mode_t)] {
                for name in locks { unlink(directory.path(name)) }
                try write(mode: mode, group: 60_099)
                try user(0, "increment size 1").end()
                for name in locks {
                    #expect(directory.mode(of: name) == expected, "\(name)")
                    #expect(directory.status(of: name)?.st_gid != 60_099)
                }
            }
        }

        @Test func `A user who can only read the file makes no lock, which would stop everyone else`() throws {
            try write(mode: 0o640)
            let reader = try user(1, "get size → 0", "set size 5")
            try reader.run("flush → notSaved \(EACCES) \(directory.path(file))")
            #expect(try reader("increment size 1").contains("Settings are not saved"))
            #expect(locks.allSatisfy { access(directory.path($0), F_OK) != 0 })
            try user(0, "increment size 1").end()
            #expect(try directory.numbers() == ["size": 1])
        }

        @Test func `Another user's lock that can't be opened is not replaced, and the error has its path`() throws {
            try write(mode: 0o660)
            for name in locks {
                for name in locks { unlink(directory.path(name)) }
                close(open(directory.path(name), O_WRONLY | O_CREAT, 0o600))
                chown(directory.path(name), Self.users[1], Self.users[1])
                let before = try #require(directory.status(of: name))
                let helper = try user(0)
                let answer = try helper("increment size 1")
                #expect(answer.contains(directory.path(name)) && answer.contains("(errno \(EACCES))"), "\(answer)")
                #expect(directory.status(of: name)?.st_ino == before.st_ino)
                #expect(directory.mode(of: name) == 0o600)
            }
        }

        @Test func `Root's lock is replaced only beside a file that isn't root's`() throws {
            for owner in [Self.users[0], 0] {
                try write(mode: 0o666)
                chown(directory.path(file), owner, Self.group)
                for name in locks {
                    unlink(directory.path(name))
                    close(open(directory.path(name), O_WRONLY | O_CREAT, 0o600))
                    chown(directory.path(name), 0, 0)
                }
                let answer = try user(0)("increment size 1")
                #expect((answer == "done") == (owner != 0), "\(answer)")
                for name in locks { #expect((directory.status(of: name)?.st_uid == 0) == (owner == 0)) }
            }
        }

        /// The other user can write to the directory, but not to the private file.
        @Test(arguments: [true, false])
        func `A private file that is linked as a lock stays private`(_ isEmpty: Bool) throws {
            try write(mode: 0o660)
            for name in locks {
                let secret = directory.path("secret")
                try directory.write(isEmpty ? [] : [7], to: "secret")
                chown(secret, Self.users[0], Self.users[0])
                chmod(secret, 0o600)
                unlink(directory.path(name))
                #expect(link(secret, directory.path(name)) == 0)
                try user(0, "increment size 1").end()
                let status = try #require(directory.status(of: "secret"))
                #expect(status.st_mode & 0o7777 == 0o600 && status.st_gid == Self.users[0])
                unlink(secret)
                unlink(directory.path(name))
            }
        }
    }
}
#endif
