import Foundation

/// The suites in use, one for each `UserDefaults` object.
///
/// Each platform decides which class implements them.
final class Suites: @unchecked Sendable {
    static let shared = Suites()
    private let lock = SharedLock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var limit = 64

    private struct Entry {
        /// It retains its `UserDefaults` object, so as long as it exists no other object has the same identity.
        weak var suite: (any Suite)?
    }

    /// The suite of a `UserDefaults` object; the same one as long as it is retained.
    func suite(of defaults: UserDefaults, orMake make: () -> any Suite) -> any Suite {
        let identity = ObjectIdentifier(defaults)
        if let suite = lock.withLock({ entries[identity]?.suite }) { return suite }
        // Created without the lock, because it may read a file.
        let made = make()
        return lock.withLock {
            if let suite = entries[identity]?.suite { return suite }
            if entries.count >= limit {
                for (identity, entry) in entries where entry.suite == nil { entries[identity] = nil }
                limit = max(64, 2 * entries.count)
            }
            entries[identity] = Entry(suite: made)
            return made
        }
    }

    /// The observers of some keys in all suites, which share the registration domain.
    func observers(of keys: some Sequence<String>) -> [Observers] {
        lock.withLock { entries.values.compactMap(\.suite) }.flatMap { $0.observers.existing(keys) }
    }
}
