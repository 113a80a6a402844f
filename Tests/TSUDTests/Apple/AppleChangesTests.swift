import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// What counts as a change on Apple systems, and who announces it.
    @Suite(.timeLimit(.minutes(5))) struct AppleChangesTests {
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

        @Test func `The echo of a key's own write is no second announcement`() {
            system.hasMainRunLoop = false
            let heard = Counter()
            let observation = changed.observation(of: suite)
            observation.track(heard)
            changed[suite] = 14
            #expect(heard.total == 1)
            observation.track(heard)
            suite.set(14, forKey: "another")
            #expect(!observation.detectChange())
            changed[suite] = 14
            #expect(heard.total == 2)
        }

        @Test func `A write that does not take effect, because the key is managed, is announced once`() {
            system.hasMainRunLoop = false
            system.manage(20.0, forKey: "changed", in: suite.domain)
            let heard = Counter()
            let observation = changed.observation(of: suite)
            observation.track(heard)
            changed[suite] = 14
            #expect(changed[suite] == 20)
            #expect(heard.total == 1)
            #expect(!observation.detectChange())
        }
    }
}

private enum changed: TSUD { static let defaultValue = 12.0 }
