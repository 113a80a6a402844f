#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import SettingsFile

@Suite struct FileLockTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `Only one thread holds the lock, and waiting for it times out`() throws {
        try directory.write([1], to: "a.plist")
        let first = try lock()
        #expect(first.isExclusive)
        #expect {
            _ = try lock(patience: .milliseconds(5))
        } throws: { error in
            (error as? FileError)?.systemError == EWOULDBLOCK
        }
        withExtendedLifetime(first) {}
    }

    @Test func `A released lock can be taken again`() throws {
        try directory.write([1], to: "a.plist")
        do {
            let first = try lock()
            withExtendedLifetime(first) {}
        }
        #expect(try lock().isExclusive)
    }

    @Test func `The lock is taken on the current file, not on a replaced one`() throws {
        try directory.write([1], to: "a.plist")
        let opened = try Directory(directory.path, creating: false)
        let first = try lock()
        let old = try #require(FileStamp(ofFileAt: directory.path("a.plist")))
        _ = try opened.replace("a.plist", with: [2], old: old)
        // The old file is still locked, but that does not matter.
        let second = try lock()
        #expect(second.isExclusive)
        #expect(throws: FileError.self) { _ = try lock() }
        withExtendedLifetime((first, second)) {}
    }

    @Test func `A locked directory does not prevent locking a file in it`() throws {
        try directory.write([1], to: "a.plist")
        let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        #expect(try lock().isExclusive)
    }

    @Test func `A missing file can't be locked, but its directory is there`() throws {
        let lock = try FileLock.take(directory.path("new/a.plist"), by: .now)
        #expect(!lock.isOnFile && !lock.isExclusive)
        #expect(directory.names == ["new"])
    }

    private func lock(patience: Duration = .zero) throws -> FileLock {
        try FileLock.take(directory.path("a.plist"), by: .now + patience)
    }
}
#endif
