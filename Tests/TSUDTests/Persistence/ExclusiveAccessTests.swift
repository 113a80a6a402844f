#if os(Linux)
import Foundation
import TestSupport
import Testing

@testable import TSUD

/// Code that runs while no thread writes.
@Suite struct ExclusiveAccessTests {
    let store = TestStore()

    @Test("a concurrent write waits until the exclusive code ends")
    func writeWaits() throws {
        nonisolated(unsafe) let suite = store.suite
        var isExclusive = false
        // On a busy machine it may time out, but not ten times in a row.
        for attempt in 1...10 where !isExclusive {
            let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let early = Counter()
            isExclusive = ExclusiveAccess.run {
                Thread.detachNewThread {
                    begun.signal()
                    suite.set(attempt, forKey: "k")
                    ended.signal()
                }
                begun.wait()
                // Much less than the time limit of the lock.
                if ended.wait(timeout: .now() + 0.1) == .success { early.increment() }
            }
            if early.count == 0 { ended.wait() }
            if isExclusive { #expect(early.count == 0) }
            #expect(suite.integer(forKey: "k") == attempt)
        }
        #expect(isExclusive)
    }

    @Test("the body runs once, and nothing stays in the private suite")
    func once() {
        let runs = Counter()
        for _ in 0..<100 { ExclusiveAccess.run { runs.increment() } }
        #expect(runs.count == 100)
        // Other tests use the suite at the same time.
        let suite = UserDefaults(suiteName: "TSUD.exclusive-access")
        #expect((0..<10_000).contains { _ in suite?.object(forKey: "exclusive") == nil })
    }

    static let outcomes: [([Bool], areFrequent: Bool)] = [
        ([], false),
        ([false, false], false),
        ([false, false, false], true),
        ([false, false, true, false], false),
        ([false, true, false, true, false, true, false], false),
        ([true, false, false, false], true),
    ]

    @Test("after three timeouts in a row the lock is no longer taken", arguments: outcomes)
    func interruptions(_ waited: [Bool], areFrequent: Bool) {
        let timeouts = ExclusiveAccess.Timeouts()
        for isWaited in waited { timeouts.note(!isWaited) }
        #expect(timeouts.areFrequent == areFrequent)
    }

    @Test("once the process exits the lock is not taken, even after a success")
    func exit() {
        let timeouts = ExclusiveAccess.Timeouts()
        timeouts.stop()
        timeouts.note(false)
        #expect(timeouts.areFrequent)
    }

    @Test("a body that needs the lock ends after the timeout")
    func readingAKey() {
        nonisolated(unsafe) let suite = store.suite
        suite.set(1, forKey: "k")
        let found = Counter()
        ExclusiveAccess.run { if suite.integer(forKey: "k") == 1 { found.increment() } }
        #expect(found.count == 1)
    }
}
#endif
