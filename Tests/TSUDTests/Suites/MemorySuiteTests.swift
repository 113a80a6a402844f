#if !canImport(Darwin)
import Foundation
import TSUD
import Testing

extension Suites {
    /// What holds of a suite in memory alone.
    ///
    /// On Apple systems the registered defaults and launch arguments of a process are visible in all of its suites.
    @Suite struct MemorySuiteTests {
        @Test func `Registered defaults are the suite's own`() {
            withEphemeralSuite { suite in
                suite.register(fontSize.self)
                #expect(fontSize.origin() == .registered)
            }
            withEphemeralSuite { _ in #expect(fontSize.origin() == .defaultValue) }
        }

        @Test func `Domains, added suites and synchronize reach nothing real`() {
            let store = TestStore()
            store.suite.set(1, forKey: "real")
            withEphemeralSuite { suite in
                fontSize.value = 14
                #expect(suite.synchronize())
                suite.addSuite(named: store.name)
                #expect(suite.object(forKey: "real") == nil)
                #expect(suite.persistentDomain(forName: store.name)?["real"] == nil)
                suite.setPersistentDomain(["real": 2], forName: store.name)
                #expect(suite.persistentDomain(forName: store.name)?["real"] as? Int == 2)
                suite.removePersistentDomain(forName: store.name)
                #expect(suite.persistentDomain(forName: store.name)?["real"] == nil)
                #expect(suite.dictionaryRepresentation().count == 1)
                #expect(suite.volatileDomain(forName: UserDefaults.argumentDomain).isEmpty)
                suite.setVolatileDomain(["fontSize": "20"], forName: UserDefaults.argumentDomain)
                #expect(suite.dictionaryRepresentation()["fontSize"] as? String == "20")
                #expect(suite.volatileDomainNames == [UserDefaults.argumentDomain])
                #expect(fontSize.value == 20)
                #expect(fontSize.origin() == .launchArgument)
                #expect((try? fontSize.storedValue()) == 20)
                suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
                #expect(fontSize.value == 14)
            }
            #expect(store.stored.count == 1)
            #expect(store.object(forKey: "real") as? Int == 1)
        }
    }
}

private struct fontSize: TSUD { static let defaultValue = 12.0 }
#endif
