#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import SettingsFile

/// Locking, reading and replacing a file that processes share.
@Suite struct SharedFileTests {
    let directory: TemporaryDirectory
    private let path: String
    private let opened: Directory
    private let file: SharedFile

    init() throws {
        directory = try TemporaryDirectory()
        path = directory.path("a.plist")
        opened = try Directory(directory.path, creating: false)
        file = SharedFile(path: path)
    }

    private var stamp: FileStamp? { FileStamp(ofFileAt: path) }

    private func lock(patience: Duration = .zero) throws -> FileLock { try FileLock.take(path, by: .now + patience) }

    /// Waits until any other change would change the stamp.
    private func settle() { while stamp?.isSettled == false { sched_yield() } }

    @Test func `A missing file, a directory and a named pipe are told apart`() throws {
        #expect(try PropertyListFile.state(directory.path("nothing")).stamp == nil)
        mkfifo(directory.path("pipe"), 0o600)
        for (path, expected) in [(directory.path, EISDIR), (directory.path("pipe"), EINVAL)] {
            let failure = #expect(throws: FileError.self) { try PropertyListFile.state(path) }
            #expect(failure?.systemError == expected)
        }
    }

    @Test func `Symbolic links are followed one by one, even if the target does not exist`() throws {
        symlink("b", directory.path("a"))
        symlink(directory.path("c"), directory.path("b"))
        let entries = DirectoryEntry(directory.path("a")).linksAndTarget
        #expect(entries.map(\.path) == ["a", "b", "c"].map(directory.path))
        symlink("round", directory.path("round"))
        #expect(DirectoryEntry(directory.path("round")).linksAndTarget.count == 41)
    }

    @Test func `Only one holds the lock until it is released, and waiting for it times out`() throws {
        try directory.write([1], to: "a.plist")
        do {
            let first = try lock()
            #expect(first.isExclusive)
            let failure = #expect(throws: FileError.self) { try lock(patience: .milliseconds(5)) }
            #expect(failure?.systemError == EWOULDBLOCK)
            withExtendedLifetime(first) {}
        }
        #expect(try lock().isExclusive)
    }

    @Test func `The lock is taken on the current file, not on a replaced one`() throws {
        try directory.write([1], to: "a.plist")
        let first = try lock()
        _ = try opened.replace("a.plist", with: [2], old: stamp)
        // The old file is still locked, but that does not matter.
        let second = try lock()
        #expect(second.isExclusive)
        #expect(throws: FileError.self) { try lock() }
        withExtendedLifetime((first, second)) {}
    }

    @Test func `A locked directory does not prevent locking a file in it`() throws {
        try directory.write([1], to: "a.plist")
        #expect(flock(opened.descriptor, LOCK_EX | LOCK_NB) == 0)
        #expect(try lock().isExclusive)
    }

    @Test func `A missing file can't be locked, but its directory is there`() throws {
        let lock = try FileLock.take(directory.path("new/a.plist"), by: .now)
        #expect(!lock.isOnFile && !lock.isExclusive)
        #expect(directory.names == ["new"])
    }

    @Test func `A file is replaced atomically and keeps its mode`() throws {
        try directory.write([1, 2, 3], to: "a.plist")
        chmod(path, 0o640)
        let old = try #require(stamp)
        // A process that has opened the old file continues to read it.
        let reader = try #require(FileHandle(forReadingAtPath: path))
        let new = try #require(try opened.replace("a.plist", with: [4, 5], old: old))
        #expect(new != old)
        #expect(stamp == new)
        #expect(try directory.bytes(of: "a.plist") == [4, 5])
        #expect(directory.mode(of: "a.plist") == 0o640)
        #expect(reader.readDataToEndOfFile() == Data([1, 2, 3]))
        #expect(directory.names == ["a.plist"])
    }

    @Test func `A failed replacement leaves only the old file`() throws {
        mkdir(path, 0o700)
        let failure = #expect(throws: FileError.self) { try opened.replace("a.plist", with: [4, 5], old: stamp) }
        #expect(failure?.systemError == EISDIR)
        #expect(directory.names == ["a.plist"])
    }

    @Test func `A new file gets the given time, and may have the longest possible name`() throws {
        let name = String(repeating: "\u{e9}", count: 124) + ".plist"
        let stamp = try #require(try opened.replace(name, with: [1], old: nil, modified: 1_234_567_890_123))
        #expect(stamp.modified.nanoseconds == 1_234_567_890_123)
        #expect(FileStamp(ofFileAt: directory.path(name)) == stamp)
        #expect(directory.names == [name])
    }

