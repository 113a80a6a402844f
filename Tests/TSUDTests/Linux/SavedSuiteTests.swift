#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Linux {
    /// A saved suite and its file, in one process.
    @Suite struct SavedSuiteTests {
        private let store = TestStore()
        private let suite: SavedSuite

        init() {
            suite = SavedSuite(named: store.name)
            // So a write schedules no save, and the suite saves and follows its file only when a test calls it.
            suite.state.withLock { $0.isScheduled = true }
        }

        @discardableResult
        private func write(_ changes: [String: Int?]) -> [String] {
            suite.write(changes.map { Change(key: $0, object: $1.map { .integer(Int64($0)) }) })
        }

        private func saved() throws -> PropertyListDictionary { try PropertyListFile(suite.file.path)?.settings ?? [:] }

        private func memory(_ name: String) -> PropertyListObject? { suite.memory[name] }

        /// Replaces the file, as another process does.
        private func replace(_ settings: PropertyListDictionary) throws {
            let target = FilePath(suite.file.path)
            let lock = try FileLock.take(for: target, by: .now + .seconds(300))
            defer { lock.unlock() }
            let (bytes, old) = (BinaryPropertyList.encode(.dictionary(settings)), try FileStamp.ofFile(at: target.path))
            #expect(try Replacement(of: target, with: bytes, old: old).commit(over: old) != nil)
        }

        @Test func `All changes of one write are in one replacement of the file`() throws {
            write(Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("old\($0)", 0) }))
            try suite.flush()
            nonisolated(unsafe) var states: Set<Int> = []
            nonisolated(unsafe) let tests = self
            let done = DispatchSemaphore(value: 0)
            let reader = Thread {
                while !Thread.current.isCancelled {
                    states.insert((try? tests.saved().count { $0.value == .integer(1) }) ?? 0)
                }
                done.signal()
            }
            reader.start()
            write(Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("old\($0)", 1) }))
            try suite.flush()
            reader.cancel()
            done.wait()
            #expect(states.isSubset(of: [0, 1_000]))
            #expect(try saved().allSatisfy { $0.value == .integer(1) })
        }

        @Test func `A write during a save is saved by the next one`() throws {
            let deadline = ContinuousClock.now + .seconds(300)
            write(["a": 1])
            let first = try suite.prepare([], by: deadline)
            write(["a": 2, "b": 2])
            _ = try suite.commit(first, by: deadline)
            #expect(try saved() == ["a": .integer(1)])
            #expect(memory("a") == .integer(2))
            try suite.flush()
            #expect(try saved() == ["a": .integer(2), "b": .integer(2)])
        }

        @Test func `A save overwrites another process's change of the same name, and keeps its others`() throws {
            write(["a": 2])
            try replace(["a": .integer(3), "c": .integer(3)])
            try suite.flush()
            #expect(try saved() == ["a": .integer(2), "c": .integer(3)])
            #expect(memory("a") == .integer(2) && memory("c") == .integer(3))
        }

        @Test func `The names of last synced values are in the file, and not in memory`() throws {
            let name = "TSUDSync/a"
            write([name: 1, "a": 1])
            #expect(suite.storedObject(forKey: name) as? Int64 == 1 && memory(name) == nil)
            try suite.flush()
            #expect(try saved() == [name: .integer(1), "a": .integer(1)])
            try replace([name: .integer(2), "a": .integer(2)])
            try suite.sync(saving: false, by: .now + .seconds(300))
            #expect(memory("a") == .integer(2) && memory(name) == nil)
            for object in [suite.storedObject(forKey: name), suite.objectForUpdate(forKey: name)] {
                #expect(object as? Int64 == 2)
            }
            write([name: nil])
            try suite.flush()
            #expect(try saved() == ["a": .integer(2)])
        }

        /// Records the suite's notifications of a name.
        private func reader(of name: String) -> Reader {
            suite.observations.noteListening(to: .key(name))
            // Not in the registry's suite, which would follow the same file on its own.
            return Reader(of: [suite.observations.observation(of: .key(name), in: FakeSuite())])
        }

        @Test func `A key's write over another process's change isn't an external change`() throws {
            write(["a": 1])
            try suite.flush()
            let (own, other) = (reader(of: "a"), reader(of: "b"))
            write(["a": 2])
            try replace(["a": .integer(3), "b": .integer(3)])
            try suite.flush()
            #expect(try saved() == ["a": .integer(2), "b": .integer(3)])
            #expect(own.takeNames().isEmpty && other.takeNames() == ["b"])
        }

        @Test(arguments: [5, nil])
        func `A save stores a setting's write although a direct call came later`(_ value: Int64?) throws {
            let reader = reader(of: "a")
            write(["a": 1])
            suite.memory.set(["a": value.map { .integer($0) }])
            try suite.flush()
            #expect(try saved() == ["a": .integer(1)])
            // A missing object is not evidence of a removal.
            #expect(memory("a") == .integer(value ?? 1))
            #expect(reader.takeNames() == (value == nil ? ["a"] : []))
        }

        @Test(arguments: [nil, 1, 2, 3])
        func `A lost write is stored again in memory after a save, and by an update`(_ found: Int64?) throws {
            write(["a": 1])
            try suite.flush()
            for value in [2, 3, 4] { write(["a": value]) }
            // As if Foundation had lost some of the writes.
            suite.memory.set(["a": found.map { .integer($0) }])
            let reader = reader(of: "a")
            try suite.beginUpdate(by: .now + .seconds(300))
            #expect(suite.objectForUpdate(forKey: "a") as? Int == 4)
            suite.endUpdate()
            #expect(memory("a") == .integer(4) && reader.takeNames() == ["a"])
            suite.memory.set(["a": found.map { .integer($0) }])
            try suite.flush()
            #expect(try saved() == ["a": .integer(4)])
        }

        @Test func `A lost write is stored again in memory although no save succeeds`() throws {
            write(["a": 1])
            suite.memory.set(["a": nil])
            mkdir(FilePath(suite.file.path).hidden(".lock"), 0o700)
            #expect(throws: TSUDError.self) { try suite.flush() }
            #expect(memory("a") == .integer(1))
        }

        @Test func `Another process's change that Foundation has lost is stored again in memory`() throws {
            write(["a": 1])
            try suite.flush()
            try replace(["a": .integer(2), "b": .integer(2)])
            try suite.refresh(by: .now + .seconds(300))
            // As if it had been set and lost.
            suite.state.withLock { for name in ["a", "b"] { $0.outdated[name]?.change = .set } }
            suite.memory.set(["b": nil])
            suite.follow()
            #expect(memory("a") == .integer(2) && memory("b") == .integer(2))
            #expect(suite.state.withLock { $0.outdated.isEmpty })
        }

        @Test func `A direct value after a saved write counts in memory until another process's change is saved`()
            throws
        {
            write(["a": 1])
            try suite.flush()
            suite.memory.set(["a": .integer(5)])
            write(["b": 1])
            try suite.flush()
            try replace(["a": .integer(2), "b": .integer(1)])
            try suite.flush()
            #expect(memory("a") == .integer(5))
            // The setting's next write counts again.
            write(["a": 3])
            try suite.flush()
            try replace(["a": .integer(4), "b": .integer(1)])
            try suite.flush()
            #expect(memory("a") == .integer(4))
        }

        @Test func `A nested update leaves the lock to the outer one`() throws {
            let target = FilePath(suite.file.path)
            for _ in 0..<2 { try suite.beginUpdate(by: .now + .seconds(300)) }
            suite.endUpdate()
            #expect(throws: FileError.locked) { try FileLock.take(for: target, by: .now) }
            suite.endUpdate()
            try FileLock.take(for: target, by: .now).unlock()
        }

        @Test func `Memory follows the file and the changes of an update when the update ends`() throws {
            write(["own": 1])
            try suite.flush()
            try replace(NamedValues(Dictionary(uniqueKeysWithValues: (0..<300).map { ("name\($0)", .integer(1)) })))
            try suite.beginUpdate(by: .now + .seconds(300))
            #expect(memory("name299") == nil && suite.objectForUpdate(forKey: "name299") as? Int == 1)
            let changes = [Change(key: "own", object: .integer(2))]
            try suite.prepareUpdate(changes)
            _ = try suite.commitUpdate(changes)
            #expect(memory("own") == .integer(1) && suite.objectForUpdate(forKey: "own") as? Int == 2)
            suite.endUpdate()
            #expect(memory("name299") == .integer(1) && memory("own") == .integer(2))
            #expect(suite.state.withLock { $0.outdated.isEmpty })
        }

        @Test(arguments: [5, nil])
        func `An update begins with the object of a direct call, also if the file has changed`(_ value: Int64?) throws {
            write(["a": 1, "b": 1])
            try suite.flush()
            suite.memory.set(["a": value.map { .integer($0) }])
            try replace(["a": .integer(2), "b": .integer(2)])
            try suite.beginUpdate(by: .now + .seconds(300))
            #expect(suite.objectForUpdate(forKey: "a") as? Int64 == value)
            #expect(suite.objectForUpdate(forKey: "b") as? Int == 2)
            suite.endUpdate()
        }

        @Test func `Another process that removes the file removes the settings`() throws {
            write(["a": 1])
            try suite.flush()
            unlink(suite.file.path)
            try suite.flush()
            #expect(memory("a") == nil)
            write(["b": 2])
            try suite.flush()
            #expect(try saved() == ["b": .integer(2)])
        }

        @Test func `A file that gets damaged is moved aside, and the last read state is saved`() throws {
            try replace(["a": .integer(1)])
            try suite.flush()
            try Data("<plist".utf8).write(to: URL(fileURLWithPath: suite.file.path))
            write(["b": 2])
            try suite.flush()
            #expect(try saved() == ["a": .integer(1), "b": .integer(2)])
        }

        @Test func `An update that stores nothing saves the last read state of a damaged file again`() throws {
            write(["a": 1])
            try suite.flush()
            try Data("<plist".utf8).write(to: URL(fileURLWithPath: suite.file.path))
            try suite.beginUpdate(by: .now + .seconds(300))
            suite.endUpdate()
            #expect(try saved() == ["a": .integer(1)])
        }

        @Test func `A save doesn't remove names that memory lacks`() throws {
            try replace(["a": .integer(1), "b": .integer(2)])
            try suite.flush()
            suite.memory.set(["a": nil])
            write(["c": 3])
            try suite.flush()
            #expect(try saved() == ["a": .integer(1), "b": .integer(2), "c": .integer(3)])
        }

        @Test func `A change that one save couldn't follow is followed by the next`() throws {
            try replace(["a": .integer(1)])
            try suite.flush()
            // Read, but not replaced: the lock is gone, and its place is taken.
            let lock = FilePath(suite.file.path).hidden(".lock")
            unlink(lock)
            mkdir(lock, 0o700)
            try replaceWithoutLock(["a": .integer(5)])
            write(["b": 2])
            #expect(throws: TSUDError.self) { try suite.flush() }
            rmdir(lock)
            try suite.flush()
            #expect(memory("a") == .integer(5))
            #expect(try saved() == ["a": .integer(5), "b": .integer(2)])
        }

        @Test func `Memory follows a later change of another process, whatever it followed before`() throws {
            try replace(["a": .integer(1)])
            try suite.flush()
            let deadline = ContinuousClock.now + .seconds(300)
            try replace(["a": .integer(2)])
            try suite.refresh(by: deadline)
            // Before memory has followed that.
            write(["a": 3])
            _ = try suite.commit(suite.prepare([], by: deadline), by: deadline)
            #expect(try saved() == ["a": .integer(3)])
            try replace(["a": .integer(4)])
            try suite.refresh(by: deadline)
            suite.follow()
            #expect(memory("a") == .integer(4))
        }

        @Test func `Memory follows the last of two external changes`() throws {
            try replace(["a": .integer(1)])
            try suite.flush()
            for number in [2, 3] as [Int64] {
                try replace(["a": .integer(number)])
                try suite.refresh(by: .now + .seconds(300))
            }
            suite.follow()
            #expect(memory("a") == .integer(3))
        }

        @Test func `A value that another process moves to another name is never missing`() throws {
            let indices = 0..<400
            func settings(_ name: String) -> PropertyListDictionary {
                NamedValues(Dictionary(uniqueKeysWithValues: indices.map { ("\(name)\($0)", .integer(1)) }))
            }
            try replace(settings("old"))
            try suite.flush()
            nonisolated(unsafe) var missing = 0
            nonisolated(unsafe) let tests = self
            let done = DispatchSemaphore(value: 0)
            let reader = Thread {
                while !Thread.current.isCancelled {
                    missing += indices.count { tests.memory("old\($0)") == nil && tests.memory("new\($0)") == nil }
                }
                done.signal()
            }
            reader.start()
            try replace(settings("new"))
            try suite.flush()
            reader.cancel()
            done.wait()
            #expect(missing == 0)
            #expect(memory("old0") == nil && memory("new0") == .integer(1))
        }

        private func replaceWithoutLock(_ settings: PropertyListDictionary) throws {
            let path = suite.file.path
            try Data(BinaryPropertyList.encode(.dictionary(settings))).write(to: URL(fileURLWithPath: path))
        }

        @Test func `The state of removed names doesn't grow`() throws {
            for index in 0..<3_000 { write(["name \(index)": index]) }
            write(Dictionary(uniqueKeysWithValues: (0..<3_000).map { ("name \($0)", nil) }))
            try suite.flush()
            #expect(
                suite.state.withLock { $0.pending.isEmpty && $0.differentAtFirstUse.isEmpty && $0.outdated.isEmpty }
            )
            #expect(try saved().isEmpty)
        }

        @Test func `A write returns the observed names that it changed`() throws {
            #expect(write(["a": 1]) == ["a"] && write(["a": 1]) == ["a"])
            let readers = ["a", "b"].map(reader)
            defer { withExtendedLifetime(readers) {} }
            #expect(write(["a": 1]).isEmpty)
            #expect(write(["b": nil]).isEmpty)
            #expect(suite.write([Change(key: "a", object: .real(1))]) == ["a"])
            #expect(write(["a": nil, "b": nil]) == ["a"])
            try suite.flush()
            write(["a": 1])
            // By direct calls, without a notification.
            for value in [1, 2] {
                suite.memory.set(["a": .integer(2)])
                #expect(write(["a": value]) == ["a"])
            }
            #expect(write(["a": 2]).isEmpty)
        }
    }
}
#endif
