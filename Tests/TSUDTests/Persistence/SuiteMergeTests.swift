#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import SettingsFile
@testable import TSUD

/// The merge of a suite in memory with a file in a temporary directory.
///
/// Foundation never saves the suite.
@Suite struct SuiteMergeTests {
    let directory: TemporaryDirectory
    let memory: SuiteMemory
    let writes = ChangeRecord()
    let suite: UserDefaults
    let merge: SuiteMerge

    init() throws {
        directory = try TemporaryDirectory()
        let name = "TSUD.tests." + UUID().uuidString
        suite = try #require(UserDefaults(suiteName: name))
        memory = SuiteMemory(ofSuiteNamed: name)
        merge = SuiteMerge(SettingsFile(path: directory.path("a.plist")), memory, writes)
    }

    @Test("a file that is being written in place is not moved aside as damaged")
    func writtenInPlace() throws {
        let whole = try #require(PropertyListFile.data(of: ["size": .integer(1)]))
        try directory.write([UInt8](whole.prefix(10)), to: "a.plist")
        let path = directory.path("a.plist")
        let writer = Thread {
            usleep(20_000)
            try? whole.write(to: URL(fileURLWithPath: path))
        }
        writer.start()
        merge.attach()
        #expect(memory.snapshot(expecting: [:]) == ["size": .integer(1)])
        #expect(directory.names == ["a.plist"])
    }

    @Test("the changes of both sides are merged")
    func changes() throws {
        try directory.write(["size": 1, "other": 1], to: "a.plist")
        merge.attach()
        suite.set(2, forKey: "plain")
        try directory.write(["size": 2, "other": 1], to: "a.plist")
        try merge.run(patience: .seconds(10))
        #expect(memory.snapshot(expecting: [:]) == ["size": .integer(2), "other": .integer(1), "plain": .integer(2)])
        #expect(try PropertyListFile.read(directory.path("a.plist")).settings == memory.snapshot(expecting: [:]))
    }

    @Test("the removal of an object that equals a registered default is saved", arguments: [false, true])
    func removedRegistered(isByKey: Bool) throws {
        // Registered defaults are shared by all tests.
        let key = UUID().uuidString
        try directory.write([key: 1], to: "a.plist")
        merge.attach()
        suite.register(defaults: [key: 1])
        if isByKey { write(key, nil) } else { suite.removeObject(forKey: key) }
        try merge.run(patience: .seconds(10))
        #expect(try directory.settings(in: "a.plist").isEmpty)
    }

    @Test("an unchanged file is not read again")
    func unchanged() throws {
        try directory.write(["size": 1], to: "a.plist")
        merge.attach()
        while FileStamp(ofFileAt: directory.path("a.plist"))?.isSettled == false { sched_yield() }
        try merge.run(patience: .seconds(10))
        #expect(merge.file.isUnchanged)
        chmod(directory.path("a.plist"), 0o600)
        #expect(!merge.file.isUnchanged)
    }

    /// What a plain call stores after a key's write, and the object that wins.
    static let laterChanges: [(plainly: Int?, expected: Int64)] = [(nil, 3), (2, 2)]

    @Test("a file that is newer than a key's write wins, but not over a later plain write", arguments: laterChanges)
    func plainWriteAfterKey(_ plainly: Int?, _ expected: Int64) throws {
        try directory.write(["size": 0], to: "a.plist")
        merge.attach()
        write("size", 1)
        if let plainly { suite.set(plainly, forKey: "size") }
        try directory.write(["size": 3], to: "a.plist")
        let later = timespec(tv_sec: time(nil) + 60, tv_nsec: 0)
        utimensat(AT_FDCWD, directory.path("a.plist"), [later, later], 0)
        try merge.run(patience: .seconds(10))
        #expect(memory.snapshot(expecting: [:]) == ["size": .integer(expected)])
    }

    private func write(_ key: String, _ number: Int?) {
        _ = writes.write([key], number) { suite.set(number, forKey: key) }
    }

    /// What a key writes after a `synchronize()` that comes between the reading of the file and that of memory.
    static let writesAfterSynchronize: [Int?] = [nil, 0, 2]

