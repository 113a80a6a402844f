import Foundation
import Testing

@testable import TSUD

extension Apple {
    /// What counts as stored on Apple systems.
    @Suite struct AppleStoredTests {
        let suite = StandInDefaults.named("suite", in: StandInSystem())
        var system: StandInSystem { suite.system }

        @Test func `In a suite whose domain is known, what is stored is found behind whatever hides it`() throws {
            let known = StandInDefaults.named("known", isKnown: true, in: system)
            storedSize[known] = 14
            system.setElsewhere(14.0, forKey: "storedSize", in: .global)
            known.register(defaults: ["storedSize": 14.0])
            #expect(storedSize.origin(in: known) == .suite)
            known.setVolatileDomain(["storedSize": "20"], forName: UserDefaults.argumentDomain)
            #expect(storedSize.isSet(in: known))
            let list: [any TSUD.Type] = [storedSize.self]
            let data = try list.exported(in: known)
            try list.restore(from: data, in: known)
            #expect(system.object(forKey: "storedSize", in: known.domain) as? Double == 14)
            system.manage(30.0, forKey: "storedSize", in: known.domain)
            #expect(storedSize.origin(in: known) == .managed)
            #expect(storedSize.isSet(in: known))
        }

        @Test
        func `In another suite it is not found behind a launch argument, an equal default or an equal global object`() {
            storedSize[suite] = 14
            #expect(storedSize.origin(in: suite) == .suite)
            suite.register(defaults: ["storedSize": 14.0])
            #expect(storedSize.origin(in: suite) == .registered)
            storedSize[suite] = 15
            system.setElsewhere(15.0, forKey: "storedSize", in: .global)
            #expect(!storedSize.isSet(in: suite))
            storedSize[suite] = 16
            #expect(storedSize.isSet(in: suite))
            suite.setVolatileDomain(["storedSize": "20"], forName: UserDefaults.argumentDomain)
            #expect(!storedSize.isSet(in: suite))
        }

        /// Each copies a dictionary, of the registration domain a large one.
        @Test func `What is stored is found without asking for a volatile domain`() {
            storedSize[suite] = 14
            suite.register(defaults: ["storedSize": 1.0])
            let domains = [UserDefaults.argumentDomain, UserDefaults.registrationDomain]
            let before = domains.map { system.requests.count(of: .volatileDomain($0)) }
            observing { _ = storedSize[suite] }
            #expect(storedSize.isSet(in: suite))
            suite.set(15.0, forKey: "storedSize")
            #expect(domains.map { system.requests.count(of: .volatileDomain($0)) } == before)
        }

        @Test func `The standard suite is its own domain`() {
            let standard = StandInDefaults.named(nil, in: system)
            storedSize[standard] = 14
            standard.register(defaults: ["storedSize": 14.0])
            #expect(storedSize.origin(in: standard) == .suite)
        }

        @Test func `Before the first unlock nothing is stored`() {
            storedSize[suite] = 14
            system.setLocked(true)
            #expect(storedSize[suite] == 12)
            #expect(!storedSize.isSet(in: suite))
        }
    }
}

private enum storedSize: TSUD { static let defaultValue = 12.0 }
