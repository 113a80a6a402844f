public import Foundation

/// A key type and a suite: all that reading and writing needs, found by one look-up.
final class KeyInSuite<Key: TSUD>: KnownKey, @unchecked Sendable {
    let coding: any PropertyListCoding<Key.ValueType>

    init(state: KeyState<Key>, suite: UserDefaults, slot: Slot) {
        coding = state.coding
        super.init(
            of: ObjectIdentifier(Key.self),
            in: suite,
            slot: slot,
            isNative: state.isNative,
            isOptional: state.isOptional,
            isDerived: state.derivedKey != nil
        )
    }
}

extension TSUD {
    /// The key in a suite.
    static func key(in suite: UserDefaults) -> KeyInSuite<Self> {
        // It is of this type, for it is known by it.
        unsafeDowncast(known(in: suite), to: KeyInSuite<Self>.self)
    }

    /// The key in a suite, of a type that is the same for all keys: most times a look into a small table.
    ///
    /// It is inlined where programs read and write, and what is inlined there should name no type that is made for a key:
    /// the runtime would look through all conformances of the program for it, once for each key.
    @inlinable
    static func known(in suite: UserDefaults) -> KnownKey {
        if let found = KnownKeys.find(ObjectIdentifier(self), in: suite)?.takeUnretainedValue() {
            // A key that the type gives itself may be another one this time.
            if found.isDerived || found.key == stringKey { return found }
        }
        return newlyKnown(in: suite)
    }

    @usableFromInline
    static func newlyKnown(in suite: UserDefaults) -> KnownKey {
        let state = KeyState.of(self)
        return state.key(state.derivedKey ?? stringKey, in: suite)
    }
}
