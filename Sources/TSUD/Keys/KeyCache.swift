public import Foundation

/// What is known of the key types in use: their names, their metadata and the suites that they are used in.
///
/// It is consulted at every access.
@usableFromInline
final class KeyCache: Sendable {
    @usableFromInline static let shared = KeyCache()

    private let contents = Locked(Contents())

    private struct Contents {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// Whether `withEphemeralSuite` or `useEphemeralSettings` has been called in the process.
        var isEphemeralUsed = false
    }

    /// What is known of a key type.
    private struct Entry {
        /// The name that is derived from the type's; `nil` if nobody has asked for it.
        var derivedName: String?
        var metadata: AnyObject?
        /// The type in the suites where it is used, the most recent first.
        var keys: [AnyBoundKey] = []

        /// How many suites are kept; a program may create a new one for each access.
        static let limit = 8
    }

    /// Finds a key type in a suite.
    ///
    /// - Parameters:
    ///   - type: the key type.
    ///   - defaults: the suite.
    ///   - isOwn: whether an ephemeral suite would replace it.
    /// - Returns: `nil` if it is not cached, or if the caller has to look for an ephemeral suite first.
    @usableFromInline
    func find(_ type: ObjectIdentifier, in defaults: UserDefaults, isOwn: Bool) -> AnyBoundKey? {
        contents.withLock { contents in
            if isOwn && contents.isEphemeralUsed { return nil }
            return contents.entries[type]?.keys.first { $0.defaults === defaults }
        }
    }

    /// Finds a key type in a suite under a name that may be computed, and different each time.
    func find(_ type: ObjectIdentifier, in defaults: UserDefaults, named name: String) -> AnyBoundKey? {
        contents.withLock { $0.entries[type]?.keys.first { $0.defaults === defaults && $0.key == name } }
    }

    /// Caches a key type in a suite.
    func insert<Key: TSUD>(_ key: BoundKey<Key>) {
        // Released without the lock, since the suite may be with it.
        let old = contents.withLock { contents in
            var keys = contents.entries[ObjectIdentifier(Key.self)]?.keys ?? []
            keys.insert(key, at: 0)
            let old = keys.count > Entry.limit ? keys.removeLast() : nil
            contents.entries[ObjectIdentifier(Key.self), default: Entry()].keys = keys
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// A key that has been used in the suite that it has without an ephemeral one.
    var keyInOwnSuite: AnyBoundKey? {
        // Asked without the lock, because it calls the types' own code.
        contents.withLock { $0.entries.values.flatMap(\.keys) }.first { $0.isInOwnSuite }
    }

    /// Whether an ephemeral suite may replace a key's own.
    var isEphemeralUsed: Bool { contents.withLock { $0.isEphemeralUsed } }

    /// Records that from now on an ephemeral suite may replace a key's own.
    func noteEphemeralUse() {
        contents.withLock { $0.isEphemeralUsed = true }
    }

    /// What is computed once for a key type.
    func metadata<Key: TSUD>(of type: Key.Type) -> KeyMetadata<Key> {
        let identifier = ObjectIdentifier(type)
        let known = contents.withLock { $0.entries[identifier]?.metadata }
        if let known = known as? KeyMetadata<Key> { return known }
        // Created without the lock, because it calls the type's own code. Two threads may create one each.
        let name = type.stringKey
        let isDerived = contents.withLock { $0.entries[identifier]?.derivedName } == name
        let made = KeyMetadata<Key>(derivedName: isDerived ? name : nil)
        contents.withLock { $0.entries[identifier, default: Entry()].metadata = made }
        return made
    }

    /// The default `stringKey` of a type.
    func derivedName(of type: any TSUD.Type) -> String {
        let identifier = ObjectIdentifier(type)
        if let known = contents.withLock({ $0.entries[identifier]?.derivedName }) { return known }
        let name = keyName(of: type)
        contents.withLock { $0.entries[identifier, default: Entry()].derivedName = name }
        return name
    }
}
