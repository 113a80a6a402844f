public import Foundation

/// A key type in a suite, or a member of it, with everything that reading and writing need.
///
/// It is found by one look-up, and has what is computed once.
@usableFromInline
final class BoundKey<Setting: TSUD>: @unchecked Sendable {
    @usableFromInline let defaults: UserDefaults
    let backend: any Suite
    let observation: KeyObservers
    private let path: KeyObservers.Path
    /// The key that the value is stored under.
    @usableFromInline let key: String
    /// Whether the key is derived from the type's name, and so never changes; an explicit one may be computed each time.
    @usableFromInline let isDerived: Bool
    /// Whether a stored object that is a `ValueType` is the value, without decoding or looking for former keys.
    @usableFromInline let isStoredAsIs: Bool
    /// Whether the values are of the types that are read about as fast as what is kept would be.
    @usableFromInline let isScalar: Bool
    /// The setting that a member belongs to, and whose value it has if it has none of its own; `nil` for a setting.
    @usableFromInline let setting: BoundKey?
    /// The name of a member.
    let member: String
    let kept = Locked(KeptValue<Setting.ValueType>.nothing)
    /// Of a setting, what only its members' use has told.
    let usedMembers: Locked<UsedMembers>?
    private let ownCoding = Locked<(any PropertyListCoding<Setting.ValueType>)?>(nil)

    /// Chosen on first use, because a program that reads a scalar and ends needs none, and the casts that choose it make
    /// the runtime search the conformances of all loaded libraries: 3 % of such a program.
    var coding: any PropertyListCoding<Setting.ValueType> {
        if let setting { return setting.coding }
        return ownCoding.withLock { known in
            let coding = known ?? Setting.coding
            known = coding
            return coding
        }
    }

    private init(_ key: String, in defaults: UserDefaults, isDerived: Bool) {
        let type = Setting.ValueType.self
        isScalar = type == Bool.self || type == Int.self || type == Double.self || type == String.self
        let isNative = isScalar || (type as? any WithOwnCoding.Type) is any PropertyListNative.Type
        isStoredAsIs = isNative && Setting.formerKeys.isEmpty
        self.isDerived = isDerived
        self.key = key
        self.defaults = defaults
        setting = nil
        member = ""
        usedMembers = Locked(UsedMembers())
        backend = SuiteRegistry.backend(of: defaults)
        observation = backend.observations.observation(of: .key(key), in: backend)
        path = observation.path
        observation.add(former: formerKeys.map(Observed.key))
    }

    /// A member of a setting.
    init(_ member: String, of setting: BoundKey) {
        isScalar = setting.isScalar
        isStoredAsIs = setting.isStoredAsIs && Setting.formerKeys(of: member).isEmpty
        isDerived = setting.isDerived
        key = MemberName.stored(member, of: setting.key)
        defaults = setting.defaults
        self.setting = setting
        self.member = member
        usedMembers = nil
        backend = setting.backend
        observation = backend.observations.observation(of: .key(key), in: backend)
        path = observation.path
        // Also those that turn out to belong to another setting: an observer may be told more than needed.
        observation.add(former: declaredFormerKeys.filter { $0 != key }.map(Observed.key))
    }

    /// Records the read for Observation's tracking; call it before reading.
    @usableFromInline
    func access() { observation.access(path) }

    /// The object that `UserDefaults` returns; in an update, the one that it begins with.
    @usableFromInline
    func object(named name: String) -> Any? {
        UpdateThread.isCurrent ? backend.objectInUpdate(forKey: name) : defaults.object(forKey: name)
    }

    /// The former keys that the type declares.
    var declaredFormerKeys: [String] { setting == nil ? Setting.formerKeys : Setting.formerKeys(of: member) }

    /// The former keys without the current one; of a member, without those that belong to other settings and members.
    var formerKeys: [String] {
        guard let setting else { return Setting.formerKeys.filter { $0 != key } }
        return Setting.formerKeys(of: member).filter { setting.mayBeFormer($0, of: self) }
    }

    // MARK: Finding

    @inlinable
    static func `in`(_ defaults: UserDefaults) -> BoundKey { find(in: defaults) ?? make(in: defaults) }

    /// The key in a suite, if it is known there; with `isOwn` only if no ephemeral suite may replace that suite.
    @inlinable
    static func find(in defaults: UserDefaults, isOwn: Bool = false) -> BoundKey? {
        guard let key = BoundKeyCache.find(ObjectIdentifier(Setting.self), in: defaults, isOwn: isOwn) as? BoundKey
        else {
            return nil
        }
        return key.isDerived || key.key == Setting.stringKey ? key : nil
    }

