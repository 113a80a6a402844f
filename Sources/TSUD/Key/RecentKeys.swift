public import Foundation

/// The keys and suites that were used last, in a table small and plain enough for the way of every read.
@usableFromInline
enum RecentKeys {
    /// What was noted of a key type and a suite, unless another pair has taken its place since.
    @usableFromInline
    static func find(_ key: ObjectIdentifier, in suite: UserDefaults) -> AnyObject? {
        table.find(key, ObjectIdentifier(suite))
    }

    /// Notes what is known of a key type and a suite; it has to keep the suite alive, which is known by its address.
    static func note(_ found: AnyObject, of key: ObjectIdentifier, in suite: UserDefaults) {
        table.note(found, key, ObjectIdentifier(suite))
    }

    private static let table = Table()

    /// A table with one place for each pair, which the last pair to want it has.
    private final class Table: @unchecked Sendable {
        private struct Entry {
            let key: ObjectIdentifier
            let suite: ObjectIdentifier
            let found: AnyObject
        }

        private static let count = 1024
        private let lock = NSLock()
        // A pointer rather than an array: it spares each read the check for exclusive access.
        private let entries = UnsafeMutablePointer<Entry?>.allocate(capacity: count)

        init() {
            entries.initialize(repeating: nil, count: Self.count)
        }

        func find(_ key: ObjectIdentifier, _ suite: ObjectIdentifier) -> AnyObject? {
            let index = index(key, suite)
            lock.lock()
            defer { lock.unlock() }
            guard let entry = entries[index], entry.key == key, entry.suite == suite else { return nil }
            return entry.found
        }

        func note(_ found: AnyObject, _ key: ObjectIdentifier, _ suite: ObjectIdentifier) {
            let index = index(key, suite)
            lock.lock()
            // Let go of after the lock is free: a last reference may run code.
            let former = entries[index]
            entries[index] = Entry(key: key, suite: suite, found: found)
            lock.unlock()
            withExtendedLifetime(former) {}
        }

        /// The place of a pair: a few of the middle bits of its addresses' product with a large odd number.
        private func index(_ key: ObjectIdentifier, _ suite: ObjectIdentifier) -> Int {
            let mixed = (UInt(bitPattern: key) ^ UInt(bitPattern: suite) << 1) &* 0x9E37_79B9_7F4A_7C15
            return Int(truncatingIfNeeded: mixed >> 40) & (Self.count - 1)
        }
    }
}
