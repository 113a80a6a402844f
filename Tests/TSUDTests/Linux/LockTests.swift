#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// The lock between processes, which nothing may keep for ever or let two have.
    @Suite struct LockTests {
        private let directory = TemporaryDirectory.new()
        private let lock = "." + file + ".lock"

        @Test func `A save that waits too long for another process logs it once`() throws {
            let other = try Helper(directory, "hold-lock \(directory.path(lock)) 60000 → locked")
            let helper = try Helper(directory, "set size 14", environment: Helper.briefWaits)
            #expect(try #require(helper.nextLogLine()).contains("another process holds the lock"))
            other.kill()
            try helper.run("flush")
            #expect(try directory.numbers() == ["size": 14])
        }

        @Test func `A call waits ten seconds for others, unless a test makes it longer`() async {
            // The child process of the test doesn't make it longer.
            await #expect(processExitsWith: .success) { #expect(WaitLimit.current == .seconds(10)) }
        }

        @Test func `A named pipe in place of the lock file doesn't block a save`() throws {
            mkfifo(directory.path(lock), 0o600)
            try directory.run("set size 14", "flush")
            #expect(try directory.numbers() == ["size": 14])
        }

        @Test func `A file system without locks, such as some of NFS, does not keep a program from saving`() throws {
            let faults = try Faults(in: directory, "flock", ENOLCK, ".plist")
            try directory.run("set size 14", "flush", "append list 1", environment: faults.environment)
            #expect(try directory.settings(in: file).keys.sorted() == ["list", "size"])
        }

        @Test(arguments: [("0", 0o600), ("077", 0o600), ("277", 0o400)] as [(String, mode_t)])
        func `New files have the mode 0600, less the umask, and their owner can always open their locks`(
            _ umask: String,
            _ mode: mode_t
        ) throws {
            try directory.run("leave-root", "umask \(umask)", "set size 14", "flush")
            #expect(directory.mode(of: file) == mode)
            for name in [lock, "." + file + ".next"] { #expect(directory.mode(of: name) == 0o600, "\(name)") }
            chmod(directory.path(file), 0o600)
            try directory.run("leave-root", "append list 1", "set size 15", "flush")
            for name in [file, lock, "." + file + ".next"] { #expect(directory.mode(of: name) == 0o600, "\(name)") }
            #expect(try directory.settings(in: file)["size"] as? Int == 15)
        }

        @Test func `Long names that begin alike have different locks`() {
            let names = ["一", "二"].map { String(repeating: "名", count: 71) + $0 + ".plist" }
            let locks = names.map { FilePath("/" + $0).hidden(".lock") }
            #expect(locks[0] != locks[1])
            let longest = FilePath("/" + names[0]).hidden(".tsud-4194304-\(UUID().uuidString)")
            #expect(FilePath(longest).name.utf8.count <= 255)
        }

        @Test func `A lock is released even if a forked child has its descriptor`() throws {
            let parent = try Helper(directory)
            parent.tell("fork-unknown-in-update list 20000")
            #expect(parent.nextLine() == "done")
            try directory.run("append list 2")
            #expect(try directory.settings(in: file)["list"] as? [Int] == [1, 2])
        }

        @Test func `A forked child never saves, not even at its exit`() throws {
            let faults = try Faults(in: directory)
            let helper = try Helper(directory, environment: faults.environment)
            try helper.run("set size 1")
            // Then no save is scheduled any more. A forked child has another process ID.
            wait { (try? directory.numbers()) == ["size": 1] }
            try faults.begin("getpid", 1, "-")
            try helper.run("set size 7", "flush → notSaved 0 \(directory.path(file))")
            helper.end()
            #expect(helper.log.isEmpty)
            #expect(try directory.numbers() == ["size": 1])
        }

        @Test func `A suspended process that waits for the lock keeps no other from it`() throws {
            let owner = try Helper(directory)
            owner.tell("hold-update list")
            #expect(owner.nextLine() == "holding")
            let waiter = try Helper(directory)
            waiter.tell("append list 1")
            wait { isLocked("." + file + ".next") }
            waiter.signal(SIGSTOP)
            try owner.run("go on")
            try FileLock.take(for: FilePath(directory.path(file)), by: .now + .seconds(600)).unlock()
            waiter.signal(SIGCONT)
            #expect(waiter.nextLine() == "done")
        }

        @Test func `An exit outlasts updates of two suites that wait for each other`() throws {
            let helpers = try (0..<2).map { _ in try Helper(directory) }
            helpers[0].tell("nest-updates one two")
            helpers[1].tell("nest-updates two one")
            for helper in helpers { #expect(helper.nextLine() == "holding") }
            for helper in helpers { helper.tell("go on") }
            #expect(try directory.run("suite one", "set size 14").isEmpty)
            #expect(try directory.numbers(in: "one")["size"] == 14)
        }

        private func isLocked(_ name: String) -> Bool {
            let descriptor = open(directory.path(name), O_RDONLY)
            defer { close(descriptor) }
            return descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) != 0
        }

        @Test func `A lock whose file is deleted at that moment is acquired again`() throws {
            let faults = try Faults(in: directory)
            try directory.write([], to: lock)
            try faults.begin("unlink", 1, ".lock")
            let helper = try Helper(directory, environment: faults.environment)
            helper.tell("hold-update list")
            #expect(helper.nextLine() == "holding")
            let descriptor = open(directory.path(lock), O_RDONLY)
            defer { close(descriptor) }
            #expect(flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
            try helper.run("go on")
        }

        // MARK: Locks that are deleted during an update

        private func deleteLocks() { for name in [lock, "." + file + ".next"] { unlink(directory.path(name)) } }

        @Test(arguments: [
            ("append list 9", "hold-append list 2"), ("set size 9", "hold-increment-elsewhere size list"),
        ])
        func `If the lock is deleted and another process changes a key of the update, it throws busy`(
            _ change: String,
            _ update: String
        ) throws {
            let owner = try Helper(directory, "increment size 1")
            owner.tell(update)
            #expect(owner.nextLine() == "holding")
            deleteLocks()
            try directory.run(change, "flush")
            let before = try directory.bytes(of: file)
            owner.tell("go on")
            #expect(try #require(owner.nextLine()).contains("another process has changed"))
            #expect(try directory.bytes(of: file) == before)
            try owner.run("set other 5", "flush")
            #expect(try directory.settings(in: file)["other"] as? Int == 5)
        }

        @Test func `If the lock is deleted and another process changes other keys, an update keeps these`() throws {
            let owner = try Helper(directory, "append list 1")
            owner.tell("hold-append list 2")
            #expect(owner.nextLine() == "holding")
            deleteLocks()
            let other = try Helper(directory)
            other.tell("hold-increment-elsewhere size size")
            #expect(other.nextLine() == "holding")
            owner.tell("go on")
            other.tell("go on")
            #expect(other.nextLine() == "done")
            #expect(owner.nextLine() == "done")
            #expect(try directory.settings(in: file)["size"] as? Int == 1)
            #expect(try directory.settings(in: file)["list"] as? [Int] == [1, 2])
        }

        @Test func `If the lock is deleted, an update may save and nest, as before`() throws {
            let owner = try Helper(directory, "append list 1")
            owner.tell("hold-nested-append list 2")
            #expect(owner.nextLine() == "holding")
            deleteLocks()
            owner.tell("go on")
            #expect(owner.nextLine() == "done")
            #expect(try directory.settings(in: file)["list"] as? [Int] == [1, 2])
            #expect(try directory.settings(in: file)["observed"] as? Int == 2)
        }

        @Test func `A lock is acquired on NFS, where its file has to be open for writing`() throws {
            let faults = try Faults(in: directory, "nfs", EBADF, ".plist")
            try directory.run("set size 14", "flush", environment: faults.environment)
            #expect(try directory.numbers() == ["size": 14])
        }

        @Test func `Programs that save in place on NFS lose no update`() throws {
            try directory.write([:], to: file)
            chmod(directory.path, 0o555)
            defer { chmod(directory.path, 0o755) }
            let faults = try Faults(in: TemporaryDirectory(), "nfs", EBADF, ".plist")
            let helpers = try (0..<2).map { _ in try Helper(directory, "leave-root", environment: faults.environment) }
            for helper in helpers { helper.tell("append list 1 50") }
            for helper in helpers { #expect(helper.nextLine() == "done") }
            faults.end()
            #expect((try directory.settings(in: file)["list"] as? [Int])?.count == 100)
        }
    }
}
#endif
