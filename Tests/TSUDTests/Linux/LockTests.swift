#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// The lock between processes, which nothing may keep for ever or let two have.
    @Suite struct LockTests {
        private let directory = TemporaryDirectory.new()
        private let lock = "." + file + ".lock"

        @Test func `A save that waits ten seconds for another process logs it once`() throws {
            let other = try Helper(directory, "hold-lock \(directory.path(lock)) 60000 → locked")
            let helper = try Helper(directory, "set size 14")
            #expect(try #require(helper.nextLogLine()).contains("another process holds the lock"))
            other.kill()
            try helper.run("flush")
            #expect(try directory.numbers() == ["size": 14])
        }

        @Test func `A named pipe in place of the lock file doesn't block a save`() throws {
            mkfifo(directory.path(lock), 0o600)
            try directory.run("set size 14", "flush")
            #expect(try directory.numbers() == ["size": 14])
        }

        @Test func `A file that root creates in another user's directory belongs to that user`() throws {
            guard geteuid() == 0 else { return }
            chown(directory.path, 65_534, 65_534)
            chmod(directory.path, 0o700)
            try directory.run("set size 1", environment: ["XDG_CONFIG_HOME": directory.path("config")])
            for name in ["", "/" + file, "/." + file + ".lock", "/." + file + ".next"] {
                #expect(directory.status(of: "config" + name)?.st_uid == 65_534, "config\(name)")
            }
        }

        @Test func `A file of root that a user has linked as the lock file stays root's`() throws {
            guard geteuid() == 0 else { return }
            try directory.write([], to: "important")
            mkdir(directory.path("config"), 0o700)
            chown(directory.path("config"), 65_534, 65_534)
            link(directory.path("important"), directory.path("config/" + lock))
            try directory.run("set size 1", environment: ["XDG_CONFIG_HOME": directory.path("config")])
            #expect(directory.status(of: "important")?.st_uid == 0)
            #expect(directory.status(of: "config/" + file)?.st_uid == 65_534)
        }

        @Test func `A child that has inherited the lock does not keep it`() throws {
            let parent = try Helper(directory)
            parent.tell("fork-in-update list 20000")
            #expect(parent.nextLine() == "forked")
            parent.kill()
            try directory.run("append list 1")
            #expect(try directory.settings(in: file)["list"] as? [Int] == [1])
        }

        @Test func `A lock is released although a child process that skipped fork handlers has it`() throws {
            let parent = try Helper(directory)
            parent.tell("fork-unknown-in-update list 20000")
            #expect(parent.nextLine() == "done")
            try directory.run("append list 2")
            #expect(try directory.settings(in: file)["list"] as? [Int] == [1, 2])
        }

        @Test func `A lock whose file is deleted at that moment is acquired again`() throws {
            let faults = try Faults(in: directory)
            try directory.write([], to: lock)
            try faults.begin("unlink", 1, ".lock")
            let helper = try Helper(directory, environment: faults.environment)
            helper.tell("hold-update list 1000")
            #expect(helper.nextLine() == "holding")
            let descriptor = open(directory.path(lock), O_RDONLY)
            defer { close(descriptor) }
            #expect(flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
            #expect(helper.nextLine() == "done")
        }

        @Test func `A lock is acquired on NFS, where its file has to be open for writing`() throws {
            let faults = try Faults(in: directory, "nfs", EBADF, ".plist")
            try directory.run("set size 14", "flush", environment: faults.environment)
            #expect(try directory.numbers() == ["size": 14])
        }
    }
}
#endif
