#if !canImport(Darwin)
import Foundation

/// A suite in memory alone: nothing that is done to it reaches a file, another suite or the registered defaults.
final class MemorySuite: UserDefaults {
    let memory = Memory()

    override func object(forKey defaultName: String) -> Any? { memory.object(forKey: defaultName) }
    override func set(_ value: Any?, forKey defaultName: String) { memory.set(value, forKey: defaultName) }
    override func removeObject(forKey defaultName: String) { memory.set(nil, forKey: defaultName) }
    override func register(defaults registrationDictionary: [String: Any]) { memory.register(registrationDictionary) }
    override func dictionaryRepresentation() -> [String: Any] { memory.all }

    @discardableResult
    override func synchronize() -> Bool { true }
    override func addSuite(named suiteName: String) {}
    override func removeSuite(named suiteName: String) {}

    override var volatileDomainNames: [String] { memory.domainNames(.volatile) }
    override func volatileDomain(forName domainName: String) -> [String: Any] { memory.domain(domainName, .volatile) }
    override func removeVolatileDomain(forName domainName: String) { memory.setDomain(nil, domainName, .volatile) }
    override func setVolatileDomain(_ domain: [String: Any], forName domainName: String) {
        memory.setDomain(domain, domainName, .volatile)
    }

    override func persistentDomain(forName domainName: String) -> [String: Any]? {
        memory.domain(domainName, .persistent)
    }
    override func removePersistentDomain(forName domainName: String) { memory.setDomain(nil, domainName, .persistent) }
    override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        memory.setDomain(domain, domainName, .persistent)
    }
}

extension EphemeralSettings {
    /// Settings of their own, which are gone with the last reference to them.
    static func make() -> EphemeralSettings {
        let suite = MemorySuite()
        // Foundation has put the program's launch arguments there.
        suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        return EphemeralSettings(suite: suite)
    }

    func remove() {}
}
#endif
