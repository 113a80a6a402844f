#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// Locking, reading and replacing a file that processes share.
    @Suite struct SharedFileTests {
        private let directory = TemporaryDirectory.new()
        private let target: FilePath
        private let file: SharedFile

        init() {
            target = FilePath(directory.path("a.plist"))
            file = SharedFile(path: target.path)
        }

        private var stamp: FileStamp? { try? FileStamp.ofFile(at: target.path) }

        private func lock(patience: Duration = .zero) throws -> FileLock {
            try FileLock.take(for: target, by: .now + patience)
        }

        /// Replaces the file with the last read state and the changes.
        private func change(_ changes: [String: PropertyListObject]) throws -> Bool {
            var new = file.settings
            for (name, object) in changes { new[name] = object }
            guard let replacement = try file.replacement(with: new) else { return true }
            return try file.replace(with: replacement, new)
        }

        /// Waits until any other change would change the stamp.
        private func settle() { wait { stamp?.isSettled != false } }

        @Test func `A file without settings counts as damaged, and a missing one doesn't`() throws {
            try file.refresh(by: .now)
            #expect(file.damage == nil && file.stamp == nil && file.settings.isEmpty)
            for make in [{ mkfifo($0, 0o600) }, { mkdir($0, 0o700) }] as [(String) -> Int32] {
                _ = make(target.path)
                try file.refresh(by: .now + .seconds(300))
                #expect(file.damage?.reason.hasSuffix("is in its place") == true)
                #expect(!file.isToBeMoved)
                #expect(throws: FileError.notRegular) { try file.moveAside() }
                remove(target.path)
            }
        }

        @Test(arguments: [(["b", "c"], "c"), (["b", "d/c"], "d/c"), (["a.plist"], "a.plist")])
        func `Symbolic links are followed, even if the target does not exist`(
            _ links: [String],
            _ end: String
        ) throws {
            var name = "a.plist"
            for link in links {
                symlink(link, directory.path(name))
                name = link
            }
            #expect(try target.target.path == directory.path(end))
        }

        @Test func `Only one process has the lock, and waiting for it times out`() throws {
            let first = try lock()
            let failure = #expect(throws: FileError.self) { try lock(patience: .milliseconds(5)) }
            #expect(failure?.isTransient == true)
            first.unlock()
            try lock().unlock()
        }

        @Test func `The lock outlives the file, needs none, and creates its directory`() throws {
            let target = FilePath(directory.path("new/a.plist"))
            let lock = try FileLock.take(for: target, by: .now)
            try directory.write(["a": 1], to: "new/a.plist")
            #expect(throws: FileError.self) { try FileLock.take(for: target, by: .now) }
            lock.unlock()
        }

        @Test func `A file is replaced atomically and keeps its mode`() throws {
            try directory.write(["old": 1], to: "a.plist")
            chmod(target.path, 0o640)
            // A process that has opened the old file continues to read it.
            let reader = try #require(FileHandle(forReadingAtPath: target.path))
            let old = try directory.bytes(of: "a.plist")
            try file.refresh(by: .now)
            #expect(try change(["new": .integer(2)]))
            #expect(stamp == file.stamp)
            #expect(try directory.numbers(in: "a") == ["old": 1, "new": 2])
            #expect(directory.mode(of: "a.plist") == 0o640)
            #expect([UInt8](reader.readDataToEndOfFile()) == old)
            #expect(directory.names == ["a.plist"])
        }

        @Test func `A failed replacement leaves the old file and no other`() throws {
            mkdir(target.path, 0o700)
            let failure = #expect(throws: FileError.self) {
                try Replacement(of: target, with: [4, 5], old: stamp).commit(over: stamp)
            }
            #expect(failure?.systemError == EISDIR)
            #expect(directory.names == ["a.plist"])
        }

        @Test func `A file may have the longest possible name`() throws {
            let target = FilePath(directory.path(String(repeating: "\u{e9}", count: 124) + ".plist"))
            let lock = try FileLock.take(for: target, by: .now)
            let stamp = try #require(try Replacement(of: target, with: [1], old: nil).commit(over: nil))
            lock.unlock()
            #expect(try FileStamp.ofFile(at: target.path) == stamp)
            #expect(directory.names.contains(target.name))
        }

        @Test func `Two long names with the same beginning have different locks`() throws {
            let names = ["a", "b"].map { String(repeating: "\u{6F22}", count: 71) + $0 }
            let locks = try names.map { try FileLock.take(for: FilePath(directory.path($0 + ".plist")), by: .now) }
            for lock in locks { lock.unlock() }
        }

        @Test func `Only old temporary files, and those of ended processes, are removed`() throws {
            let own = getpid()
            let keep = [".a.plist", ".b.plist.tsud-1-2", "a.plist", "tsud-1-2", ".a.plist.tsud-\(own)-new"]
            let gone = [".a.plist.tsud-99999999-1", ".a.plist.tsud-\(own)-old"]
            for name in keep + gone { try directory.write([1], to: name) }
            directory.setTime(of: gone[1], ahead: -61)
            target.removeStaleTemporaries()
            #expect(directory.names == keep.sorted())
        }

        @Test(arguments: [9_000_000_000, -9_000_000_000])
        func `A temporary file of any time does not keep a program from saving`(_ ahead: Int) throws {
            try directory.write([1], to: "." + "saving-helper.plist" + ".tsud-99999999-1")
            directory.setTime(of: "." + "saving-helper.plist" + ".tsud-99999999-1", ahead: ahead)
            try directory.run("set size 14", "flush")
            #expect(directory.names == ["saving-helper.plist"])
        }

        @Test(arguments: [true, false])
        func `A file that was changed or made since it was read is not replaced`(_ exists: Bool) throws {
            if exists { try directory.write(["plain": 0], to: "a.plist") }
            try file.refresh(by: .now)
            try directory.write(["plain": 1, "other": 1], to: "a.plist")
            #expect(try !change(["key": .integer(7)]))
            #expect(directory.names == ["a.plist"])
            try file.refresh(by: .now)
            #expect(file.settings == ["plain": .integer(1), "other": .integer(1)])
        }

        @Test func `A file that is being written again and again does not count as damaged`() throws {
            try directory.write([], to: "a.plist")
            var count = 0
            let file = SharedFile(path: target.path) { [path = target.path] in
                count += 1
                try? Data(count: count).write(to: URL(fileURLWithPath: path))
            }
            let failure = #expect(throws: FileError.self) { try file.refresh(by: .now + .milliseconds(1)) }
            #expect(failure?.isTransient == true)
            #expect(file.damage == nil)
        }

        @Test func `A file that is being written is read once it is complete`() throws {
            let whole = BinaryPropertyList.encode(.dictionary(["size": .integer(1)]))
            try directory.write([UInt8](whole.prefix(10)), to: "a.plist")
            let file = SharedFile(path: target.path) { [path = target.path] in
                try? Data(whole).write(to: URL(fileURLWithPath: path))
            }
            try file.refresh(by: .now + .seconds(300))
            #expect(file.settings == ["size": .integer(1)])
        }

        @Test func `A file that is missing for a moment is read when it is back`() throws {
            try directory.write(["size": 1], to: "a.plist")
            let (path, aside) = (target.path, directory.path("aside"))
            let file = SharedFile(path: path) { rename(aside, path) }
            try file.refresh(by: .now)
            rename(path, aside)
            try file.refresh(by: .now + .seconds(300))
            #expect(file.settings == ["size": .integer(1)])
        }

        @Test func `A version of the file that this process has made is not read again, but a later one is`() throws {
            for value in 1...20 as ClosedRange<Int64> {
                try file.refresh(by: .now)
                #expect(try change(["size": .integer(value)]))
                #expect(file.isUnchanged)
                // In place and of the same size, as `synchronize()` may write it.
                let other = BinaryPropertyList.encode(.dictionary(["size": .integer(100 + value)]))
                let descriptor = open(target.path, O_WRONLY)
                defer { close(descriptor) }
                #expect(pwrite(descriptor, other, other.count, 0) == other.count)
                #expect(!file.isUnchanged)
                try file.refresh(by: .now)
                #expect(file.settings == ["size": .integer(100 + value)])
            }
        }

        @Test func `An unchanged file is not read again`() throws {
            try directory.write(["size": 1], to: "a.plist")
            settle()
            try file.refresh(by: .now)
            #expect(file.isUnchanged)
            chmod(target.path, 0o600)
            #expect(!file.isUnchanged)
        }

        @Test func `A damaged file is renamed, and the last read state is written`() throws {
            try directory.write(["old": 1], to: "a.plist")
            try file.refresh(by: .now)
            try directory.write(BinaryFiles.set, to: "a.plist")
            try file.refresh(by: .now)
            #expect(file.isToBeMoved)
            let aside = try #require(try file.moveAside())
            #expect(try directory.bytes(of: FilePath(aside).name) == BinaryFiles.set)
            #expect(try change(["new": .integer(2)]))
            #expect(try directory.numbers(in: "a") == ["old": 1, "new": 2])
        }

        @Test(arguments: [true, false])
        func `The last state is written again if another program has renamed the damaged file`(
            _ isDamaged: Bool
        ) throws {
            try directory.write(["old": 1], to: "a.plist")
            try file.refresh(by: .now)
            if isDamaged {
                try directory.write([], to: "a.plist")
                try file.refresh(by: .now)
            }
            rename(target.path, directory.path("aside"))
            try file.refresh(by: .now)
            #expect(file.isToBeRestored == isDamaged)
            #expect(try change([:]))
            #expect(directory.names.contains("a.plist") == isDamaged && !file.isToBeRestored)
        }

        @Test func `A damaged file that is repaired before it is renamed stays`() throws {
            try directory.write(["old": 1], to: "a.plist")
            try file.refresh(by: .now)
            try directory.write([], to: "a.plist")
            try file.refresh(by: .now)
            try directory.write(["old": 2], to: "a.plist")
            #expect(try file.moveAside() == nil)
            #expect(try directory.numbers(in: "a") == ["old": 2])
        }
    }
}
#endif