    @usableFromInline
    static func make(in defaults: UserDefaults) -> BoundKey {
        let name = Setting.stringKey
        let known = BoundKeyCache.all(ObjectIdentifier(Setting.self), in: defaults).lazy.compactMap { $0 as? BoundKey }
        if let key = known.first(where: { $0.key == name }) { return key }
        let made = BoundKey(
            name,
            in: defaults,
            isDerived: BoundKeyCache.isDerived(name, from: ObjectIdentifier(Setting.self))
        )
        BoundKeyCache.insert(made, isInOwnSuite: defaults === Setting.suite)
        made.backend.observations.noteUse(of: Setting.self, as: name)
        made.reportDuplicate()
        return made
    }

    /// Whether a member is still what a new one would be.
    @usableFromInline
    func isCurrent(in suite: UserDefaults) -> Bool {
        defaults === suite && (isDerived || setting?.key == Setting.stringKey)
    }
}

extension TSUD {
    static var coding: any PropertyListCoding<ValueType> { propertyListCoding(for: ValueType.self) }
}

/// What is known of the key types in use, by one lock and one dictionary.
@usableFromInline
enum BoundKeyCache {
    private static let contents = Locked(Contents())

    private struct Contents {
        var types: [ObjectIdentifier: KeyType] = [:]
        /// Whether `withEphemeralSettings` or `useEphemeralSettings` has been called in the process.
        var isEphemeralUsed = false
        /// The first key that was used in the suite that it has without an ephemeral one.
        var firstInOwnSuite: String?
    }

    private struct KeyType {
        /// The name that is derived from the type's; `nil` if nobody has asked for it.
        var derivedName: String?
        /// The type in the suites where it is used, the most recent first; each retains its suite.
        var keys: [(suite: ObjectIdentifier, key: AnyObject)] = []

        /// How many are kept; a program may create a new suite for each access.
        static let limit = 8
    }

    /// The key that a type has in a suite, most recently under a name that may have been computed.
    ///
    /// - Parameters:
    ///   - type: the key type.
    ///   - defaults: the suite.
    ///   - isOwn: whether an ephemeral suite would replace it.
    /// - Returns: a `BoundKey`; `nil` if it is unknown, or if the caller has to look for an ephemeral suite first.
    @usableFromInline
    static func find(_ type: ObjectIdentifier, in defaults: UserDefaults, isOwn: Bool) -> AnyObject? {
        contents.withLock { contents in
            if isOwn && contents.isEphemeralUsed { return nil }
            return contents.types[type]?.keys.first { $0.suite == ObjectIdentifier(defaults) }?.key
        }
    }

    /// The keys that a type has in a suite, under any name.
    static func all(_ type: ObjectIdentifier, in defaults: UserDefaults) -> [AnyObject] {
        contents.withLock { contents in
            contents.types[type]?.keys.filter { $0.suite == ObjectIdentifier(defaults) }.map(\.key) ?? []
        }
    }

    static func insert<Setting: TSUD>(_ key: BoundKey<Setting>, isInOwnSuite: Bool) {
        // Released without the lock, since the suite may be with it.
        let old = contents.withLock { contents in
            if isInOwnSuite { contents.firstInOwnSuite = contents.firstInOwnSuite ?? key.key }
            var keys = contents.types[ObjectIdentifier(Setting.self)]?.keys ?? []
            keys.insert((ObjectIdentifier(key.defaults), key), at: 0)
            let old = keys.count > KeyType.limit ? keys.removeLast() : nil
            contents.types[ObjectIdentifier(Setting.self), default: KeyType()].keys = keys
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// The default `stringKey` of a type.
    static func derivedName(of type: any TSUD.Type) -> String {
        let identifier = ObjectIdentifier(type)
        if let known = contents.withLock({ $0.types[identifier]?.derivedName }) { return known }
        let name = keyName(of: type)
        contents.withLock { $0.types[identifier, default: KeyType()].derivedName = name }
        return name
    }

    /// Whether a name is the default one of a type, which has been asked for.
    static func isDerived(_ name: String, from type: ObjectIdentifier) -> Bool {
        contents.withLock { $0.types[type]?.derivedName == name }
    }

    /// The first key that was used in the suite that it has without an ephemeral one.
    static var firstInOwnSuite: String? { contents.withLock { $0.firstInOwnSuite } }

    /// Whether an ephemeral suite may replace a key's own.
    static var isEphemeralUsed: Bool { contents.withLock { $0.isEphemeralUsed } }

    /// Records that from now on an ephemeral suite may replace a key's own.
    static func noteEphemeralUse() { contents.withLock { $0.isEphemeralUsed = true } }
}
