#if os(Linux)
import Foundation
import Testing

@testable import TSUD

/// Concurrent writes and merges.
@Suite struct ChangeRecordTests {
    let record = ChangeRecord()

    @Test("only the first write schedules a save")
    func scheduling() {
        #expect(record.note(["a"]) == .needsSave)
        #expect(record.note(["b"]) == .recorded)
        record.beginSave()
        #expect(record.take().written.keys.sorted() == ["a", "b"])
        #expect(record.take().written.isEmpty)
        #expect(record.note(["a"]) == .needsSave)
    }

    @Test("after a merge there are no changes left to save")
    func overtaken() {
        _ = record.note(["a"])
        _ = record.take()
        #expect(!record.hasChanges)
    }

    @Test("a key written since the merge began is not replaced")
    func writtenFirst() {
        _ = record.take()
        _ = record.note(["a"])
        #expect(!record.replace("a") { true })
        #expect(record.replace("b") { true })
        #expect(!record.replace("c") { false })
        #expect(record.note(["c"]) == .recorded, "the merge did not replace it")
    }

    @Test("a write that a merge has replaced is repeated once")
    func overwritten() {
        _ = record.take()
        #expect(record.replace("a") { true })
        #expect(record.note(["a"]) == .overwritten)
        #expect(record.note(["a"]) == .needsSave)
        #expect(record.note(["b"]) == .recorded)
    }

    @Test("a write is not repeated if the merge replaced the object before it began")
    func replacedBefore() {
        _ = record.take()
        #expect(record.replace("a") { true })
        _ = record.begin(["a"])
        #expect(record.note(["a"]) == .needsSave)
        #expect(record.replace("b") { true })
        _ = record.begin(["a"])
        #expect(record.note(["b"]) == .overwritten)
    }

    @Test("a write is repeated if a merge has replaced a former key")
    func formerKey() {
        _ = record.take()
        #expect(record.replace("former") { true })
        #expect(record.note(["a", "former"]) == .overwritten)
        #expect(record.note(["a", "former"]) == .needsSave)
        #expect(record.take().written.keys.sorted() == ["a", "former"])
    }

    @Test("unsaved keys are kept for the next merge")
    func keeping() {
        _ = record.note(["a"])
        let taken = record.take().written
        #expect(!record.hasChanges)
        record.keep(taken)
        #expect(record.hasChanges)
        #expect(record.take().written.mapValues(\.time) == taken.mapValues(\.time))
    }

    @Test("the last write wins while a merge replaces the same key")
    func contention() async {
        let store = Store()
        let record = record
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<2_000 {
                    _ = record.take()
                    _ = record.replace("a") { store.set(-1) }
                }
            }
            for _ in 0..<2_000 {
                let value = Int.random(in: 1...1_000_000)
                repeat { store.set(value) } while record.note(["a"]) == .overwritten
            }
        }
        // In any order, the write came last, or it was recorded before the last merge, which did not replace it.
        repeat { store.set(7) } while record.note(["a"]) == .overwritten
        #expect(!record.replace("a") { store.set(-1) })
        #expect(store.value == 7)
    }
}

/// Storage that both sides write to, like `UserDefaults`.
private final class Store: @unchecked Sendable {
    private let lock = NSLock()
    private var stored = 0

    var value: Int { lock.withLock { stored } }

    @discardableResult
    func set(_ value: Int) -> Bool {
        lock.withLock { stored = value }
        return true
    }
}
#endif
