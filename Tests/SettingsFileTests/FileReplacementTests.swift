#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import SettingsFile

/// The atomic replacement of a file, and its lock.
@Suite struct FileReplacementTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("a file is replaced atomically and keeps its mode")
    func replacement() throws {
        try directory.write([1, 2, 3], to: "a.plist")
        chmod(directory.path("a.plist"), 0o640)
        let old = try #require(FileStamp(ofFileAt: directory.path("a.plist")))
        // A process that has opened the old file continues to read it.
        let reader = try #require(FileHandle(forReadingAtPath: directory.path("a.plist")))
        let opened = try Directory(directory.path, creating: false)
        let new = try #require(try opened.replace("a.plist", with: [4, 5], old: old))
        #expect(new != old)
        #expect(FileStamp(ofFileAt: directory.path("a.plist")) == new)
        #expect(try directory.bytes(of: "a.plist") == [4, 5])
        #expect(directory.mode(of: "a.plist") == 0o640)
        #expect(reader.readDataToEndOfFile() == Data([1, 2, 3]))
        #expect(directory.names == ["a.plist"])
    }

    @Test("a failed replacement leaves only the old file")
    func refusal() throws {
        try FileManager.default.createDirectory(atPath: directory.path("a.plist"), withIntermediateDirectories: true)
        let opened = try Directory(directory.path, creating: false)
        let old = try #require(FileStamp(ofFileAt: directory.path("a.plist")))
        #expect {
            try opened.replace("a.plist", with: [4, 5], old: old)
        } throws: { error in
            (error as? FileError)?.systemError == EISDIR
        }
        #expect(directory.names == ["a.plist"])
    }

    @Test("a file with the longest possible name can be replaced")
    func longName() throws {
        let name = String(repeating: "\u{e9}", count: 124) + ".plist"
        let opened = try Directory(directory.path, creating: false)
        _ = try opened.replace(name, with: [1], old: nil)
        #expect(directory.names == [name])
    }

    @Test("only temporary files of this file are removed")
    func leftovers() throws {
        let keep = [".a.plist", ".b.plist.tsud-1-2", "a.plist", "a.plist.damaged-1", "tsud-1-2"]
        for name in keep + [".a.plist.tsud-1-2", ".a.plist.tsud-99-1"] { try directory.write([1], to: name) }
        try Directory(directory.path, creating: false).removeStaleTemporaries(of: "a.plist")
        #expect(directory.names == keep.sorted())
    }

    @Test("a file that another process created meanwhile is not replaced")
    func newFile() throws {
        let opened = try Directory(directory.path, creating: false)
        #expect(try opened.replace("a.plist", with: [1], old: nil) != nil)
        #expect(try opened.replace("a.plist", with: [2], old: nil) == nil)
        #expect(try directory.bytes(of: "a.plist") == [1])
        #expect(directory.names == ["a.plist"])
    }

    @Test("a file that was changed meanwhile without the lock is not replaced")
    func changedMeanwhile() throws {
        try directory.write([1], to: "a.plist")
        let opened = try Directory(directory.path, creating: false)
        let old = try #require(FileStamp(ofFileAt: directory.path("a.plist")))
        try directory.write([2, 3], to: "a.plist")
        #expect(try opened.replace("a.plist", with: [4], old: old) == nil)
        #expect(try directory.bytes(of: "a.plist") == [2, 3])
        #expect(directory.names == ["a.plist"])
    }

    @Test("a new file gets the given modification time")
    func time() throws {
        let opened = try Directory(directory.path, creating: false)
        let stamp = try #require(try opened.replace("a.plist", with: [1], old: nil, modified: 1_234_567_890_123))
        #expect(stamp.modified.nanoseconds == 1_234_567_890_123)
        #expect(FileStamp(ofFileAt: directory.path("a.plist")) == stamp)
    }

    // MARK: Changes without the lock

    private var sharedFile: SharedFile { SharedFile(path: directory.path("a.plist")) }

    @Test("what is written in place during a replacement is found", arguments: [true, false])
    func writtenInPlace(_ isWritten: Bool) throws {
        try directory.write(["plain": 0, "kept": 0], to: "a.plist")
        // As plain `synchronize()` opens the file, before it is replaced.
        let descriptor = open(directory.path("a.plist"), O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        while FileStamp(ofFileAt: directory.path("a.plist"))?.isSettled == false { sched_yield() }
        let file = sharedFile
        let lock = try lock()
        try file.refresh(by: .now)
        let old = file.stamp
        #expect(try file.replace(with: ["key": .integer(7)], modified: 0, lock))
        if isWritten { write(["plain": 1], inPlace: descriptor) }
        let found = try file.settingsWrittenInPlace(lock, to: old, by: .now + .seconds(10))
        #expect(found == (isWritten ? ["plain": .integer(1)] : nil))
        #expect(try directory.settings(in: "a.plist") as? [String: Int] == ["key": 7])
    }

    @Test("a file that was changed since it was read is not replaced", arguments: [true, false])
    func changedSince(_ exists: Bool) throws {
        if exists { try directory.write(["plain": 0], to: "a.plist") }
        let file = sharedFile
        let lock = try lock()
        try file.refresh(by: .now)
        try directory.write(["plain": 1, "other": 1], to: "a.plist")
        #expect(try !file.replace(with: ["key": .integer(7)], modified: 0, lock))
        try file.refresh(by: .now)
        #expect(file.state.settings == ["plain": .integer(1), "other": .integer(1)])
    }

    @Test("a damaged file that was written again since is not moved aside")
    func repaired() throws {
        try directory.write(BinaryFiles.set, to: "a.plist")
        let file = sharedFile
        let lock = try lock()
        try file.refresh(by: .now)
        #expect(file.isHarmful)
        try directory.write(["plain": 1], to: "a.plist")
        #expect(try file.moveAsideIfDamaged(lock) == nil)
        #expect(directory.names == ["a.plist"])
    }

    @Test("a file that is being written again and again does not count as damaged")
    func writtenAgainAndAgain() throws {
        try directory.write([1], to: "a.plist")
        let path = directory.path("a.plist")
        let (isOver, hasEnded) = (Counter(), Counter())
        Thread.detachNewThread {
            // Like `synchronize()` after each write, whenever the file is empty.
            var size = 0
            while isOver.total == 0 {
                size = (size + 1) % 1_000
                try? Data(count: size).write(to: URL(fileURLWithPath: path))
            }
            hasEnded.increment()
        }
        #expect {
            try sharedFile.refresh(by: .now + .milliseconds(500))
        } throws: { error in
            (error as? FileError)?.systemError == EAGAIN
        }
        isOver.increment()
        hasEnded.wait(for: 1)
    }

    @Test("a file that is being written is read once it is complete")
    func beingWritten() throws {
        let whole = BinaryPropertyList.encode(.dictionary(["size": .integer(1)]))
        try directory.write([UInt8](whole.prefix(10)), to: "a.plist")
        let path = directory.path("a.plist")
        Thread.detachNewThread {
            usleep(20_000)
            try? Data(whole).write(to: URL(fileURLWithPath: path))
        }
        let file = sharedFile
        try file.refresh(by: .now + .seconds(10))
        #expect(file.state.settings == ["size": .integer(1)])
    }

    @Test("an unchanged file is not read again")
    func unchanged() throws {
        try directory.write(["size": 1], to: "a.plist")
        let file = sharedFile
        try file.refresh(by: .now)
        while FileStamp(ofFileAt: directory.path("a.plist"))?.isSettled == false { sched_yield() }
        try file.refresh(by: .now)
        #expect(file.isUnchanged)
        chmod(directory.path("a.plist"), 0o600)
        #expect(!file.isUnchanged)
    }

    private func write(_ settings: [String: Int], inPlace descriptor: Int32) {
        let data = try? PropertyListSerialization.data(fromPropertyList: settings, format: .xml, options: 0)
        ftruncate(descriptor, 0)
        data?.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    private func lock(patience: Duration = .zero) throws -> FileLock {
        try FileLock.take(directory.path("a.plist"), by: .now + patience)
    }

    @Test("only one thread holds the lock, and waiting for it times out")
    func exclusion() throws {
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

    @Test("a released lock can be taken again")
    func succession() throws {
        try directory.write([1], to: "a.plist")
        do {
            let first = try lock()
            withExtendedLifetime(first) {}
        }
        #expect(try lock().isExclusive)
    }

    @Test("the lock is taken on the current file, not on a replaced one")
    func replacedMeanwhile() throws {
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

    @Test("a locked directory does not prevent locking a file in it")
    func lockedDirectory() throws {
        try directory.write([1], to: "a.plist")
        let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        #expect(try lock().isExclusive)
    }

    @Test("a missing file can't be locked, but its directory is there")
    func absent() throws {
        let lock = try FileLock.take(directory.path("new/a.plist"), by: .now)
        #expect(!lock.isOnFile && !lock.isExclusive)
        #expect(directory.names == ["new"])
    }

    @Test("a damaged file is renamed to the first free name")
    func settingAside() throws {
        for (number, bytes) in [[1], [2], [3]].enumerated() {
            try directory.write(bytes.map(UInt8.init), to: "a.plist")
            let name = try Directory(directory.path, creating: false).setAside("a.plist")
            #expect(name == "a.plist.damaged-\(number + 1)")
            #expect(try directory.bytes(of: name) == bytes.map(UInt8.init))
        }
        #expect(directory.names.count == 3)
    }
}
#endif
