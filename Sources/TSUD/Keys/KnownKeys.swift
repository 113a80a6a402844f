public import Foundation

/// What is known of the key types in use, looked up on the way of every access.
@usableFromInline
final class KnownKeys: @unchecked Sendable {
    @usableFromInline static let shared = KnownKeys()

    /// How many suites of a key type are remembered: one may be a new object on each access.
    private static let limit = 8

    private let lock = NSLock()
    // The lock keeps accesses from overlapping. To check that at run time, for this and the flag below, is a twentieth of
    // reading a `Bool`, and would take it over its limit.
    @exclusivity(unchecked) private var entries: [ObjectIdentifier: Entry] = [:]

    private final class Entry {
        let type: AnyObject
        /// The suites that the type is used in, the newest first.
        let suites: [KnownKey]

        init(_ type: AnyObject, _ suites: [KnownKey] = []) {
            self.type = type
            self.suites = suites
        }
    }

    /// Whether there has been a `withEphemeralSuite` in the process.
    @exclusivity(unchecked) private var isEphemeralUsed = false

    /// A key type in the suite of a `UserDefaults` object.
    ///
    /// - Parameters:
    ///   - type: the key type.
    ///   - defaults: the suite.
    ///   - isOwn: whether an ephemeral suite would stand in for it.
    /// - Returns: `nil` where it is not known yet, or where it has to be asked whether an ephemeral suite stands in.
    @usableFromInline
    func find(_ type: ObjectIdentifier, in defaults: UserDefaults, isOwn: Bool) -> KnownKey? {
        // Not `withLock`, which costs three hundredths of a read.
        lock.lock()
        defer { lock.unlock() }
        guard !isOwn || !isEphemeralUsed, let entry = entries[type] else { return nil }
        for known in entry.suites where known.defaults === defaults { return known }
        return nil
    }

    /// A key type in the suite of a `UserDefaults` object, under a name that may be another one each time.
    func find(_ type: ObjectIdentifier, in defaults: UserDefaults, under key: String) -> KnownKey? {
        lock.withLock { entries[type]?.suites.first { $0.defaults === defaults && $0.key == key } }
    }

    /// Notes that from now on an ephemeral suite may stand in for a key's own.
    func noteEphemeralUse() {
        lock.withLock { isEphemeralUsed = true }
    }

    /// What is worked out once for a key type.
    func type<Key: TSUD>(_ key: Key.Type) -> KeyType<Key> {
        let identity = ObjectIdentifier(key)
        if let type = lock.withLock({ entries[identity]?.type }) as? KeyType<Key> { return type }
        // Made without the lock: it asks the type for its key, which is foreign code. Two threads may make one each.
        let made = KeyType<Key>()
        lock.withLock { entries[identity] = entries[identity] ?? Entry(made) }
        return made
    }

    /// Remembers a key type in a suite.
    func insert(_ known: KnownKey, of type: ObjectIdentifier) {
        let old = lock.withLock {
            let old = entries[type]
            if let old { entries[type] = Entry(old.type, [known] + old.suites.prefix(Self.limit - 1)) }
            return old
        }
        // Only now may the oldest go: with it may go what listens to the system.
        withExtendedLifetime(old) {}
    }
}