    @Test func `Only temporary files of this file are removed`() throws {
        let keep = [".a.plist", ".b.plist.tsud-1-2", "a.plist", "a.plist.damaged-1", "tsud-1-2"]
        for name in keep + [".a.plist.tsud-1-2", ".a.plist.tsud-99-1"] { try directory.write([1], to: name) }
        opened.removeStaleTemporaries(of: "a.plist")
        #expect(directory.names == keep.sorted())
    }

    @Test(arguments: [true, false])
    func `A file that was changed or made since it was read is not replaced`(_ exists: Bool) throws {
        if exists { try directory.write(["plain": 0], to: "a.plist") }
        let lock = try lock()
        try file.refresh(by: .now)
        try directory.write(["plain": 1, "other": 1], to: "a.plist")
        #expect(try !file.replace(with: ["key": .integer(7)], modified: 0, lock))
        #expect(directory.names == ["a.plist"])
        try file.refresh(by: .now)
        #expect(file.state.settings == ["plain": .integer(1), "other": .integer(1)])
    }

    @Test(arguments: [true, false])
    func `What is written in place during a replacement is found`(_ isWritten: Bool) throws {
        try directory.write(["plain": 0, "kept": 0], to: "a.plist")
        // As plain `synchronize()` opens the file, before it is replaced.
        let plain = try #require(FileHandle(forWritingAtPath: path))
        settle()
        let lock = try lock()
        try file.refresh(by: .now)
        let old = file.stamp
        #expect(try file.replace(with: ["key": .integer(7)], modified: 0, lock))
        if isWritten {
            let data = try PropertyListSerialization.data(fromPropertyList: ["plain": 1], format: .xml, options: 0)
            try plain.truncate(atOffset: 0)
            try plain.write(contentsOf: data)
        }
        let found = try file.settingsWrittenInPlace(lock, to: old, by: .now + .seconds(10))
        #expect(found == (isWritten ? ["plain": .integer(1)] : nil))
        #expect(try directory.settings(in: "a.plist") as? [String: Int] == ["key": 7])
    }

    @Test func `A file that is being written again and again does not count as damaged`() throws {
        let written = Counter()
        let writer = Thread { [path] in
            // Like `synchronize()` after each write, whenever the file is empty.
            while !Thread.current.isCancelled {
                try? Data(count: written.total % 1_000).write(to: URL(fileURLWithPath: path))
                written.increment()
            }
        }
        writer.start()
        written.wait(for: 1)
        // Only the look at the deadline counts, if a file may be about to be written for longer. On a busy machine the
        // writer may miss one of many.
        let failure = #expect(throws: FileError.self) { try file.refresh(by: .now + .milliseconds(100)) }
        #expect(failure?.systemError == EAGAIN)
        writer.cancel()
        while !writer.isFinished { sched_yield() }
    }

    @Test func `A file that is being written is read once it is complete`() throws {
        let whole = BinaryPropertyList.encode(.dictionary(["size": .integer(1)]))
        try directory.write([UInt8](whole.prefix(10)), to: "a.plist")
        Thread.detachNewThread { [path] in
            usleep(20_000)
            try? Data(whole).write(to: URL(fileURLWithPath: path))
        }
        try file.refresh(by: .now + .seconds(10))
        #expect(file.state.settings == ["size": .integer(1)])
    }

    @Test func `An unchanged file is not read again`() throws {
        try directory.write(["size": 1], to: "a.plist")
        try file.refresh(by: .now)
        settle()
        try file.refresh(by: .now)
        #expect(file.isUnchanged)
        chmod(path, 0o600)
        #expect(!file.isUnchanged)
    }

    @Test func `A damaged file that was written again since is not moved aside`() throws {
        try directory.write(BinaryFiles.set, to: "a.plist")
        let lock = try lock()
        try file.refresh(by: .now)
        #expect(file.isHarmful)
        try directory.write(["plain": 1], to: "a.plist")
        #expect(try file.moveAsideIfDamaged(lock) == nil)
        #expect(directory.names == ["a.plist"])
    }

    @Test func `A damaged file is renamed to the first free name`() throws {
        for number: UInt8 in 1...3 {
            try directory.write([number], to: "a.plist")
            let name = try opened.setAside("a.plist")
            #expect(name == "a.plist.damaged-\(number)")
            #expect(try directory.bytes(of: name) == [number])
        }
        #expect(directory.names.count == 3)
    }
}
#endif
