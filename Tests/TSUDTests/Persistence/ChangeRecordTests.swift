#if os(Linux)
import Foundation
import Testing

@testable import TSUD

/// Writes and merges that meet.
@Suite struct ChangeRecordTests {
    let record = ChangeRecord()

    @Test("the first write has a save scheduled, and the others do not")
    func scheduling() {
        #expect(record.note(["a"]) == .needsSave)
        #expect(record.note(["b"]) == .recorded)
        record.beginSave()
        #expect(record.take().keys.sorted() == ["a", "b"])
        #expect(record.take().isEmpty)
        #expect(record.note(["a"]) == .needsSave)
    }

    @Test("a scheduled save has nothing to do when everything was saved before it")
    func overtaken() {
        _ = record.note(["a"])
        _ = record.take()
        #expect(!record.hasChanges)
    }

    @Test("a key written since the merge began is left alone")
    func writtenFirst() {
        _ = record.take()
        _ = record.note(["a"])
        #expect(!record.replace("a") { true })
        #expect(record.replace("b") { true })
        #expect(!record.replace("c") { false })
        #expect(record.note(["c"]) == .recorded, "nothing was put there")
    }

    @Test("a write that a merge wrote over is done again, and once")
    func overwritten() {
        _ = record.take()
        #expect(record.replace("a") { true })
        #expect(record.note(["a"]) == .overwritten)
        #expect(record.note(["a"]) == .needsSave)
        #expect(record.note(["b"]) == .recorded)
    }

    @Test("what a merge put there before a write began is no reason to do it again")
    func replacedBefore() {
        _ = record.take()
        #expect(record.replace("a") { true })
        record.begin(["a"])
        #expect(record.note(["a"]) == .needsSave)
        #expect(record.replace("b") { true })
        record.begin(["a"])
        #expect(record.note(["b"]) == .overwritten)
    }

    @Test("the same for a former key that is removed with it")
    func formerKey() {
        _ = record.take()
        #expect(record.replace("former") { true })
        #expect(record.note(["a", "former"]) == .overwritten)
        #expect(record.note(["a", "former"]) == .needsSave)
        #expect(record.take().keys.sorted() == ["a", "former"])
    }

    @Test("what was not saved is kept for the next merge")
    func keeping() {
        _ = record.note(["a"])
        let taken = record.take()
        #expect(!record.hasChanges)
        record.keep(taken)
        #expect(record.hasChanges)
        #expect(record.take().mapValues(\.time) == taken.mapValues(\.time))
    }

    @Test("many threads write one key while merges replace it: the last write always stands")
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
        // Whatever the order was, a write came last or was noted before the last merge, which then left it alone.
        repeat { store.set(7) } while record.note(["a"]) == .overwritten
        #expect(!record.replace("a") { store.set(-1) })
        #expect(store.value == 7)
    }
}

/// A place that both sides write to, as `UserDefaults` is.
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
