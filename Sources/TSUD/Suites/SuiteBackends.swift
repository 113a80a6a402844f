import Foundation

/// The suites in use, one for each `UserDefaults` object.
///
/// Each platform decides which class implements them.
final class SuiteBackends: @unchecked Sendable {
    static let shared = SuiteBackends()
    private let lock = SharedLock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var limit = 64

    private struct Entry {
        /// It retains its `UserDefaults` object, so as long as it exists no other object has the same identity.
        weak var backend: (any SuiteBackend)?
    }

    /// The suite of a `UserDefaults` object; the same one as long as it is retained.
    func backend(of defaults: UserDefaults, orMake make: () -> any SuiteBackend) -> any SuiteBackend {
        let identity = ObjectIdentifier(defaults)
        if let backend = lock.withLock({ entries[identity]?.backend }) { return backend }
        // Created without the lock, because it may read a file.
        let made = make()
        return lock.withLock {
            if let backend = entries[identity]?.backend { return backend }
            if entries.count >= limit {
                for (identity, entry) in entries where entry.backend == nil { entries[identity] = nil }
                limit = max(64, 2 * entries.count)
            }
            entries[identity] = Entry(backend: made)
            return made
        }
    }

    /// The observers of some keys in all suites, which share the registration domain.
    func observations(of keys: [String]) -> [KeyObservation] {
        lock.withLock { entries.values.compactMap(\.backend) }.flatMap { $0.observations.existing(keys) }
    }
}
