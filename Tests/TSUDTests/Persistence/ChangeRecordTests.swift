#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

/// Concurrent writes and merges.
@Suite struct ChangeRecordTests {
    let record = ChangeRecord()

    /// Records a write; returns whether a save has to be scheduled.
    private func write(_ keys: String...) -> Bool { record.write(keys) {} }

    /// The keys that a snapshot finds written.
    private func taken() -> [String]? { record.take { $0.keys.sorted() } }

    @Test("only the first write schedules a save")
    func scheduling() {
        #expect(write("a"))
        #expect(!write("b"))
        record.beginSave()
        #expect(taken() == ["a", "b"])
        #expect(taken() == [])
        #expect(write("a"))
    }

    @Test("after a snapshot there are no changes left to save")
    func overtaken() {
        _ = write("a")
        #expect(record.hasChanges)
        _ = taken()
        #expect(!record.hasChanges)
    }

    @Test("after a snapshot that failed, the changes are still to be saved")
    func failing() {
        _ = write("a")
        #expect(record.take { _ in Int?.none } == nil)
        #expect(taken() == ["a"])
    }

    @Test("a key written since the snapshot is not replaced")
    func writtenFirst() {
        _ = taken()
        _ = write("a", "former")
        #expect(!record.replace("a") { true })
        #expect(!record.replace("former") { true })
        #expect(record.replace("b") { true })
        #expect(!record.replace("c") { false })
        _ = taken()
        #expect(record.replace("a") { true })
    }

    @Test("unsaved keys are kept for the next merge, unless they are written again")
    func keeping() throws {
        _ = record.write(["a", "b"], 1) {}
        let kept = try #require(record.take { $0 })
        _ = record.write(["b"], 2) {}
        record.keep(kept)
        let written = try #require(record.take { $0 })
        #expect(written.keys.sorted() == ["a", "b"])
        #expect(written["a"]?.time == kept["a"]?.time)
        #expect(written["b"]?.object as? Int == 2)
    }

    @Test("a snapshot, a replacement and a fork wait until a write is recorded")
    func exclusion() {
        let (found, replaced, done) = (Counter(), Counter(), DispatchSemaphore(value: 0))
        var early = 0
        _ = record.write(["a"]) {
            Thread.detachNewThread { [record] in
                record.take { if $0["a"] != nil { found.increment() } }
                done.signal()
            }
            Thread.detachNewThread { [record] in
                // The write is still recorded, or the snapshot has found it.
                if record.replace("a", by: { found.count == 0 }) { replaced.increment() }
                done.signal()
            }
            Thread.detachNewThread { [record] in
                record.prepareFork()
                record.endFork()
                done.signal()
            }
            while early < 3, done.wait(timeout: .now() + 0.1) == .success { early += 1 }
        }
        for _ in early..<3 { done.wait() }
        #expect(early == 0)
        #expect(found.count == 1)
        #expect(replaced.count == 0)
    }
}
#endif
