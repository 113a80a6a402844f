#if os(Linux)
import Foundation
import Testing

@testable import SettingsFile
@testable import TSUD

extension Linux {
    /// A saved suite and its file, in one process.
    @Suite struct SavedSuiteTests {
        private let store = TestStore()
        private let suite: SavedSuite

        init() { suite = SavedSuite(named: store.name) }

        private func form(_ object: Any?) -> StoredForm? {
            object.map { StoredForm(object: $0, mayEqualAnotherValue: true) }
        }

        private func write(_ changes: [String: Any?]) {
            suite.write(changes.map { StoredChange(key: $0.key, form: form($0.value)) })
        }

        private func saved() throws -> PropertyListDictionary { try PropertyListFile.state(suite.path).settings }

        /// Replaces the file, as another process does.
        private func replace(_ settings: PropertyListDictionary, at time: Int64 = FileStamp.now) throws {
            let entry = DirectoryEntry(suite.path)
            let directory = try Directory(entry.directory, creating: true)
            let old = FileStamp(ofFileAt: suite.path)
            let data = BinaryPropertyList.encode(.dictionary(settings))
            #expect(try directory.replace(entry.name, with: data, old: old, modified: time) != nil)
        }

        @Test func `All changes of one write are in one replacement of the file`() throws {
            write(Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("old\($0)", 0) }))
            try suite.flush()
            nonisolated(unsafe) var states: Set<Int> = []
            let path = suite.path
            let done = DispatchSemaphore(value: 0)
            let reader = Thread {
                while !Thread.current.isCancelled {
                    let settings = (try? PropertyListFile.state(path).settings) ?? [:]
                    states.insert(settings.values.count { $0 == .integer(1) })
                }
                done.signal()
            }
            reader.start()
            write(Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("old\($0)", 1) }))
            try suite.flush()
            reader.cancel()
            done.wait()
            #expect(states.isSubset(of: [0, 1_000]))
            #expect(try saved().values.allSatisfy { $0 == .integer(1) })
        }

        @Test(arguments: [true, false])
        func `A later change of the file wins over a pending write, an earlier one does not`(_ isLater: Bool) throws {
            try replace(["a": .integer(0), "b": .integer(0)])
            try suite.flush()
            let before = FileStamp.now
            // Held, so that the background can't save before the other process does.
            suite.saving.lock()
            write(["a": 1])
            try replace(["a": .integer(2), "b": .integer(0)], at: isLater ? FileStamp.now : before)
            suite.saving.unlock()
            try suite.flush()
            let winner = PropertyListObject.integer(isLater ? 2 : 1)
            #expect(try saved() == ["a": winner, "b": .integer(0)])
            #expect(suite.memory["a"] == winner)
        }

        @Test func `Another process that removes the file removes the settings`() throws {
            write(["a": 1])
            try suite.flush()
            unlink(suite.path)
            try suite.flush()
            #expect(suite.memory["a"] == nil)
            write(["b": 2])
            try suite.flush()
            #expect(try saved() == ["b": .integer(2)])
        }

        @Test func `A file that is damaged meanwhile is moved aside, and what was seen last is saved`() throws {
            try replace(["a": .integer(1)])
            try suite.flush()
            try Data("<plist".utf8).write(to: URL(fileURLWithPath: suite.path))
            write(["b": 2])
            try suite.flush()
            #expect(try saved() == ["a": .integer(1), "b": .integer(2)])
            #expect(try String(contentsOfFile: suite.path + ".damaged-1", encoding: .utf8) == "<plist")
        }

        @Test func `What memory lacks is not removed from the file`() throws {
            try replace(["a": .integer(1), "b": .integer(2)])
            try suite.flush()
            suite.memory.replace("a", with: nil)
            write(["c": 3])
            try suite.flush()
            #expect(try saved() == ["a": .integer(1), "b": .integer(2), "c": .integer(3)])
        }

        @Test func `A structure with many different NaNs is stored and read`() throws {
            // Hashing is seeded differently in each process, so many NaNs are needed for collisions in all of them.
            let list = (0..<500).map { Double(bitPattern: 0x7FF8_0000_0000_0000 + $0) }
            measurement[store.suite] = Measurement(one: .nan, other: -.nan, list: list)
            try store.suite.flush()
            let read = measurement[store.suite]
            #expect(([read.one, read.other] + read.list).count(where: \.isNaN) == 502)
        }

        @Test func `What is known of names that were removed again does not grow`() throws {
            for index in 0..<3_000 { write(["name \(index)": index]) }
            write(Dictionary(uniqueKeysWithValues: (0..<3_000).map { ("name \($0)", nil) }))
            try suite.flush()
            #expect(suite.record.pending.isEmpty)
            #expect(suite.record.found.isEmpty)
            #expect(try saved().isEmpty)
        }
    }
}

private struct Measurement: Codable {
    var one = 0.0
    var other = 0.0
    var list: [Double] = []
}

private enum measurement: TSUD {
    static let defaultValue = Measurement()
}
#endif
