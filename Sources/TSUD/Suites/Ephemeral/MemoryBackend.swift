#if !canImport(Darwin)
import Foundation

/// The contents of a suite in memory.
final class MemoryBackend: SuiteBackend {
    let observations = KeyObservations()
    private let domains = Locked(Domains())

    private struct Domains {
        var stored: [String: Any] = [:]
        var registered: [String: Any] = [:]
        var arguments: [String: Any] = [:]
    }

    func object(forKey key: String) -> Any? {
        domains.withLock { $0.arguments[key] ?? $0.stored[key] ?? $0.registered[key] }
    }

    var all: [String: Any] {
        domains.withLock { $0.registered.merging($0.stored) { $1 }.merging($0.arguments) { $1 } }
    }

    var launchArguments: [String: Any] {
        get { domains.withLock { $0.arguments } }
        set { domains.withLock { $0.arguments = newValue } }
    }

    /// What a plain call sets; `nil` removes the key.
    func set(_ value: Any?, forKey key: String) {
        // Copied, as in `UserDefaults`, because the caller may change a mutable object later.
        let object = (value as? any NSCopying)?.copy() ?? value
        domains.withLock { $0.stored[key] = object }
        observations.noteForeignChanges(of: [key])
    }

    func register(_ defaults: [String: Any]) {
        domains.withLock { $0.registered.merge(defaults) { $1 } }
        observations.noteForeignChanges(of: Array(defaults.keys))
    }

    func storedObject(forKey key: String) -> Any? { domains.withLock { $0.stored[key] } }
    func storedKeys(withPrefix prefix: String) -> [String] {
        domains.withLock { $0.stored.keys.filter { $0.hasUTF8Prefix(prefix) } }
    }
    func registeredObject(forKey key: String) -> Any? { domains.withLock { $0.registered[key] } }
    func launchArgument(forKey key: String) -> Any? { domains.withLock { $0.arguments[key] } }

    func store(_ changes: [StoredChange]) -> [Changed] {
        domains.withLock { domains in
            let changed = changes.compactMap { $0.changed(from: domains.stored[$0.key]) }
            for change in changes { domains.stored[change.key] = change.object?.foundationObject }
            return changed
        }
    }

    func flush() throws(TSUDError) {}
}
#endif
