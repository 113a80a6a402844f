public import Foundation

/// A cache of the key types in use and their suites, consulted at every access.
@usableFromInline
final class KnownKeys: @unchecked Sendable {
    @usableFromInline static let shared = KnownKeys()

    /// How many suites are cached for a key type; a program may create a new suite for each access.
    private static let limit = 8

    private let lock = NSLock()
    // The lock prevents overlapping accesses. Checking that at run time, here and for the flag below, costs a twentieth
    // of reading a `Bool`, which would exceed its limit.
    @exclusivity(unchecked) private var entries: [ObjectIdentifier: Entry] = [:]

    private final class Entry {
        let type: AnyObject
        /// The type in the suites where it is used, the most recent first.
        let suites: [KnownKey]

        init(_ type: AnyObject, _ suites: [KnownKey] = []) {
            self.type = type
            self.suites = suites
        }
    }

    /// Whether `withEphemeralSuite` has been called in the process.
    @exclusivity(unchecked) private var isEphemeralUsed = false

    /// Finds a key type in a suite.
    ///
    /// - Parameters:
    ///   - type: the key type.
    ///   - defaults: the suite.
    ///   - isOwn: whether an ephemeral suite would replace it.
    /// - Returns: `nil` if it is not cached, or if the caller has to look for an ephemeral suite first.
    @usableFromInline
    func find(_ type: ObjectIdentifier, in defaults: UserDefaults, isOwn: Bool) -> KnownKey? {
        // Not `withLock`, which costs 3 % of a read.
        lock.lock()
        defer { lock.unlock() }
        guard !isOwn || !isEphemeralUsed, let entry = entries[type] else { return nil }
        for known in entry.suites where known.defaults === defaults { return known }
        return nil
    }

    /// Finds a key type in a suite under a key that may be computed, and different each time.
    func find(_ type: ObjectIdentifier, in defaults: UserDefaults, under key: String) -> KnownKey? {
        lock.withLock { entries[type]?.suites.first { $0.defaults === defaults && $0.key == key } }
    }

    /// Records that from now on an ephemeral suite may replace a key's own.
    func noteEphemeralUse() {
        lock.withLock { isEphemeralUsed = true }
    }

    /// What is computed once for a key type.
    func type<Key: TSUD>(_ key: Key.Type) -> KeyType<Key> {
        let identity = ObjectIdentifier(key)
        if let type = lock.withLock({ entries[identity]?.type }) as? KeyType<Key> { return type }
        // Created without the lock, because it calls the type's own code. Two threads may create one each.
        let made = KeyType<Key>()
        lock.withLock { entries[identity] = entries[identity] ?? Entry(made) }
        return made
    }

    /// Caches a key type in a suite.
    func insert(_ known: KnownKey, of type: ObjectIdentifier) {
        let old = lock.withLock {
            let old = entries[type]
            if let old { entries[type] = Entry(old.type, [known] + old.suites.prefix(Self.limit - 1)) }
            return old
        }
        // Released only now, without the lock: releasing the oldest may remove its observers from the system.
        withExtendedLifetime(old) {}
    }
}
