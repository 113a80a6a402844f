public import Foundation

/// A key in a suite, independent of the type of the value.
@usableFromInline
class AnyBoundKey: @unchecked Sendable {
    @usableFromInline final let defaults: UserDefaults
    let backend: any SuiteBackend
    let observation: KeyObservation
    private let path: KeyObservation.Path
    /// The key that the value is stored under.
    @usableFromInline final let key: String
    /// Whether the key is derived from the type's name, and so never changes.
    @usableFromInline final let isDerived: Bool
    /// See ``KeyMetadata/isStoredAsIs``.
    @usableFromInline final let isStoredAsIs: Bool
    final let isInStandardSuite: Bool
    /// Whether the suite is the one that the type has without an ephemeral one.
    var isInOwnSuite: Bool { false }

    init(_ key: String, in defaults: UserDefaults, isDerived: Bool, isStoredAsIs: Bool) {
        self.key = key
        self.defaults = defaults
        self.isDerived = isDerived
        self.isStoredAsIs = isStoredAsIs
        isInStandardSuite = defaults === UserDefaults.standard
        backend = SuiteBackends.backend(of: defaults)
        observation = backend.observations.observation(of: .key(key), in: backend)
        path = observation.path
    }

    /// The object that `UserDefaults` returns; in an update, the one that it begins with.
    @usableFromInline
    final func object(named name: String) -> Any? {
        UpdateThread.isCurrent ? backend.objectInUpdate(forKey: name) : defaults.object(forKey: name)
    }

    /// Records the read for Observation's tracking; call it before reading.
    @usableFromInline
    final func access() { observation.access(path) }
}

/// A key type in a suite, with everything that reading and writing need, found by one look-up.
@usableFromInline
final class BoundKey<Key: TSUD>: AnyBoundKey, @unchecked Sendable {
    let metadata: KeyMetadata<Key>
    /// The setting that a member belongs to, and whose value it has if it has none of its own; `nil` for a setting.
    @usableFromInline let setting: BoundKey?
    /// The name of a member.
    let member: String
    /// See ``KeyMetadata/isScalar``.
    @usableFromInline let isScalar: Bool
    let kept = Locked(KeptValue<Key.ValueType>.nothing)
    /// Of a setting, what only its members' use has told.
    let usedMembers: Locked<UsedMembers>?

    var coding: any PropertyListCoding<Key.ValueType> { metadata.coding }
    override var isInOwnSuite: Bool { defaults === Key.suite }

    init(_ metadata: KeyMetadata<Key>, _ key: String, in defaults: UserDefaults) {
        self.metadata = metadata
        isScalar = metadata.isScalar
        setting = nil
        member = ""
        usedMembers = Locked(UsedMembers())
        super.init(key, in: defaults, isDerived: metadata.derivedName != nil, isStoredAsIs: metadata.isStoredAsIs)
        observation.add(former: formerKeys.map(Observed.key))
    }

    /// A member of a setting.
    init(_ member: String, of setting: BoundKey) {
        metadata = setting.metadata
        isScalar = setting.isScalar
        self.setting = setting
        self.member = member
        usedMembers = nil
        super.init(
            MemberName.stored(member, of: setting.key),
            in: setting.defaults,
            isDerived: setting.isDerived,
            isStoredAsIs: setting.isStoredAsIs && Key.formerKeys(of: member).isEmpty
        )
        // Also those that turn out to belong to another setting: an observer may be told more than needed.
        observation.add(former: declaredFormerKeys.filter { $0 != key }.map(Observed.key))
    }

    /// The key in a suite, if it is cached; with `isOwn` only if no ephemeral suite may replace that suite.
    @inlinable
    static func find(in defaults: UserDefaults, isOwn: Bool = false) -> BoundKey? {
        let found = KeyCache.shared.find(ObjectIdentifier(Key.self), in: defaults, isOwn: isOwn)
        guard let key = found as? BoundKey else { return nil }
        // An explicit key may be computed, and different each time.
        return key.isDerived || key.key == Key.stringKey ? key : nil
    }

    @inlinable
    static func `in`(_ defaults: UserDefaults) -> BoundKey { find(in: defaults) ?? make(in: defaults) }

    @usableFromInline
    static func make(in defaults: UserDefaults) -> BoundKey {
        let metadata = KeyCache.shared.metadata(of: Key.self)
        let name = metadata.derivedName ?? Key.stringKey
        let found = KeyCache.shared.find(ObjectIdentifier(Key.self), in: defaults, named: name)
        if let key = found as? BoundKey { return key }
        let made = BoundKey(metadata, name, in: defaults)
        KeyCache.shared.insert(made)
        made.backend.observations.noteUse(of: Key.self, as: name)
        made.reportDuplicate()
        return made
    }

    /// Whether a member is still what a new one would be.
    ///
    /// An explicit key may be computed, and different each time.
    @usableFromInline
    func isCurrent(in suite: UserDefaults) -> Bool {
        defaults === suite && (isDerived || setting?.key == Key.stringKey)
    }

    /// The former keys that the type declares.
    var declaredFormerKeys: [String] { setting == nil ? Key.formerKeys : Key.formerKeys(of: member) }

    /// The former keys without the current one; of a member, without those that belong to other settings and members.
    var formerKeys: [String] {
        guard let setting else { return Key.formerKeys.filter { $0 != key } }
        return Key.formerKeys(of: member).filter { setting.mayBeFormer($0, of: self) }
    }
}
