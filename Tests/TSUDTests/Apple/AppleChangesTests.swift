import Foundation
import Observation
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// What counts as a change on Apple systems, and who announces it.
    @Suite(.timeLimit(.minutes(5))) struct AppleChangesTests {
        let system: StandInSystem
        let suite: StandInDefaults

        init() {
            system = StandInSystem()
            suite = .named("suite", in: system)
        }

        private func withoutMainRunLoop() { system.hasMainRunLoop = false }

        struct Change: Sendable {
            let name: String
            let make: @Sendable (StandInDefaults) -> Void

            init(_ name: String, _ make: @escaping @Sendable (StandInDefaults) -> Void) {
                (self.name, self.make) = (name, make)
            }
        }

        static let changes = [
            Change("a managed value") { $0.system.manage(14.0, forKey: "changed", in: $0.domain) },
            Change("the global domain") { $0.system.setElsewhere(14.0, forKey: "changed", in: .global) },
            Change("an added suite") { $0.addSuite(named: "added") },
            Change("a registered default") { $0.register(defaults: ["changed": 14.0]) },
            Change("a plain call") { $0.set(14.0, forKey: "changed") },
            Change("a plain call on another object") {
                StandInDefaults.named("suite", in: $0.system).set(14.0, forKey: "changed")
            },
            Change("a launch argument") {
                $0.setVolatileDomain(["changed": "14"], forName: UserDefaults.argumentDomain)
            },
            Change("the first unlock") { $0.system.setLocked(false) },
        ]

        @Test(arguments: changes.indices)
        func `Whatever changes what a key answers is heard once`(_ index: Int) async {
            system.setElsewhere(14.0, forKey: "changed", in: .suite(named: "added"))
            let change = Self.changes[index]
            if change.name == "the first unlock" {
                suite.set(14.0, forKey: "changed")
                system.setLocked(true)
            }
            let heard = Counter()
            var values = changed.values(in: suite).makeAsyncIterator()
            #expect(await values.next() == 12)
            withObservationTracking {
                _ = changed[suite]
            } onChange: {
                heard.increment()
            }
            change.make(suite)
            #expect(await values.next() == 14, "\(change.name)")
            heard.wait(for: 1)
        }

        @Test func `The echo of a key's own write is no second announcement`() {
            withoutMainRunLoop()
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
            withoutMainRunLoop()
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
