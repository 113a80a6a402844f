import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// When the library listens on Apple systems, and to what.
    @Suite struct AppleListeningTests {
        let suite = StandInDefaults.named("suite", in: StandInSystem())
        var system: StandInSystem { suite.system }

        @Test func `A tracked read observes its key, until the key is gone, and an untracked one nothing`() {
            for _ in 0..<10 { _ = listened[suite] }
            #expect(system.observedKeys.isEmpty)
            anyName.$name.withValue("tracked") {
                observing { _ = anyName[suite] }
                #expect(system.observedKeys == ["tracked"])
                anyName[suite] = 2
            }
            // More keys than are cached.
            for index in 0..<20 { anyName.$name.withValue("another \(index)") { _ = anyName[suite] } }
            #expect(system.observedKeys.isEmpty)
        }

        /// Observation's lock is not recursive: a read inside it would tell its own observers, and never return.
        @Test func `Nothing is read inside Observation's lock, where it would meet another process's change`() {
            system.hasMainRunLoop = false
            let heard = Counter()
            var requests = 0
            for step in 1...50 {
                observing {
                    _ = listened[suite]
                    // The change arrives after the read, and before Observation records it.
                    system.setElsewhere(Double(step), forKey: "listened", in: suite.domain)
                    requests = system.requests.count(of: .object("listened"))
                } onChange: {
                    heard.increment()
                }
                #expect(system.requests.count(of: .object("listened")) == requests)
                #expect(heard.total < step)
                #expect(listened[suite] == Double(step))
                heard.wait(for: step)
            }
        }

        @Test(arguments: [false, true])
        func `A read that meets a change is over when the change is announced on the main actor`(_ isMain: Bool) async {
            system.hasMainRunLoop = false
            let suite = Unchecked(suite)
            let read = { @Sendable in
                let suite = suite.value
                let heard = observing({ _ = listened[suite] }, onChange: { MainActor.assertIsolated() })
                suite.system.setElsewhere(14.0, forKey: "listened", in: suite.domain)
                #expect(listened[suite] == 14)
                if isMain { #expect(heard.total == 0) }
                return heard
            }
            let heard = isMain ? await MainActor.run(body: read) : read()
            heard.wait(for: 1)
        }

        @Test func `Keys with a dot are not compared at each write, but in another turn of the main actor`() async {
            system.hasMainRunLoop = false
            let suite = Unchecked(suite)
            let heard = await MainActor.run {
                let (suite, requests) = (suite.value, suite.value.system.requests)
                return anyName.$name.withValue("a.b") {
                    let heard = observing { _ = anyName[suite] }
                    #expect(suite.system.observedKeys.isEmpty)
                    let before = requests.count(of: .object("a.b"))
                    for number in 1...100 { suite.set(number, forKey: "another") }
                    #expect(requests.count(of: .object("a.b")) == before)
                    suite.set(2, forKey: "a.b")
                    return heard
                }
            }
            heard.wait(for: 1)
        }

        @Test func `A reader of values wakes without the main actor`() async {
            system.hasMainRunLoop = false
            var values = listened.values(in: suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            system.setElsewhere(14.0, forKey: "listened", in: suite.domain)
            _ = suite.object(forKey: "another")
            #expect(await values.next() == 14)
        }

        @Test func `An observer that is called after its removal still exists`() {
            nonisolated(unsafe) var kept: KeyObservation? = listened.observation(of: suite)
            kept?.add(KeyObservation.Reader())
            // The observers are released in the middle of a notification, before the system calls the observer.
            system.beforeTelling = { kept = nil }
            suite.set(14.0, forKey: "listened")
            #expect(system.crashes == 0)
        }
    }
}

private enum listened: TSUD { static let defaultValue = 12.0 }
