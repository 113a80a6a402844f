#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

/// What keeps a look at a whole suite and a write apart.
@Suite struct ExclusiveSnapshotTests {
    let store = TestStore()

    @Test("a write that begins meanwhile waits for the end")
    func writeWaits() throws {
        nonisolated(unsafe) let suite = store.suite
        var isExclusive = false
        // A machine that stands still for a second takes a moment away; not ten times in a row.
        for attempt in 1...10 where !isExclusive {
            let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let early = Counter()
            isExclusive = ExclusiveSnapshot.take {
                Thread.detachNewThread {
                    begun.signal()
                    suite.set(attempt, forKey: "k")
                    ended.signal()
                }
                begun.wait()
                // A small part of the time that is allowed at all.
                if ended.wait(timeout: .now() + 0.1) == .success { early.increment() }
            }
            if early.count == 0 { ended.wait() }
            if isExclusive { #expect(early.count == 0) }
            #expect(suite.integer(forKey: "k") == attempt)
        }
        #expect(isExclusive)
    }

    @Test("it runs once and leaves nothing behind")
    func once() {
        let runs = Counter()
        for _ in 0..<100 { ExclusiveSnapshot.take { runs.increment() } }
        #expect(runs.count == 100)
        #expect(UserDefaults(suiteName: "TSUD.exclusive-snapshot")?.object(forKey: "snapshot") == nil)
    }

    static let outcomes: [([Bool], areFrequent: Bool)] = [
        ([], false),
        ([false, false], false),
        ([false, false, false], true),
        ([false, false, true, false], false),
        ([false, true, false, true, false, true, false], false),
        ([true, false, false, false], true),
    ]

    @Test("only after three moments in a row that were let go is none waited for", arguments: outcomes)
    func interruptions(_ waited: [Bool], areFrequent: Bool) {
        let timeouts = ExclusiveSnapshot.Timeouts()
        for isWaited in waited { timeouts.note(!isWaited) }
        #expect(timeouts.areFrequent == areFrequent)
    }

    @Test("what can't be done in such a moment is done after it")
    func readingAKey() {
        nonisolated(unsafe) let suite = store.suite
        suite.set(1, forKey: "k")
        let found = Counter()
        ExclusiveSnapshot.take { if suite.integer(forKey: "k") == 1 { found.increment() } }
        #expect(found.count == 1)
    }
}
#endif
