import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// What counts as a change on Apple systems, and who announces it.
    @Suite(.timeLimit(.minutes(15))) struct AppleChangesTests {
        let suite = StandInDefaults.named("suite", in: StandInSystem())
        var system: StandInSystem { suite.system }

        static let changes: [(name: String, make: @Sendable (StandInDefaults) -> Void)] = [
            ("a managed value", { $0.system.manage(14.0, forKey: "changed", in: $0.domain) }),
            ("the global domain", { $0.system.setElsewhere(14.0, forKey: "changed", in: .global) }),
            ("an added suite", { $0.addSuite(named: "added") }),
            ("a registered default", { $0.register(defaults: ["changed": 14.0]) }),
            ("a plain call", { $0.set(14.0, forKey: "changed") }),
            (
                "a plain call on another object",
                { StandInDefaults.named("suite", in: $0.system).set(14.0, forKey: "changed") }
            ),
            ("a launch argument", { $0.setVolatileDomain(["changed": "14"], forName: UserDefaults.argumentDomain) }),
            (firstUnlock, { $0.system.setLocked(false) }),
        ]

        private static let firstUnlock = "the first unlock"

        @Test(arguments: changes.indices)
        func `Whatever changes what a key answers is heard once`(_ index: Int) async {
            system.setElsewhere(14.0, forKey: "changed", in: .suite(named: "added"))
            let change = Self.changes[index]
            if change.name == Self.firstUnlock {
                suite.set(14.0, forKey: "changed")
                system.setLocked(true)
            }
            var values = changed.values(in: suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            let heard = observing { _ = changed[suite] }
            change.make(suite)
            #expect(await values.next() == 14, "\(change.name)")
            heard.wait(for: 1)
        }

        @Test(arguments: [false, true])
        func `A key's own write is announced once, even if the key is managed`(_ isManaged: Bool) {
            system.hasMainRunLoop = false
            if isManaged { system.manage(20.0, forKey: "changed", in: suite.domain) }
            let heard = Counter()
            let observation = changed.observation(of: suite)
            observation.track(heard)
            for number in 1...2 {
                changed[suite] = 14
                #expect(changed[suite] == (isManaged ? 20 : 14))
                #expect(heard.total == number)
                observation.track(heard)
                suite.set(14, forKey: "another")
                #expect(!observation.detectChange())
            }
            #expect(heard.total == 2)
        }

        // One after the other: an update on the main thread would wait for one that waits for the main actor.
        @Test(.serialized, arguments: [false, true])
        func `A foreign change inside update is announced after it`(_ isMain: Bool) async throws {
            system.hasMainRunLoop = false
            let suite = Unchecked(suite)
            let check = { @Sendable [system] in
                let heard = observing { _ = watched[suite.value] }
                let observation = watched.observation(of: suite.value)
                try updatedMeanwhile.update(in: suite.value) { number in
                    system.setElsewhere(14.0, forKey: "watched", in: suite.value.domain)
                    #expect(watched[suite.value] == 14)
                    // What is announced in a turn of the main actor would be by now.
                    if !isMain { waitForMainActor() }
                    #expect(heard.total == 0)
                    number += 1
                }
                #expect(!observation.detectChange())
                return heard
            }
            let heard = isMain ? try await MainActor.run { try check() } : try check()
            heard.wait(for: 1)
        }
    }
}

/// Blocks until everything has run that the main actor has to do now.
private func waitForMainActor() {
    let turn = Counter()
    Task.detached { @MainActor in turn.increment() }
    turn.wait(for: 1)
}

private enum updatedMeanwhile: TSUD { static let defaultValue = 0 }

private enum changed: TSUD { static let defaultValue = 12.0 }

/// No test registers its name, which would look at it in all suites of the process, on another thread.
private enum watched: TSUD { static let defaultValue = 12.0 }
