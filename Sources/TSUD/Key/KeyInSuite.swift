public import Foundation

/// A key type and a suite: all that reading and writing needs, found by one look-up.
@usableFromInline
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

    /// The key in a suite: most times a look into a small table.
    @inlinable
    static func of(_ key: Key.Type, in suite: UserDefaults) -> KeyInSuite<Key> {
        if let found = KnownKeys.find(ObjectIdentifier(key), in: suite) {
            // What is found is of this type.
            let found = unsafeDowncast(found.takeUnretainedValue(), to: KeyInSuite<Key>.self)
            // A key that the type gives itself may be another one this time.
            if found.isDerived || found.key == key.stringKey { return found }
        }
        return slowly(key, in: suite)
    }

    @usableFromInline
    static func slowly(_ type: Key.Type, in suite: UserDefaults) -> KeyInSuite<Key> {
        let state = KeyState.of(type)
        return state.key(state.derivedKey ?? type.stringKey, in: suite)
    }
}
