import Foundation

/// The suites that are in use, one for each `UserDefaults` object; each platform says of what kind they are.
final class Suites: @unchecked Sendable {
    static let shared = Suites()
    private let lock = NSLock()
    private var entries: [ObjectIdentifier: Entry] = [:]
    private var limit = 64

    private struct Entry {
        /// It holds the object that it belongs to, so while it is there no other object has that identity.
        weak var suite: (any Suite)?
    }

    /// The suite of a `UserDefaults` object; the same for as long as somebody holds it.
    func suite(of defaults: UserDefaults, orMake make: () -> any Suite) -> any Suite {
        let identity = ObjectIdentifier(defaults)
        if let suite = lock.withLock({ entries[identity]?.suite }) { return suite }
        // Made without the lock: it may look into a file.
        let made = make()
        return lock.withLock {
            if let suite = entries[identity]?.suite { return suite }
            if entries.count >= limit {
                entries = entries.filter { $0.value.suite != nil }
                limit = max(64, 2 * entries.count)
            }
            entries[identity] = Entry(suite: made)
            return made
        }
    }

    /// Tells the observers of a key that its registered default is new: the registration domain lies under all suites.
    func announceRegistered(_ key: String) {
        for suite in lock.withLock({ entries.values.compactMap(\.suite) }) { suite.observers.announce([key]) }
    }
}
