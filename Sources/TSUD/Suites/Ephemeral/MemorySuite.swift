#if os(Linux)
import Foundation

/// A suite only in memory, which never affects a file, another suite or the process's registered defaults.
final class MemorySuite: UserDefaults, UserDefaultsWithSuite {
    let memory = MemorySuiteContents()
    var backend: any Suite { memory }

    override func object(forKey defaultName: String) -> Any? { memory.object(forKey: defaultName) }
    override func set(_ value: Any?, forKey defaultName: String) { memory.set(value, forKey: defaultName) }
    override func removeObject(forKey defaultName: String) { memory.set(nil, forKey: defaultName) }
    override func register(defaults registrationDictionary: [String: Any]) { memory.register(registrationDictionary) }
    override func dictionaryRepresentation() -> [String: Any] { memory.all }

    @discardableResult
    override func synchronize() -> Bool { true }
    override func addSuite(named suiteName: String) {}
    override func removeSuite(named suiteName: String) {}

    // The only volatile domain has the launch arguments, which a test may set.
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

/// The contents of a suite in memory.
final class MemorySuiteContents: Suite {
    let observations = SuiteObservers()
    let appliedOverrides = AppliedOverrides()
    private let domains = Locked(Domains())

    private struct Domains {
        var stored: NamedValues<Any> = [:]
        var registered: NamedValues<Any> = [:]
        var arguments: [String: Any] = [:]
    }

    func object(forKey key: String) -> Any? {
        domains.withLock { $0.arguments[key] ?? $0.stored[key] ?? $0.registered[key] }
    }

    var all: [String: Any] {
        domains.withLock { $0.registered.dictionary.merging($0.stored.dictionary) { $1 }.merging($0.arguments) { $1 } }
    }

    var launchArguments: [String: Any] {
        get { domains.withLock { $0.arguments } }
        set { domains.withLock { $0.arguments = newValue } }
    }

    /// Stores the object of a direct call, or removes the key for `nil`.
    func set(_ value: Any?, forKey key: String) {
        // Copy it, as `UserDefaults` does, because the caller may change a mutable object later.
        let object = (value as? any NSCopying)?.copy() ?? value
        domains.withLock { $0.stored[key] = object }
        observations.noteExternalChanges(of: [key])
    }

    func register(_ defaults: [String: Any]) {
        domains.withLock { domains in
            for (name, object) in defaults { domains.registered[name] = object }
        }
        observations.noteExternalChanges(of: Array(defaults.keys))
    }

    func storedObject(forKey key: String) -> Any? { domains.withLock { $0.stored[key] } }
    func storedKeys(withPrefix prefix: String) -> [String] {
        domains.withLock { $0.stored.keys.filter { $0.hasUTF8Prefix(prefix) } }
    }
    func registeredObject(forKey key: String) -> Any? { domains.withLock { $0.registered[key] } }

    func store(_ changes: [Change]) -> [String] {
        let observed = observations.observedKeys(of: changes)
        return domains.withLock { domains in
            let names = changes.namesToNotify(observed: observed) { isStored($1, as: domains.stored[$0]) }
            for (name, object) in changes.flatMap(\.objects) { domains.stored[name] = object?.foundationObject }
            return names
        }
    }

    func flush(by deadline: ContinuousClock.Instant) throws(TSUDError) {}
}

extension EphemeralSettings {
    /// Creates settings that last as long as they are referenced.
    static func makeForSystem() -> EphemeralSettings {
        let suite = MemorySuite()
        // Foundation has added the program's launch arguments.
        suite.memory.launchArguments = [:]
        Overrides.applyAll(to: suite.memory)
        return EphemeralSettings(in: suite)
    }
}
#endif
