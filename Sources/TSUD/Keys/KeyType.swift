import Foundation

/// What is worked out once for a key type: its name and the route of its values.
final class KeyType<Key: TSUD>: Sendable {
    /// The key, if it is the type's own name; `nil` if the type says what it is, which it may do anew each time.
    let derivedKey: String?
    let coding: any PropertyListCoding<Key.ValueType>
    /// Whether a stored object that is a `ValueType` is the value, with nothing left to read into it or to look for
    /// elsewhere.
    let isDirect: Bool

    init() {
        coding = propertyListCoding(for: Key.ValueType.self)
        isDirect = Key.ValueType.self is any PropertyListNative.Type && Key.formerKeys.isEmpty
        let derived = DerivedKeys.shared.key(of: Key.self)
        derivedKey = derived.isUsed ? derived.key : nil
    }
}
