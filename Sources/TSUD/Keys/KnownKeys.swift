public import Foundation

/// What is known of the key types in use, looked up on the way of every access.
@usableFromInline
final class KnownKeys: @unchecked Sendable {
    @usableFromInline static let shared = KnownKeys()

    /// How many suites of a key type are remembered: one may be a new object on each access.
    private static let limit = 8

    private let lock = NSLock()
    private var entries: [ObjectIdentifier: Entry] = [:]

    private struct Entry {
        let type: AnyObject
        /// The suites that the type is used in, the newest first.
        var suites: [KnownKey]
    }

    /// A key type in the suite of a `UserDefaults` object.
    @usableFromInline
    func find(_ type: ObjectIdentifier, in defaults: UserDefaults) -> KnownKey? {
        lock.withLock { entries[type]?.suites.first { $0.defaults === defaults } }
    }

    /// A key type in the suite of a `UserDefaults` object, under a name that may be another one each time.
    func find(_ type: ObjectIdentifier, in defaults: UserDefaults, under key: String) -> KnownKey? {
        lock.withLock { entries[type]?.suites.first { $0.defaults === defaults && $0.key == key } }
    }

    /// What is worked out once for a key type.
    func type<Key: TSUD>(_ key: Key.Type) -> KeyType<Key> {
        let identity = ObjectIdentifier(key)
        if let type = lock.withLock({ entries[identity]?.type }) as? KeyType<Key> { return type }
        // Made without the lock: it asks the type for its key, which is foreign code. Two threads may make one each.
        let made = KeyType<Key>()
        lock.withLock { entries[identity] = entries[identity] ?? Entry(type: made, suites: []) }
        return made
    }

    /// Remembers a key type in a suite.
    func insert(_ known: KnownKey, of type: ObjectIdentifier) {
        // Let go of after the lock: with it may go what listens to the system.
        var forgotten: KnownKey?
        lock.withLock {
            entries[type]?.suites.insert(known, at: 0)
            if let count = entries[type]?.suites.count, count > Self.limit {
                forgotten = entries[type]?.suites.popLast()
            }
        }
        withExtendedLifetime(forgotten) {}
    }
}
