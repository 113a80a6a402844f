import Foundation

/// What is worked out once for a key type: its name, the route of its values, and its places in the suites in use.
final class KeyState<Key: TSUD>: @unchecked Sendable {
    let coding: any PropertyListCoding<Key.ValueType>
    private let lock = NSLock()
    private var name: String?
    private var recentSlots = RecentSlots()

    private init() {
        coding = propertyListCoding(for: Key.ValueType.self)
    }

    /// The state of a key type: one look-up in a table, under a lock that is held for nothing else.
    static func of(_ key: Key.Type) -> KeyState<Key> {
        let found = KeyStates.shared.state(of: ObjectIdentifier(key)) { KeyState<Key>() }
        // The table is keyed by the type itself, so what is found is of this type.
        return unsafeDowncast(found, to: KeyState<Key>.self)
    }

    /// The type's own name.
    ///
    /// The first time, other types are looked for that have the same.
    var derivedName: String {
        if let name = lock.withLock({ name }) { return name }
        let derived = keyName(of: Key.self)
        lock.withLock { name = derived }
        DerivedNames.shared.note(Key.self, name: derived)
        return derived
    }

    /// The key's place in a suite.
    func slot(for key: String, in suite: UserDefaults) -> Slot {
        if let slot = lock.withLock({ recentSlots.slot(for: key, in: suite) }) { return slot }
        let slot = Slot.of(key, in: suite)
        lock.withLock { recentSlots.note(slot, suite) }
        return slot
    }
}

/// The slots that a key used last.
///
/// It is bounded: a suite may be a new object on each access.
private struct RecentSlots {
    private var entries: [(suite: UserDefaults, slot: Slot)] = []
    private let limit = 4

    func slot(for key: String, in suite: UserDefaults) -> Slot? {
        for entry in entries where entry.suite === suite && entry.slot.key == key { return entry.slot }
        return nil
    }

    mutating func note(_ slot: Slot, _ suite: UserDefaults) {
        if entries.count == limit { entries.removeLast() }
        entries.insert((suite, slot), at: 0)
    }
}

/// The table of all key types in use.
private final class KeyStates: @unchecked Sendable {
    static let shared = KeyStates()
    private let lock = NSLock()
    private var states: [ObjectIdentifier: AnyObject] = [:]

    func state(of key: ObjectIdentifier, orMake make: () -> AnyObject) -> AnyObject {
        lock.lock()
        if let state = states[key] {
            lock.unlock()
            return state
        }
        lock.unlock()
        // Made without the lock: choosing a route looks up conformances, which may run foreign code.
        let made = make()
        return lock.withLock {
            if let state = states[key] { return state }
            states[key] = made
            return made
        }
    }
}
