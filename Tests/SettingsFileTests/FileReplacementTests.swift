#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import SettingsFile

/// The atomic replacement of a file.
@Suite struct FileReplacementTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `A file is replaced atomically and keeps its mode`() throws {
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

    @Test func `A failed replacement leaves only the old file`() throws {
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

    @Test func `A file with the longest possible name can be replaced`() throws {
        let name = String(repeating: "\u{e9}", count: 124) + ".plist"
        let opened = try Directory(directory.path, creating: false)
        _ = try opened.replace(name, with: [1], old: nil)
        #expect(directory.names == [name])
    }

    @Test func `Only temporary files of this file are removed`() throws {
        let keep = [".a.plist", ".b.plist.tsud-1-2", "a.plist", "a.plist.damaged-1", "tsud-1-2"]
        for name in keep + [".a.plist.tsud-1-2", ".a.plist.tsud-99-1"] { try directory.write([1], to: name) }
        try Directory(directory.path, creating: false).removeStaleTemporaries(of: "a.plist")
        #expect(directory.names == keep.sorted())
    }

    @Test func `A file that another process created meanwhile is not replaced`() throws {
        let opened = try Directory(directory.path, creating: false)
        #expect(try opened.replace("a.plist", with: [1], old: nil) != nil)
        #expect(try opened.replace("a.plist", with: [2], old: nil) == nil)
        #expect(try directory.bytes(of: "a.plist") == [1])
        #expect(directory.names == ["a.plist"])
    }

    @Test func `A file that was changed meanwhile without the lock is not replaced`() throws {
        try directory.write([1], to: "a.plist")
        let opened = try Directory(directory.path, creating: false)
        let old = try #require(FileStamp(ofFileAt: directory.path("a.plist")))
        try directory.write([2, 3], to: "a.plist")
        #expect(try opened.replace("a.plist", with: [4], old: old) == nil)
        #expect(try directory.bytes(of: "a.plist") == [2, 3])
        #expect(directory.names == ["a.plist"])
    }

    @Test func `A new file gets the given modification time`() throws {
        let opened = try Directory(directory.path, creating: false)
        let stamp = try #require(try opened.replace("a.plist", with: [1], old: nil, modified: 1_234_567_890_123))
        #expect(stamp.modified.nanoseconds == 1_234_567_890_123)
        #expect(FileStamp(ofFileAt: directory.path("a.plist")) == stamp)
    }

    // MARK: Changes without the lock

    private var sharedFile: SharedFile { SharedFile(path: directory.path("a.plist")) }

    @Test(arguments: [true, false])
    func `What is written in place during a replacement is found`(_ isWritten: Bool) throws {
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

    @Test(arguments: [true, false])
    func `A file that was changed since it was read is not replaced`(_ exists: Bool) throws {
        if exists { try directory.write(["plain": 0], to: "a.plist") }
        let file = sharedFile
        let lock = try lock()
        try file.refresh(by: .now)
        try directory.write(["plain": 1, "other": 1], to: "a.plist")
        #expect(try !file.replace(with: ["key": .integer(7)], modified: 0, lock))
        try file.refresh(by: .now)
        #expect(file.state.settings == ["plain": .integer(1), "other": .integer(1)])
    }

    @Test func `A damaged file that was written again since is not moved aside`() throws {
        try directory.write(BinaryFiles.set, to: "a.plist")
        let file = sharedFile
        let lock = try lock()
        try file.refresh(by: .now)
        #expect(file.isHarmful)
        try directory.write(["plain": 1], to: "a.plist")
        #expect(try file.moveAsideIfDamaged(lock) == nil)
        #expect(directory.names == ["a.plist"])
    }

    @Test func `A file that is being written again and again does not count as damaged`() throws {
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

    @Test func `A file that is being written is read once it is complete`() throws {
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

    @Test func `An unchanged file is not read again`() throws {
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

    @Test func `A damaged file is renamed to the first free name`() throws {
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
