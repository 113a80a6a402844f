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
            isDirect: state.isNative && Key.formerKeys.isEmpty,
            isOptional: state.isOptional,
            isDerived: state.derivedKey != nil
        )
    }
}

extension TSUD {
    /// The key in a suite: most times a look into a small table.
    @inlinable
    static func key(in suite: UserDefaults) -> KeyInSuite<Self> {
        if let found = KnownKeys.find(ObjectIdentifier(self), in: suite) {
            // What is found is of this type.
            let found = unsafeDowncast(found.takeUnretainedValue(), to: KeyInSuite<Self>.self)
            if isStill(found) { return found }
        }
        return newlyKnown(in: suite)
    }

    /// Whether the type still goes by a key: one that it gives itself may be another one each time.
    @inlinable
    static func isStill(_ key: KeyInSuite<Self>) -> Bool { key.isDerived || key.key == stringKey }

    @usableFromInline
    static func newlyKnown(in suite: UserDefaults) -> KeyInSuite<Self> {
        let state = KeyState.of(self)
        return state.key(state.derivedKey ?? stringKey, in: suite)
    }
}
