import Foundation

/// What is computed once for a key type: its name and the coding of its values.
final class KeyMetadata<Key: TSUD>: Sendable {
    /// The key, if it is derived from the type's name; `nil` if it is explicit, and may be computed each time.
    let derivedName: String?
    /// Whether a stored object that is a `ValueType` is the value, without decoding or looking for former keys.
    let isStoredAsIs: Bool
    /// Whether the values are of the types that are read about as fast as what is kept would be.
    let isScalar: Bool
    private let knownCoding = Locked<(any PropertyListCoding<Key.ValueType>)?>(nil)

    /// Created on first use, because a program that reads a scalar and ends needs none, and the casts that choose it
    /// make the runtime search the conformances of all loaded libraries: 3 % of such a program.
    var coding: any PropertyListCoding<Key.ValueType> {
        knownCoding.withLock { known in
            let coding = known ?? propertyListCoding(for: Key.ValueType.self)
            known = coding
            return coding
        }
    }

    init(derivedName: String?) {
        let type = Key.ValueType.self
        isScalar = type == Bool.self || type == Int.self || type == Double.self || type == String.self
        let isNative = isScalar || (type as? any WithOwnCoding.Type) is any PropertyListNative.Type
        isStoredAsIs = isNative && Key.formerKeys.isEmpty
        self.derivedName = derivedName
    }
}
