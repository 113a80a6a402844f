import Foundation

/// The observers of a suite's keys: one object for each key, as long as it is retained.
final class ObserversTable: @unchecked Sendable {
    private struct Entry {
        weak var observers: Observers?
    }

    private var lock: SharedLock { observersTableLock }
    private var entries: [String: Entry] = [:]
    /// How many entries there may be before those of released observers are removed; keys may be computed.
    private var limit = 64

    func observers(of key: String, in suite: any Suite) -> Observers { observers(of: key, in: suite, together: nil) }

    /// The observers of all members of a setting, as one.
    func observers(ofMembersOf setting: String, in suite: any Suite) -> Observers {
        observers(of: MemberName.all(of: setting), in: suite, together: MemberName.prefix(of: setting))
    }

    private func observers(of key: String, in suite: any Suite, together prefix: String?) -> Observers {
        let (observers, others) = lock.withLock {
            if let observers = entries[key]?.observers { return (observers, [Observers]()) }
            let others = removeReleasedIfFull()
            let observers = Observers(of: key, in: suite, together: prefix)
            entries[key] = Entry(observers: observers)
            return (observers, others)
        }
        // Released only now, without the lock: releasing the last reference removes a listener from the system.
        withExtendedLifetime(others) {}
        return observers
    }

    /// Call it under the lock.
    ///
    /// - Returns: the observers that were there.
    private func removeReleasedIfFull() -> [Observers] {
        if entries.count < limit { return [] }
        let others = entries.compactMapValues(\.observers)
        entries = others.mapValues { Entry(observers: $0) }
        limit = max(64, 2 * entries.count)
        return Array(others.values)
    }

    /// How many keys are known, including some that nobody uses any more.
    var count: Int { lock.withLock { entries.count } }

    /// The observers of these keys that listen for foreign changes.
    func listening(to keys: some Sequence<String>) -> [Observers] {
        existing(keys).filter(\.isListened)
    }

    /// The observers of all keys that listen for foreign changes.
    var listening: [Observers] { listening(to: lock.withLock { Array(entries.keys) }) }

    /// The observers of these keys, as far as somebody uses them.
    func existing(_ keys: some Sequence<String>) -> [Observers] {
        let names = keys.flatMap { MemberName.observed(with: $0) }
        return lock.withLock { names.compactMap { entries[$0]?.observers } }
    }
}

private let observersTableLock = SharedLock()