    @Test("a key's write right after synchronize() stays", arguments: [0, nil], writesAfterSynchronize)
    func synchronizedBeforeSnapshot(_ before: Int?, _ after: Int?) throws {
        let number = { (number: Int?) in number.map { ["size": $0] } ?? [:] }
        try directory.write(number(before), to: "a.plist")
        merge.attach()
        merge.willSnapshot = {
            merge.willSnapshot = {}
            write("size", 1)
            try? directory.write(number(1), to: "a.plist")
            write("size", after)
        }
        try merge.run(patience: .seconds(10))
        #expect(memory.snapshot(expecting: [:]) == number(after).mapValues { .integer(Int64($0)) })
        #expect(try directory.settings(in: "a.plist") as? [String: Int] == number(after))
    }

    @Test(
        "a key's write right after another process's synchronize() during a replacement stays",
        arguments: writesAfterSynchronize
    )
    func synchronizedDuringReplacement(_ after: Int?) throws {
        try directory.write(["other": 0], to: "a.plist")
        merge.attach()
        write("size", 1)
        // As `synchronize()` opens the file, before it is replaced.
        let replaced = try #require(FileHandle(forWritingAtPath: directory.path("a.plist")))
        merge.file.didReplace = { [file = merge.file] in
            file.didReplace = {}
            let data = try? PropertyListSerialization.data(
                fromPropertyList: ["other": 0, "size": 1],
                format: .xml,
                options: 0
            )
            try? replaced.truncate(atOffset: 0)
            try? replaced.write(contentsOf: data ?? Data())
            write("size", after)
        }
        try merge.run(patience: .seconds(10))
        let expected = after.map { ["size": $0, "other": 0] } ?? ["other": 0]
        #expect(memory.snapshot(expecting: [:]) == expected.mapValues { .integer(Int64($0)) })
        #expect(try directory.settings(in: "a.plist") as? [String: Int] == expected)
    }

    /// Writes an equal value through a key, and then another file.
    private func writeEqualValueAndFile() throws {
        try directory.write(["size": 0, "other": 0], to: "a.plist")
        merge.attach()
        write("size", 0)
        try directory.write(["size": 3, "other": 2], to: "a.plist")
    }

    @Test("a write of an equal value counts as a change")
    func sameValue() throws {
        try writeEqualValueAndFile()
        try merge.run(patience: .seconds(10))
        #expect(memory.snapshot(expecting: [:]) == ["size": .integer(0), "other": .integer(2)])
    }

    @Test("a merge that can't be saved updates memory, and keeps the writes through keys for the next save")
    func locked() throws {
        try writeEqualValueAndFile()
        do {
            let lock = try FileLock.take("a.plist", in: Directory(directory.path, creating: false), by: .now)
            #expect(throws: TSUDError.self) { try merge.run(patience: .zero) }
            withExtendedLifetime(lock) {}
        }
        #expect(memory.snapshot(expecting: [:]) == ["size": .integer(0), "other": .integer(2)])
        #expect(writes.hasChanges)
        try merge.run(patience: .seconds(10))
        #expect(try directory.settings(in: "a.plist") as? [String: Int] == ["size": 0, "other": 2])
    }

    @Test("an object that a plain call changed since the snapshot is not replaced")
    func changedSinceSnapshot() {
        suite.set(1, forKey: "size")
        #expect(!memory.replace("size", .integer(0), by: .integer(2)))
        #expect(!memory.replace("size", nil, by: .integer(2)))
        #expect(!memory.replace("other", .integer(0), by: .integer(2)))
        #expect(memory.replace("size", .integer(1), by: .integer(2)))
        #expect(memory.replace("other", nil, by: .integer(3)))
        #expect(memory.snapshot(expecting: [:]) == ["size": .integer(2), "other": .integer(3)])
    }

    @Test("a registered default does not prevent merging the file's object")
    func registered() {
        let key = "registered" + UUID().uuidString
        suite.register(defaults: [key: 1])
        #expect(memory.replace(key, nil, by: .integer(2)))
        #expect(memory.snapshot(expecting: [:]) == [key: .integer(2)])
    }

    @Test("removing the file removes its keys, except those changed in memory")
    func removedFile() throws {
        try directory.write(["size": 1, "other": 1], to: "a.plist")
        merge.attach()
        try FileManager.default.removeItem(atPath: directory.path("a.plist"))
        suite.set(2, forKey: "size")
        try merge.run(patience: .seconds(10))
        #expect(memory.snapshot(expecting: [:]) == ["size": .integer(2)])
    }
}
#endif
