import Foundation
import Observation
import TestSupport
import Testing

@testable import TSUD

/// What the library decides on the main thread.
@MainActor @Suite struct AppleMainThreadTests {
    let system: StandInSystem
    let suite: StandInDefaults

    init() {
        system = StandInSystem()
        suite = .named("suite", in: system)
        // Otherwise the main actor meets the changes in another turn.
        system.hasMainRunLoop = false
    }

    @Test func `On the main thread it is notified in another turn`() async {
        let heard = Counter()
        withObservationTracking {
            _ = mainSize[suite]
        } onChange: {
            heard.increment()
        }
        system.setElsewhere(14.0, forKey: "mainSize", in: suite.domain)
        #expect(mainSize[suite] == 14)
        #expect(heard.total == 0)
        while heard.total == 0 { await Task.yield() }
    }

    @Test func `Keys with a dot are not compared at each write, but in another turn`() async {
        let heard = Counter()
        withObservationTracking {
            _ = dotted[suite]
        } onChange: {
            heard.increment()
        }
        #expect(system.observedKeys.isEmpty)
        let before = system.requests.count(of: .object("a.b"))
        for number in 1...100 { suite.set(number, forKey: "another") }
        #expect(system.requests.count(of: .object("a.b")) == before)
        suite.set(2, forKey: "a.b")
        while heard.total == 0 { await Task.yield() }
        #expect(heard.total == 1)
    }
}

private enum mainSize: TSUD { static let defaultValue = 12.0 }

private enum dotted: TSUD {
    static let defaultValue = 1
    static let stringKey = "a.b"
}
