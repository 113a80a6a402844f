#if !canImport(Darwin)
import Foundation

/// The contents of a suite in memory.
final class MemoryBackend: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [String: Any] = [:]
    private var registered: [String: Any] = [:]
    let volatileDomains = Domains()
    let persistentDomains = Domains()
    let observations = KeyObservations()

    func object(forKey key: String) -> Any? {
        launchArgument(forKey: key) ?? lock.withLock { stored[key] ?? registered[key] }
    }

    var all: [String: Any] {
        let (registered, stored) = lock.withLock { (self.registered, self.stored) }
        var all = registered
        for objects in [stored, arguments] {
            for (key, object) in objects { all[key] = object }
        }
        return all
    }

    func set(_ value: Any?, forKey key: String) { set([(key, value)]) }

    /// Stores all objects before any is announced.
    private func set(_ values: [(key: String, value: Any?)]) {
        // Copied, as in `UserDefaults`, because the caller may change a mutable object later.
        let objects = values.map { ($0.key, ($0.value as? any NSCopying)?.copy() ?? $0.value) }
        lock.withLock {
            for (key, object) in objects { stored[key] = object }
        }
        for observation in observations.listening(to: values.map(\.key)) { observation.announceForeign() }
    }

    func register(_ defaults: [String: Any]) {
        lock.withLock {
            for (key, object) in defaults { registered[key] = object }
        }
        for observation in observations.listening(to: Array(defaults.keys)) { observation.announceForeign() }
    }

    private var arguments: [String: Any] { volatileDomains[UserDefaults.argumentDomain] }

    /// Dictionaries of objects by name.
    final class Domains: @unchecked Sendable {
        private let lock = NSLock()
        private var domains: [String: Any] = [:]

        subscript(name: String) -> [String: Any] {
            get { lock.withLock { domains[name] as? [String: Any] ?? [:] } }
            set { lock.withLock { domains[name] = newValue } }
        }

        func remove(_ name: String) { lock.withLock { domains[name] = nil } }

        var names: [String] { lock.withLock { Array(domains.keys) } }
    }
}

extension MemoryBackend: SuiteBackend {
    func storedObject(forKey key: String) -> Any? { lock.withLock { stored[key] } }
    func storedKeys(withPrefix prefix: String) -> [String] {
        lock.withLock { stored.keys.filter { $0.hasUTF8Prefix(prefix) } }
    }
    func registeredObject(forKey key: String) -> Any? { lock.withLock { registered[key] } }
    func launchArgument(forKey key: String) -> Any? { arguments[key] }

    func store(_ changes: [StoredChange]) { set(changes.map { ($0.key, $0.form?.object) }) }

    func flush() throws(TSUDError) {}
}
#endif
