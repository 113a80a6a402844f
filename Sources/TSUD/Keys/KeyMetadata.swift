import Foundation

/// What is computed once for a key type: its name and the coding of its values.
final class KeyMetadata<Key: TSUD>: @unchecked Sendable {
    /// The key, if it is derived from the type's name; `nil` if it is explicit, and may be computed each time.
    let derivedName: String?
    /// Whether a stored object that is a `ValueType` is the value, without decoding or looking for former keys.
    let isStoredAsIs: Bool

    private var lock: SharedLock { keyMetadataLock }
    private var knownCoding: (any PropertyListCoding<Key.ValueType>)?

    /// Created on first use, because a program that reads a scalar and ends needs none, and the casts that choose it
    /// make the runtime search the conformances of all loaded libraries: 3 % of such a program.
    var coding: any PropertyListCoding<Key.ValueType> {
        lock.withLock {
            let coding = knownCoding ?? propertyListCoding(for: Key.ValueType.self)
            knownCoding = coding
            return coding
        }
    }

    init() {
        let type = Key.ValueType.self
        let isNative =
            type == Bool.self || type == Int.self || type == Double.self || type == String.self
            || (type as? any WithOwnCoding.Type) is any PropertyListNative.Type
        isStoredAsIs = isNative && Key.formerKeys.isEmpty
        derivedName = KeyCache.shared.derivedName(of: Key.self)
    }
}

private let keyMetadataLock = SharedLock()
