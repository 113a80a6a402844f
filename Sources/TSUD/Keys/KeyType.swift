import Foundation

/// What is computed once for a key type: its name and the coding of its values.
final class KeyType<Key: TSUD>: Sendable {
    /// The key, if it is derived from the type's name; `nil` if it is explicit, and may be computed each time.
    let derivedKey: String?
    let coding: any PropertyListCoding<Key.ValueType>
    /// Whether a stored object that is a `ValueType` is the value, without decoding or looking for former keys.
    let isDirect: Bool

    init() {
        coding = propertyListCoding(for: Key.ValueType.self)
        isDirect = coding.isNative && Key.formerKeys.isEmpty
        let derived = DerivedKeys.shared.key(of: Key.self)
        derivedKey = derived.isUsed ? derived.key : nil
    }
}
