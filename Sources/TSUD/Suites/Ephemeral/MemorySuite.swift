#if !canImport(Darwin)
import Foundation

/// A suite only in memory, which never affects a file, another suite or the process's registered defaults.
final class MemorySuite: UserDefaults, UserDefaultsWithBackend {
    let memory = MemoryBackend()
    var backend: any SuiteBackend { memory }

    override func object(forKey defaultName: String) -> Any? { memory.object(forKey: defaultName) }
    override func set(_ value: Any?, forKey defaultName: String) { memory.set(value, forKey: defaultName) }
    override func removeObject(forKey defaultName: String) { memory.set(nil, forKey: defaultName) }
    override func register(defaults registrationDictionary: [String: Any]) { memory.register(registrationDictionary) }
    override func dictionaryRepresentation() -> [String: Any] { memory.all }

    @discardableResult
    override func synchronize() -> Bool { true }
    override func addSuite(named suiteName: String) {}
    override func removeSuite(named suiteName: String) {}

    // Of the volatile domains only the launch arguments, which a test may set.
    override var volatileDomainNames: [String] { [UserDefaults.argumentDomain] }
    override func volatileDomain(forName domainName: String) -> [String: Any] {
        domainName == UserDefaults.argumentDomain ? memory.launchArguments : [:]
    }
    override func removeVolatileDomain(forName domainName: String) { setVolatileDomain([:], forName: domainName) }
    override func setVolatileDomain(_ domain: [String: Any], forName domainName: String) {
        if domainName == UserDefaults.argumentDomain { memory.launchArguments = domain }
    }

    override func persistentDomain(forName domainName: String) -> [String: Any]? { nil }
    override func removePersistentDomain(forName domainName: String) {}
    override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {}
}

extension EphemeralSettings {
    /// Creates settings that last as long as they are referenced.
    static func makeForSystem() -> EphemeralSettings {
        let suite = MemorySuite()
        // Foundation has added the program's launch arguments, instead of those that were taken.
        suite.memory.launchArguments = TakenArguments.all
        return EphemeralSettings(inMemory: suite)
    }
}
#endif
