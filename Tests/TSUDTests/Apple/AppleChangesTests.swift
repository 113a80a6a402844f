import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// The changes on Apple systems, and their notifications.
    @Suite(.timeLimit(.minutes(15))) struct AppleChangesTests {
        let suite = FakeDefaults.named("suite", in: FakeSystem())
        var system: FakeSystem { suite.system }

        static let changes: [Row<@Sendable (FakeDefaults) -> Void>] = [
            Row("a managed value", { $0.system.manage(14.0, forKey: "changed", in: $0.domain) }),
            Row("the global domain", { $0.system.setElsewhere(14.0, forKey: "changed", in: .global) }),
            Row("an added suite", { $0.addSuite(named: "added") }),
            Row("a registered default", { $0.register(defaults: ["changed": 14.0]) }),
            Row("a direct call", { $0.set(14.0, forKey: "changed") }),
            Row("a direct call on another object") {
                FakeDefaults.named("suite", in: $0.system).set(14.0, forKey: "changed")
            },
            Row("a launch argument", { $0.setVolatileDomain(["changed": "14"], forName: UserDefaults.argumentDomain) }),
            Row(firstUnlock, { $0.system.setLocked(false) }),
        ]

        private static let firstUnlock = "the first unlock"

        @Test(arguments: changes)
        func `Observers are notified once of each change of the effective object`(
            _ change: Row<@Sendable (FakeDefaults) -> Void>
        ) async {
            system.setElsewhere(14.0, forKey: "changed", in: .suite(named: "added"))
            if change.testDescription == Self.firstUnlock {
                suite.set(14.0, forKey: "changed")
                system.setLocked(true)
            }
            var values = changed.in(suite).values().makeAsyncIterator()
            #expect(await values.next() == 12)
            let notified = observing { _ = changed[suite] }
            change.content(suite)
            #expect(await values.next() == 14)
            notified.wait(for: 1)
        }

        /// By an older version of the program, for example.
        @Test(arguments: [false, true])
        func `Observers are notified of another process's change of a former key`(_ isMember: Bool) async {
            let handle = isMember ? renamed.in(suite).of("a") : renamed.in(suite)
            var values = handle.values().makeAsyncIterator()
            #expect(await values.next() == 12)
            let notified = observing { _ = handle.value }
            system.setElsewhere(14.0, forKey: isMember ? "formerly/a" : "formerly", in: suite.domain)
            #expect(await values.next() == 14)
            notified.wait(for: 1)
        }

        @Test(arguments: [false, true])
        func `A key's own write notifies observers once`(_ isManaged: Bool) {
            system.hasMainRunLoop = false
            if isManaged { system.manage(20.0, forKey: "changed", in: suite.domain) }
            for number in 1...2 {
                _ = changed[suite]
                // Before the repeated notification of the write, on the main queue.
                waitForMainActor()
                let notified = observing { _ = changed[suite] }
                changed[suite] = 14 + Double(number)
                #expect(changed[suite] == (isManaged ? 20 : 14 + Double(number)))
                #expect(notified.total == 1)
                waitForMainActor()
                let heardLater = observing { _ = changed[suite] }
                suite.set(14, forKey: "another")
                // The same object as before.
                if !isManaged { changed[suite] = 14 + Double(number) }
                waitForMainActor()
                #expect(heardLater.total == 0)
            }
        }

        @Test(arguments: [false, true])
        func `Observers are notified of a reset that exposes an added suite's object`(_ isGlobal: Bool) async {
            // The suite can't distinguish its own object from the other one.
            if isGlobal {
                system.setElsewhere(14.0, forKey: "changed", in: .global)
            } else {
                suite.register(defaults: ["changed": 14.0])
            }
            system.setElsewhere(16.0, forKey: "changed", in: .suite(named: "added"))
            suite.addSuite(named: "added")
            suite.set(14.0, forKey: "changed")
            var values = changed.in(suite).values().makeAsyncIterator()
            #expect(await values.next() == 14)
            let notified = observing { _ = changed[suite] }
            changed.in(suite).reset()
            notified.wait(for: 1)
            #expect(await values.next() == 16)
        }

        @Test func `Observers are notified of a reset that exposes a default registered after the write`() {
            suite.set(14.0, forKey: "changed")
            let notified = observing { _ = changed[suite] }
            let looks = Counter()
            system.beforeFallback = { [system] in
                looks.increment()
                // At the first look the stored object seems to be this, and at the second one it is no other's.
                system.register(["changed": looks.total == 1 ? 14.0 : 16.0])
            }
            changed.in(suite).reset()
            system.beforeFallback = {}
            #expect(looks.total > 1)
            #expect(changed[suite] == 16)
            notified.wait(for: 1)
        }

        // One after the other: an update on the main thread would wait for one that waits for the main actor.
        @Test(.serialized, arguments: [false, true])
        func `Observers are notified of an external change inside an update after it`(_ isMain: Bool) async throws {
            system.hasMainRunLoop = false
            let suite = Unchecked(suite)
            let check = { @Sendable [system] in
                let notified = observing { _ = watched[suite.value] }
                try updatedMeanwhile.in(suite.value).update { number in
                    system.setElsewhere(14.0, forKey: "watched", in: suite.value.domain)
                    #expect(watched[suite.value] == 14)
                    #expect(notified.total == 0)
                    number += 1
                }
                return notified
            }
            let notified = isMain ? try await MainActor.run { try check() } : try check()
            notified.wait(for: 1)
        }
    }
}

private enum updatedMeanwhile: TSUD { static let defaultValue = 0 }

private enum changed: TSUD { static let defaultValue = 12.0 }

private enum renamed: TSUD {
    static let defaultValue = 12.0
    static let formerKeys = ["formerly"]
}

private enum watched: TSUD { static let defaultValue = 12.0 }
