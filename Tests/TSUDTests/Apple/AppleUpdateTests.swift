import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// What changes inside an update on Apple systems.
    @Suite struct AppleUpdateTests {
        let suite = StandInDefaults.named("suite", in: StandInSystem())
        var system: StandInSystem { suite.system }

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

        @Test func `Several writes inside an update are announced once, also to those who track again`() throws {
            let heard = Counter()
            let suite = Unchecked(suite)
            @Sendable func track() {
                observing {
                    _ = watched[suite.value]
                } onChange: {
                    heard.increment()
                    track()
                }
            }
            track()
            try updatedMeanwhile.update(in: suite.value) { number in
                watched[suite.value] = 13
                watched[suite.value] = 14
                number += 1
            }
            #expect(heard.total == 1)
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

/// No test registers its name, which would look at it in all suites of the process, on another thread.
private enum watched: TSUD { static let defaultValue = 12.0 }
