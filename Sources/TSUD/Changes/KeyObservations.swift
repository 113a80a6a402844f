import Foundation

/// The observers of a suite's keys: one object for each key, as long as it is retained.
final class KeyObservations: @unchecked Sendable {
    private struct Entry {
        weak var observation: KeyObservation?
    }

    private var lock: SharedLock { keyObservationsLock }
    private var entries: [String: Entry] = [:]
    /// How many entries there may be before those of released observers are removed; keys may be computed.
    private var limit = 64

    func observation(of key: String, in backend: any SuiteBackend) -> KeyObservation {
        observation(of: key, in: backend, together: nil)
    }

    /// The observers of all members of a setting, as one.
    func observation(ofMembersOf setting: String, in backend: any SuiteBackend) -> KeyObservation {
        observation(of: MemberName.all(of: setting), in: backend, together: MemberName.prefix(of: setting))
    }

    private func observation(of key: String, in backend: any SuiteBackend, together prefix: String?) -> KeyObservation {
        let (observation, others) = lock.withLock {
            if let observation = entries[key]?.observation { return (observation, [KeyObservation]()) }
            let others = removeReleasedIfFull()
            let observation = KeyObservation(of: key, in: backend, together: prefix)
            entries[key] = Entry(observation: observation)
            return (observation, others)
        }
        // Released only now, without the lock: releasing the last reference removes a listener from the system.
        withExtendedLifetime(others) {}
        return observation
    }

    /// Call it under the lock.
    ///
    /// - Returns: the observers that were there.
    private func removeReleasedIfFull() -> [KeyObservation] {
        if entries.count < limit { return [] }
        let others = entries.compactMapValues(\.observation)
        entries = others.mapValues { Entry(observation: $0) }
        limit = max(64, 2 * entries.count)
        return Array(others.values)
    }

    /// How many keys are known, including some that nobody uses any more.
    var count: Int { lock.withLock { entries.count } }

    /// The observers of these keys that listen for foreign changes.
    func listening(to keys: [String]) -> [KeyObservation] {
        existing(keys).filter(\.isListened)
    }

    /// The observers of all keys that listen for foreign changes.
    var listening: [KeyObservation] { listening(to: lock.withLock { Array(entries.keys) }) }

    /// The observers of these keys, as far as somebody uses them.
    func existing(_ keys: [String]) -> [KeyObservation] {
        let names = keys.flatMap { MemberName.observed(with: $0) }
        return lock.withLock { names.compactMap { entries[$0]?.observation } }
    }
}

private let keyObservationsLock = SharedLock()
