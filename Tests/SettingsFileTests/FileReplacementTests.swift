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
        let new = try #require(try opened.replace("a.plist", by: Data([4, 5]), old: old))
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
            try opened.replace("a.plist", by: Data([4, 5]), old: old)
        } throws: { error in
            (error as? DiskRefusal)?.systemError == EISDIR
        }
        #expect(directory.names == ["a.plist"])
    }

    @Test("a file with the longest possible name can be replaced")
    func longName() throws {
        let name = String(repeating: "\u{e9}", count: 124) + ".plist"
        let opened = try Directory(directory.path, creating: false)
        _ = try opened.replace(name, by: Data([1]), old: nil)
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
        #expect(try opened.replace("a.plist", by: Data([1]), old: nil) != nil)
        #expect(try opened.replace("a.plist", by: Data([2]), old: nil) == nil)
        #expect(try directory.bytes(of: "a.plist") == [1])
        #expect(directory.names == ["a.plist"])
    }

    @Test("a file that was changed meanwhile without the lock is not replaced")
    func changedMeanwhile() throws {
        try directory.write([1], to: "a.plist")
        let opened = try Directory(directory.path, creating: false)
        let old = try #require(FileStamp(ofFileAt: directory.path("a.plist")))
        try directory.write([2, 3], to: "a.plist")
        #expect(try opened.replace("a.plist", by: Data([4]), old: old) == nil)
        #expect(try directory.bytes(of: "a.plist") == [2, 3])
        #expect(directory.names == ["a.plist"])
    }

    @Test("a new file gets the given modification time")
    func time() throws {
        let opened = try Directory(directory.path, creating: false)
        let stamp = try #require(try opened.replace("a.plist", by: Data([1]), old: nil, modified: 1_234_567_890_123))
        #expect(stamp.modified.nanoseconds == 1_234_567_890_123)
        #expect(FileStamp(ofFileAt: directory.path("a.plist")) == stamp)
    }

    /// What is written to the old file in place, what is written to the new one after that, and what remains.
    static let inPlaceWrites: [(old: [String: Int], new: [String: Int]?, expected: [String: Int])] = [
        (["plain": 1, "kept": 0], nil, ["plain": 1, "kept": 0, "key": 7]),
        (["kept": 0], nil, ["kept": 0, "key": 7]),
        (["plain": 1, "kept": 0], ["plain": 2, "kept": 0, "key": 7], ["plain": 2, "kept": 0, "key": 7]),
    ]

    @Test("data written in place during a replacement is not lost", arguments: inPlaceWrites)
    func writtenInPlace(_ old: [String: Int], _ new: [String: Int]?, _ expected: [String: Int]) throws {
        try directory.write(["plain": 0, "kept": 0], to: "a.plist")
        let path = directory.path("a.plist")
        // As plain `synchronize()` opens the file, before it is replaced.
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let file = SettingsFile(path: path)
        file.didReplace = {
            file.didReplace = {}
            write(old, inPlace: descriptor)
            if let new {
                let other = open(path, O_WRONLY | O_CLOEXEC)
                write(new, inPlace: other)
                close(other)
            }
        }
        try file.save(patience: .seconds(10)) { state in
            (state.settings.merging(["key": .integer(7)]) { $1 }, 0)
        }
        #expect(try directory.settings(in: "a.plist") as? [String: Int] == expected)
    }

    @Test("settings are merged again if the file was changed meanwhile, even if the first merge changed nothing")
    func changedDuringMerge() throws {
        try directory.write(["plain": 0], to: "a.plist")
        var found: [[String: PropertyListObject]] = []
        try SettingsFile(path: directory.path("a.plist")).save(patience: .seconds(10)) { state in
            found.append(state.settings)
            if found.count == 1 { try? directory.write(["plain": 1, "other": 1], to: "a.plist") }
            return (state.settings, 0)
        }
        #expect(found == [["plain": .integer(0)], ["plain": .integer(1), "other": .integer(1)]])
    }

    @Test("a file is compared and replaced while no synchronize() of this process runs")
    func exclusively() throws {
        try directory.write(["plain": 0], to: "a.plist")
        var found: [[String: Int]?] = []
        let look = { try? directory.settings(in: "a.plist") as? [String: Int] }
        let file = SettingsFile(
            path: directory.path("a.plist"),
            exclusively: { body in
                // The last moment for a `synchronize()` is before the body.
                if found.isEmpty { try? directory.write(["plain": 1], to: "a.plist") }
                found.append(look())
                body()
                found.append(look())
            }
        )
        try file.save(patience: .seconds(10)) { state in (state.settings.merging(["key": .integer(7)]) { $1 }, 0) }
        #expect(found == [["plain": 1], ["plain": 1], ["plain": 1], ["plain": 1, "key": 7]])
    }

    @Test("a damaged file that was written again meanwhile is not moved aside")
    func repairedDuringMerge() throws {
        try directory.write([UInt8]("damaged".utf8), to: "a.plist")
        try SettingsFile(path: directory.path("a.plist")).save(patience: .seconds(10)) { state in
            if case .damaged = state { try? directory.write(["plain": 1], to: "a.plist") }
            return (state.settings.merging(["key": .integer(7)]) { $1 }, 0)
        }
        #expect(directory.names == ["a.plist"])
        #expect(try directory.settings(in: "a.plist") as? [String: Int] == ["plain": 1, "key": 7])
    }

    @Test("a harmful file that was written again meanwhile is not moved aside")
    func harmfulRepaired() throws {
        try directory.write(BinaryFiles.set, to: "a.plist")
        let file = SettingsFile(path: directory.path("a.plist"))
        try file.refresh()
        try directory.write(["plain": 1], to: "a.plist")
        try file.moveAsideIfHarmful()
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
            while isOver.count == 0 {
                size = (size + 1) % 1_000
                try? Data(count: size).write(to: URL(fileURLWithPath: path))
            }
            hasEnded.increment()
        }
        #expect {
            try SettingsFile(path: path).save(patience: .seconds(10)) { state in (["key": .integer(7)], 0) }
        } throws: { error in
            (error as? DiskRefusal)?.systemError == EAGAIN
        }
        isOver.increment()
        hasEnded.wait(for: 1)
        #expect(directory.names == ["a.plist"])
    }

    private func write(_ settings: [String: Int], inPlace descriptor: Int32) {
        let data = try? PropertyListSerialization.data(fromPropertyList: settings, format: .xml, options: 0)
        ftruncate(descriptor, 0)
        data?.withUnsafeBytes { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    private func lock(patience: Duration = .zero) throws -> FileLock? {
        try FileLock.take("a.plist", in: Directory(directory.path, creating: false), by: .now + patience)
    }

    @Test("only one thread holds the lock, and waiting for it times out")
    func exclusion() throws {
        try directory.write([1], to: "a.plist")
        let first = try lock()
        #expect(first?.isExclusive == true)
        #expect {
            _ = try lock(patience: .milliseconds(5))
        } throws: { error in
            (error as? DiskRefusal)?.systemError == EWOULDBLOCK
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
        #expect(try lock()?.isExclusive == true)
    }

    @Test("the lock is taken on the current file, not on a replaced one")
    func replacedMeanwhile() throws {
        try directory.write([1], to: "a.plist")
        let opened = try Directory(directory.path, creating: false)
        let first = try lock()
        let old = try #require(FileStamp(ofFileAt: directory.path("a.plist")))
        _ = try opened.replace("a.plist", by: Data([2]), old: old)
        // The old file is still locked, but that does not matter.
        let second = try lock()
        #expect(second?.isExclusive == true)
        #expect(throws: DiskRefusal.self) { _ = try lock() }
        withExtendedLifetime((first, second)) {}
    }

    @Test("a locked directory does not prevent locking a file in it")
    func lockedDirectory() throws {
        try directory.write([1], to: "a.plist")
        let descriptor = open(directory.path, O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        #expect(try lock()?.isExclusive == true)
    }

    @Test("a missing file can't be locked")
    func absent() throws {
        #expect(try lock() == nil)
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
