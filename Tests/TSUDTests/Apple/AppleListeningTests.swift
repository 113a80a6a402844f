import Foundation
import Observation
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// When the library listens on Apple systems, and to what.
    @Suite struct AppleListeningTests {
        let system: StandInSystem
        let suite: StandInDefaults

        init() {
            system = StandInSystem()
            suite = .named("suite", in: system)
        }

        private func withoutMainRunLoop() { system.hasMainRunLoop = false }

        @Test func `An untracked read observes nothing`() {
            for _ in 0..<10 { _ = listened[suite] }
            #expect(system.observedKeys.isEmpty)
        }

        @Test func `A tracked read observes its key, until the key is gone`() {
            withObservationTracking {
                _ = computed.under("tracked") { computed[suite] }
            } onChange: {
            }
            #expect(system.observedKeys == ["tracked"])
            computed.under("tracked") { computed[suite] = 2 }
            // More keys than are cached.
            for index in 0..<20 { computed.under("another \(index)") { _ = computed[suite] } }
            #expect(system.observedKeys.isEmpty)
        }

        /// Observation's lock is not recursive: a read inside it would tell its own observers, and never return.
        @Test func `Nothing is read inside Observation's lock, where it would meet another process's change`() {
            withoutMainRunLoop()
            let heard = Counter()
            for step in 1...50 {
                withObservationTracking {
                    _ = listened[suite]
                    // The change arrives after the read, and before Observation records it.
                    system.setElsewhere(Double(step), forKey: "listened", in: suite.domain)
                } onChange: {
                    heard.increment()
                }
                #expect(heard.total < step)
                #expect(listened[suite] == Double(step))
                heard.wait(for: step)
            }
        }

        @Test func `Only the tracked read itself reads, and not its recording by Observation`() {
            let count = withObservationTracking {
                _ = listened[suite]
                return system.requests.count(of: .object("listened"))
            } onChange: {
            }
            #expect(system.requests.count(of: .object("listened")) == count)
        }

        @Test func `A read that meets a change announces nothing, and Observation is notified on the main actor later`()
        {
            withoutMainRunLoop()
            let heard = Counter()
            withObservationTracking {
                _ = listened[suite]
            } onChange: {
                MainActor.assertIsolated()
                heard.increment()
            }
            system.setElsewhere(14.0, forKey: "listened", in: suite.domain)
            #expect(listened[suite] == 14)
            heard.wait(for: 1)
        }

        @Test func `A reader of values wakes without the main actor`() async {
            withoutMainRunLoop()
            var values = listened.values(in: suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            system.setElsewhere(14.0, forKey: "listened", in: suite.domain)
            _ = suite.object(forKey: "another")
            #expect(await values.next() == 14)
        }

        @Test func `An observer that is called after its removal still exists`() {
            let kept = Kept(listened.observation(of: suite))
            kept.observation?.add(KeyObservation.Reader())
            // The observers are released in the middle of a notification, before the system calls the observer.
            system.beforeTelling = { kept.observation = nil }
            suite.set(14.0, forKey: "listened")
            #expect(system.crashes == 0)
        }

        private final class Kept: @unchecked Sendable {
            var observation: KeyObservation?
            init(_ observation: KeyObservation) { self.observation = observation }
        }

        @Test func `Names that are no longer used are forgotten`() {
            for index in 0..<10_000 { computed.under("name \(index)") { _ = computed[suite] } }
            #expect(suite.appleBackend.observations.count < 200)
        }
    }
}

private enum listened: TSUD { static let defaultValue = 12.0 }

/// A key with another name each time.
private enum computed: TSUD {
    static let defaultValue = 1
    static var stringKey: String { name }
    @TaskLocal static var name = ""

    static func under<Result>(_ name: String, _ body: () -> Result) -> Result { $name.withValue(name, operation: body) }
}
