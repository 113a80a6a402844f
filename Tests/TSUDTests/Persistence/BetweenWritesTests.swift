#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

/// What keeps a look at a whole suite and a write apart.
@Suite struct BetweenWritesTests {
    let store = TestStore()

    @Test("a write that begins meanwhile waits for the end")
    func writeWaits() throws {
        nonisolated(unsafe) let suite = store.suite
        var hasMoment = false
        // A machine that stands still for a second takes a moment away; not ten times in a row.
        for attempt in 1...10 where !hasMoment {
            let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let early = Counter()
            hasMoment = BetweenWrites.run {
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
            if hasMoment { #expect(early.count == 0) }
            #expect(suite.integer(forKey: "k") == attempt)
        }
        #expect(hasMoment)
    }

    @Test("it runs once and leaves nothing behind")
    func once() {
        let runs = Counter()
        for _ in 0..<100 { BetweenWrites.run { runs.increment() } }
        #expect(runs.count == 100)
        #expect(UserDefaults(suiteName: "TSUD.between-writes")?.object(forKey: "visit") == nil)
    }

    static let outcomes: [([Bool], areUsual: Bool)] = [
        ([], false),
        ([false, false], false),
        ([false, false, false], true),
        ([false, false, true, false], false),
        ([false, true, false, true, false, true, false], false),
        ([true, false, false, false], true),
    ]

    @Test("only after three moments in a row that were let go is none waited for", arguments: outcomes)
    func interruptions(_ waited: [Bool], areUsual: Bool) {
        let timeouts = BetweenWrites.Timeouts()
        for isWaited in waited { timeouts.note(!isWaited) }
        #expect(timeouts.areUsual == areUsual)
    }

    @Test("what can't be done in such a moment is done after it")
    func readingAKey() {
        nonisolated(unsafe) let suite = store.suite
        suite.set(1, forKey: "k")
        let found = Counter()
        BetweenWrites.run { if suite.integer(forKey: "k") == 1 { found.increment() } }
        #expect(found.count == 1)
    }
}
#endif
