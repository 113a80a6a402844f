public import Foundation

/// A key type and a suite: all that reading and writing needs, found by one look-up.
@usableFromInline
final class KeyInSuite<Key: TSUD>: @unchecked Sendable {
    let suite: UserDefaults
    let slot: Slot
    let coding: any PropertyListCoding<Key.ValueType>
    /// Whether a stored object that is a `ValueType` is the value, with nothing left to read into it.
    @usableFromInline let isNative: Bool
    /// Whether the key is the type's own name, and so always the same.
    @usableFromInline let isDerived: Bool
    private let observers: Observers

    init(state: KeyState<Key>, suite: UserDefaults, slot: Slot) {
        self.suite = suite
        self.slot = slot
        coding = state.coding
        isNative = state.isNative
        isDerived = state.derivedKey != nil
        observers = slot.observers
    }

    /// The string that the value is stored under.
    @usableFromInline var key: String { slot.key }

    /// The key in a suite: most times a look into a small table, under a lock that is held for nothing else.
    @inlinable
    static func of(_ key: Key.Type, in suite: UserDefaults) -> KeyInSuite<Key> {
        if let found = RecentKeys.find(ObjectIdentifier(key), in: suite) {
            // The table is keyed by the type itself, so what is found is of this type.
            let found = unsafeDowncast(found, to: KeyInSuite<Key>.self)
            // A key that the type gives itself may be another one this time.
            if found.isDerived || found.key == key.stringKey { return found }
        }
        return slowly(key, in: suite)
    }

    @usableFromInline
    static func slowly(_ type: Key.Type, in suite: UserDefaults) -> KeyInSuite<Key> {
        let state = KeyState.of(type)
        let found = state.key(state.derivedKey ?? type.stringKey, in: suite)
        RecentKeys.note(found, of: ObjectIdentifier(type), in: suite)
        return found
    }

    /// Notes that the key is about to be read, for whoever is tracking reads.
    @usableFromInline
    func access() {
        observers.access()
    }
}
