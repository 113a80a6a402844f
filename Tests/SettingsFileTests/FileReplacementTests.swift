#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import SettingsFile

/// The lock on a directory, and the replacement of a file in it.
@Suite struct FileReplacementTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("a file is replaced by another one, whole, with the old one's mode")
    func replacement() throws {
        try directory.write([1, 2, 3], to: "a.plist")
        chmod(directory.path("a.plist"), 0o640)
        let old = try #require(FileStamp(ofFileAt: directory.path("a.plist")))
        // Whoever has the old file open goes on reading it.
        let reader = try #require(FileHandle(forReadingAtPath: directory.path("a.plist")))
        let locked = try LockedDirectory(directory.path, creating: false)
        let new = try locked.replace("a.plist", by: Data([4, 5]), old: old)
        #expect(new != old)
        #expect(FileStamp(ofFileAt: directory.path("a.plist")) == new)
        #expect(try directory.bytes(of: "a.plist") == [4, 5])
        #expect(directory.mode(of: "a.plist") == 0o640)
        #expect(reader.readDataToEndOfFile() == Data([1, 2, 3]))
        #expect(directory.names == ["a.plist"])
    }

    @Test("a refused replacement leaves the old file and nothing else")
    func refusal() throws {
        try FileManager.default.createDirectory(atPath: directory.path("a.plist"), withIntermediateDirectories: true)
        let locked = try LockedDirectory(directory.path, creating: false)
        #expect {
            try locked.replace("a.plist", by: Data([4, 5]), old: nil)
        } throws: { error in
            (error as? DiskRefusal)?.systemError == EISDIR
        }
        #expect(directory.names == ["a.plist"])
    }

    @Test("the longest name that a file can have leaves room for the temporary one")
    func longName() throws {
        let name = String(repeating: "\u{e9}", count: 124) + ".plist"
        let locked = try LockedDirectory(directory.path, creating: false)
        _ = try locked.replace(name, by: Data([1]), old: nil)
        #expect(directory.names == [name])
    }

    @Test("leftovers of this file are removed, and nothing else")
    func leftovers() throws {
        let keep = [".a.plist", ".b.plist.tsud-1-2", "a.plist", "a.plist.damaged-1", "tsud-1-2"]
        for name in keep + [".a.plist.tsud-1-2", ".a.plist.tsud-99-1"] { try directory.write([1], to: name) }
        try LockedDirectory(directory.path, creating: false).removeStaleTemporaries(of: "a.plist")
        #expect(directory.names == keep.sorted())
    }

    @Test("one at a time has the lock, and who waits for long is told")
    func exclusion() throws {
        let first = try LockedDirectory(directory.path, creating: false)
        #expect(first.isExclusive)
        #expect {
            _ = try LockedDirectory(directory.path, creating: false, patience: .milliseconds(5))
        } throws: { error in
            (error as? DiskRefusal)?.systemError == EWOULDBLOCK
        }
        withExtendedLifetime(first) {}
    }

    @Test("who lets go lets the next one in")
    func succession() throws {
        do {
            let first = try LockedDirectory(directory.path, creating: false)
            withExtendedLifetime(first) {}
        }
        #expect(try LockedDirectory(directory.path, creating: false, patience: .zero).isExclusive)
    }

    @Test("a damaged file is set aside under the first free name")
    func settingAside() throws {
        for (number, bytes) in [[1], [2], [3]].enumerated() {
            try directory.write(bytes.map(UInt8.init), to: "a.plist")
            let name = try LockedDirectory(directory.path, creating: false).setAside("a.plist")
            #expect(name == "a.plist.damaged-\(number + 1)")
            #expect(try directory.bytes(of: name) == bytes.map(UInt8.init))
        }
        #expect(directory.names.count == 3)
    }
}
#endif
