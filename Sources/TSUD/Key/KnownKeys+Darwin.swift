#if canImport(Darwin)
public import Foundation

/// The suites that each key type was first used in, in a table that is looked up on the way of every read.
///
/// What is in it stays for ever, which is bounded by the number of key types.
@usableFromInline
enum KnownKeys {
    /// What is known of a key type in a suite; `nil` when that is to be asked of its ``KeyState``.
    @usableFromInline
    static func find(_ type: ObjectIdentifier, in suite: UserDefaults) -> Unmanaged<KnownKey>? {
        let place = Place(type: type, suite: ObjectIdentifier(suite))
        return lock.withLock { table[place] }.map(Unmanaged.passUnretained)
    }

    /// Keeps what is known of a key type in a suite.
    static func keep(_ known: KnownKey) {
        let place = Place(type: known.type, suite: ObjectIdentifier(known.suite))
        lock.withLock { table[place] = known }
    }

    private struct Place: Hashable {
        let type: ObjectIdentifier
        let suite: ObjectIdentifier
    }

    private static let lock = NSLock()
    // Guarded by the lock: the systems that the library supports don't all have atomic references.
    nonisolated(unsafe) private static var table: [Place: KnownKey] = [:]
}
#endif
