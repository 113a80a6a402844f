public import Foundation

/// What is known of the key types in use: their names, their metadata and the suites that they are used in.
///
/// It is consulted at every access.
@usableFromInline
final class KeyCache: @unchecked Sendable {
    @usableFromInline static let shared = KeyCache()

    private let lock = SharedLock()
    private var contents = Contents()

    /// What is known of a key type.
    private final class Entry {
        let type: any TSUD.Type
        /// The name that is derived from the type's; `nil` if nobody has asked for it.
        let derivedName: String?
        let metadata: AnyObject?
        /// The type in the suites where it is used, the most recent first.
        let keys: [AnyBoundKey]

        init(_ type: any TSUD.Type, derivedName: String?, metadata: AnyObject?, keys: [AnyBoundKey]) {
            self.type = type
            self.derivedName = derivedName
            self.metadata = metadata
            self.keys = keys
        }
    }

    /// One structure, so that a look-up is one access, which Swift checks for overlap at run time.
    private struct Contents {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// Whether `withEphemeralSuite` has been called in the process.
        var isEphemeralUsed = false
        /// The derived names that several types share by mistake, and for which that was reported.
        var reportedNames: Set<String> = []

        func find(_ type: ObjectIdentifier, in defaults: UserDefaults, isOwn: Bool) -> AnyBoundKey? {
            guard !isOwn || !isEphemeralUsed, let entry = entries[type] else { return nil }
            for key in entry.keys where key.defaults === defaults { return key }
            return nil
        }

        /// Changes what is known of a type.
        ///
        /// - Returns: the old entry, to be released without the lock: the observers of its keys may be removed from the
        ///   system with it.
        mutating func update(
            _ type: any TSUD.Type,
            derivedName: String? = nil,
            metadata: AnyObject? = nil,
            key: AnyBoundKey? = nil
        ) -> AnyObject? {
            let old = entries[ObjectIdentifier(type)]
            let keys = old?.keys ?? []
            entries[ObjectIdentifier(type)] = Entry(
                type,
                derivedName: derivedName ?? old?.derivedName,
                metadata: metadata ?? old?.metadata,
                keys: key.map { [$0] + keys.prefix(limit - 1) } ?? keys
            )
            return old
        }

        /// How many suites are cached for a key type; a program may create a new suite for each access.
        private var limit: Int { 8 }
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
        // Not `withLock`, which costs 3 % of a read.
        lock.lock()
        defer { lock.unlock() }
        return contents.find(type, in: defaults, isOwn: isOwn)
    }

    /// Finds a key type in a suite under a name that may be computed, and different each time.
    func find(_ type: ObjectIdentifier, in defaults: UserDefaults, named name: String) -> AnyBoundKey? {
        lock.withLock { contents.entries[type]?.keys.first { $0.defaults === defaults && $0.key == name } }
    }

    /// Caches a key type in a suite.
    func insert<Key: TSUD>(_ key: BoundKey<Key>) {
        let old = lock.withLock { contents.update(Key.self, key: key) }
        withExtendedLifetime(old) {}
    }

    /// Whether an ephemeral suite may replace a key's own.
    var isEphemeralUsed: Bool { lock.withLock { contents.isEphemeralUsed } }

    /// Records that from now on an ephemeral suite may replace a key's own.
    func noteEphemeralUse() {
        lock.withLock { contents.isEphemeralUsed = true }
    }

    /// What is computed once for a key type.
    func metadata<Key: TSUD>(of type: Key.Type) -> KeyMetadata<Key> {
        let known = lock.withLock { contents.entries[ObjectIdentifier(type)]?.metadata }
        if let known = known as? KeyMetadata<Key> { return known }
        // Created without the lock, because it calls the type's own code. Two threads may create one each.
        let made = KeyMetadata<Key>()
        let old = lock.withLock { contents.update(type, metadata: made) }
        withExtendedLifetime(old) {}
        return made
    }

    /// The type's own name, if that is what its `stringKey` answers; `nil` if the `stringKey` is explicit.
    func derivedName<Key: TSUD>(of type: Key.Type) -> String? {
        let name = type.stringKey
        // Only the default implementation calls the next method, which records the name.
        return lock.withLock { contents.entries[ObjectIdentifier(type)]?.derivedName } == name ? name : nil
    }

    /// The default `stringKey` of a type.
    func name<Key: TSUD>(askedOf type: Key.Type) -> String {
        if let known = lock.withLock({ contents.entries[ObjectIdentifier(type)]?.derivedName }) { return known }
        let name = keyName(of: type)
        // Looks at all other types, but only once for each type.
        let namesakes = lock.withLock {
            let others = contents.entries.values.filter { $0.derivedName == name }.map(\.type)
            _ = contents.update(type, derivedName: name)
            return others
        }
        reportMistake(among: namesakes, sharing: name, with: type) {
            lock.withLock { contents.reportedNames.insert(name).inserted }
        }
        return name
    }
}
