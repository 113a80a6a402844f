#if !canImport(Darwin)
import Foundation
import TSUD
import TestSupport
import Testing

extension Suites {
    /// On Apple systems the registered defaults and launch arguments of a process are visible in all of its suites.
    @Suite struct SuiteInMemoryTests {
        @Test func `An ephemeral suite's direct calls reach no real settings`() {
            let store = TestStore()
            store.suite.set(1, forKey: "real")
            withEphemeralSettings { suite in
                suite.set(14, forKey: "size")
                #expect(suite.synchronize())
                suite.addSuite(named: store.name)
                #expect(suite.object(forKey: "real") == nil)
                #expect(suite.persistentDomain(forName: store.name)?["real"] == nil)
                suite.setPersistentDomain(["real": 2], forName: store.name)
                suite.removePersistentDomain(forName: store.name)
                #expect(suite.dictionaryRepresentation().count == 1)
                #expect(suite.volatileDomain(forName: UserDefaults.argumentDomain).isEmpty)
                suite.setVolatileDomain(["size": "20"], forName: UserDefaults.argumentDomain)
                #expect(suite.dictionaryRepresentation()["size"] as? String == "20")
                #expect(suite.volatileDomainNames == [UserDefaults.argumentDomain])
                suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
                #expect(suite.integer(forKey: "size") == 14)
                suite.register(key<Int>.self)
                #expect(key<Int>.origin == .registered)
            }
            withEphemeralSettings { _ in #expect(key<Int>.origin == .defaultValue) }
            #expect(store.stored.count == 1)
            #expect(store.object(forKey: "real") as? Int == 1)
        }
    }
}
#endif
