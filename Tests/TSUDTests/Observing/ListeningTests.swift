import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Changes {
    /// When keys listen to external changes, and which calls and notifications their writes cause.
    @Suite(.mayBlock) struct ListeningTests {
        let suite = FakeSuite()
        let notified = Counter()

        private var observation: KeyObservers { suite.observation(of: "size") }

        @Test func `Only the first tracked read begins to listen to the suite`() {
            let observation = observation
            let path = observation.path
            for _ in 0..<10 { observation.access(path) }
            #expect(suite.listens.total == 0)
            for _ in 0..<3 { observation.track(notified) }
            #expect(suite.listens.total == 1)
            _ = Reader(of: [observation])
            #expect(suite.listens.total == 1)
        }

        @Test func `A reader begins to listen, and removes itself when it ends`() {
            let observation = observation
            do {
                let reader = Reader(of: [observation])
                #expect(suite.listens.total == 1)
                #expect(observation.isObserved)
                withExtendedLifetime(reader) {}
            }
            #expect(!observation.isObserved)
        }

        @Test func `Readers may end while others wake them`() {
            let observation = observation
            let isDone = Counter()
            for _ in 0..<2 {
                Thread.detachNewThread {
                    for _ in 0..<2_000 { _ = Reader(of: [observation]) }
                    isDone.increment()
                }
            }
            while isDone.total < 2 { observation.wakeReaders(["size"]) }
            #expect(!observation.isObserved)
        }

        @Test func `The observers of a key live as long as a tracked read, and no longer`() {
            weak var kept: KeyObservers?
            do {
                let observation = observation
                kept = observation
                observation.track(notified)
            }
            #expect(kept != nil)
            suite.write(14, forKey: "size")
            #expect(notified.total == 1)
            waitForMainActor()
            #expect(kept == nil)
        }

        /// Otherwise its observers would be retained until then.
        @Test func `With readers of sequences alone, the main queue has no work`() async {
            await MainActor.run {
                weak var kept: KeyObservers?
                do {
                    let observation = observation
                    kept = observation
                    let reader = Reader(of: [observation])
                    suite.setForeign(14, forKey: "size")
                    let isWritten = DispatchSemaphore(value: 0)
                    Thread.detachNewThread { [suite] in
                        suite.write(15, forKey: "size")
                        isWritten.signal()
                    }
                    isWritten.wait()
                    #expect(reader.takeNames() == ["size"])
                }
                #expect(kept == nil)
            }
        }

        // MARK: Writes

        @Test func `A write without observers reads nothing, and a write of the same object notifies no observer`() {
            let observation = observation
            suite.write(14, forKey: "size")
            #expect(suite.looks.total == 0)
            observation.track(notified)
            suite.write(14, forKey: "size")
            #expect(suite.looks.total == 1)
            #expect(notified.total == 0)
            suite.write(15, forKey: "size")
            #expect(notified.total == 1)
            // There was no read since. A change that Observation has forgotten looks the same.
            suite.write(16, forKey: "size")
            // The main queue notifies again, and a write in the middle of that would compare.
            waitForMainActor()
            let looks = suite.looks.total
            for number in Int64(1)...10 { suite.write(number, forKey: "size") }
            #expect(suite.looks.total == looks)
            let reader = Reader(of: [observation])
            suite.write(nil, forKey: "size")
            #expect(suite.looks.total == looks + 1)
            withExtendedLifetime(reader) {}
        }

        @Test func `Several changes are all compared before one call stores them`() {
            let names = (0..<100).map { "size/\($0)" }
            let observations = names.map { suite.observation(of: $0) }
            for observation in observations { observation.track(notified) }
            suite.beforeStore = { [notified] in #expect(($0.looks.total, notified.total) == (100, 0)) }
            suite.write(names, 1)
            #expect(suite.stores.total == 1)
            #expect(notified.total == 100)
        }

        @Test func `Observers are notified of a write that undoes an external change`() {
            let observation = observation
            suite.write(14, forKey: "size")
            let reader = Reader(of: [observation])
            for number in [15, nil] as [Int64?] {
                // As if another thread wrote after the outer write has compared the objects.
                suite.beforeStore = { suite in
                    suite.beforeStore = { _ in }
                    suite.write(number, forKey: "size")
                    observation.track(notified)
                }
                let before = notified.total
                suite.write(14, forKey: "size")
                #expect(notified.total == before + 1)
                // The repeated notification of that write, on the main queue, is over then.
                waitForMainActor()
            }
            withExtendedLifetime(reader) {}
        }

        @Test func `An observer that begins during a write is notified of it`() {
            let observation = observation
            suite.write(14, forKey: "size")
            suite.beforeStore = { [notified] _ in observation.track(notified) }
            suite.write(15, forKey: "size")
            #expect(notified.total == 1)
        }

        @Test func `The suite's report of a key's own write is ignored on its thread alone`() {
            let observation = observation
            let other = suite.observation(of: "other")
            let otherHeard = Counter()
            observation.track(notified)
            other.track(otherHeard)
            let values = Reader(of: [observation])
            suite.afterStore = { [notified] suite in
                for _ in 0..<2 { suite.observations.noteExternalChanges(of: ["size", "other"]) }
                #expect(values.takeNames().isEmpty)
                waitForMainActor()
                #expect((notified.total, otherHeard.total) == (0, 1))
                // The other thread's change is external.
                onAnotherThread { suite.observations.noteExternalChanges(of: ["size"]) }
                #expect(values.takeNames() == ["size"])
            }
            suite.write(15, forKey: "size")
            notified.wait(for: 1)
            suite.afterStore = { _ in }
            suite.setForeign(16, forKey: "size")
            #expect(values.takeNames() == ["size"])
        }

        @Test func `Observers of all members are notified once of any number of changes`() {
            let all = suite.observations.observation(of: .members(MemberKeys(of: "size")), in: suite)
            all.track(notified)
            let reader = Reader(of: [all])
            let names = (0..<10).map { "size/\($0)/x" }
            suite.write(names, 1)
            #expect(notified.total == 1)
            #expect(reader.takeNames() == names)
            suite.write(1, forKey: "size")
            suite.write(1, forKey: "sizes/1")
            #expect(reader.takeNames().isEmpty)
        }
    }
}
