public import Foundation

/// A setting or a member in one suite, with everything that reading and writing need.
@usableFromInline
final class BoundKey<Setting: TSUD>: @unchecked Sendable {
    @usableFromInline let defaults: UserDefaults
    /// The object that is read, the same one except in a few suites on Linux.
    let backend: any Suite
    let observation: KeyObservers
    private let path: KeyObservers.Path
    /// The key that the value is stored under.
    @usableFromInline let key: String
    /// The same as the system's own string, if the suite uses it.
    let coreKey: AnyObject?
    /// Whether the key is derived from the type's name, and so never changes.
    ///
    /// A custom one may be computed each time.
    @usableFromInline let isDerived: Bool
    /// The setting that a member belongs to; `nil` for a setting.
    @usableFromInline let setting: BoundKey?
    /// Whether it is a member that never has the setting's value.
    let isIndependent: Bool
    /// The name of a member.
    let member: String
    /// The setting's `memberKey`, which may be computed each time.
    private let memberPattern: String
    let lastRead = Locked<CachedObject?>(nil)
    /// Shared by all keys of the type.
    let ownCode: OwnCode
    private let ownCoding = Locked<(any PropertyListCoding<Setting.ValueType>)?>(nil)

    /// The coding of the type, chosen at its first use: the casts search the conformances of all loaded libraries.
    var coding: any PropertyListCoding<Setting.ValueType> {
        if let setting { return setting.coding }
        if let known = ownCoding.copy { return known }
        let coding = Setting.coding
        ownCoding.withLock { $0 = coding }
        return coding
    }

    private init(_ key: String, in defaults: UserDefaults, isDerived: Bool) {
        self.isDerived = isDerived
        self.key = key
        self.defaults = defaults
        setting = nil
        isIndependent = false
        member = ""
        memberPattern = ""
        ownCode = BoundKeyCache.ownCode(of: ObjectIdentifier(Setting.self))
        backend = SuiteRegistry.backend(of: defaults)
        coreKey = SuiteRegistry.coreKey(key)
        observation = backend.observations.observation(of: .key(key), in: backend)
        path = observation.path
        observation.add(former: formerKeys.map(Observed.key))
    }

    /// A member of a setting; ``member(named:)`` finds a known one.
    init(_ member: String, of setting: BoundKey, _ keys: MemberKeys) {
        isDerived = setting.isDerived
        key = keys.key(of: member)
        isIndependent = keys.isIndependent
        defaults = setting.defaults
        self.setting = setting
        self.member = keys.name(of: member)
        memberPattern = Setting.memberKey
        ownCode = setting.ownCode
        backend = setting.backend
        coreKey = SuiteRegistry.coreKey(key)
        observation = backend.observations.observation(of: .key(key), in: backend)
        path = observation.path
        observation.add(former: formerKeys.map(Observed.key))
    }

    /// Records the names that the setting's own code gives it now.
    func recordNames() {
        backend.observations.usedNames.insert([key] + Setting.formerKeys, pattern: Setting.memberKey, of: Setting.self)
    }

    /// Registers a read with Observation.
    ///
    /// Call it before the read.
    @usableFromInline
    func access() { observation.access(path) }

    /// The setting whose value a member has without its own; `nil` for a setting and for an independent member.
    var inherited: BoundKey? { isIndependent ? nil : setting }

    /// The value without a stored or inherited one.
    var defaultValue: Setting.ValueType {
        isIndependent ? Setting.defaultValue(of: member) : Setting.defaultValue
    }

    /// The former keys without the current one; for a member, those under the former keys of its setting.
    var formerKeys: [String] {
        let all = Setting.formerKeys
        if all.isEmpty { return [] }
        if let setting {
            return setting.formerMemberKeys.map { $0.key(of: member) }
                .filter { !$0.isSpelled(like: key) && !CompanionNames.reserve($0) }
        }
        let hasIndependent = memberKeys.isIndependent
        return all.filter { !$0.isSpelled(like: key) && !(hasIndependent && MemberKeys(pattern: $0) != nil) }
    }

    /// The name outside of suites: the key, or that which an independent member would have as another member.
    var name: String {
        guard isIndependent, let setting else { return key }
        return MemberKeys(of: setting.key).key(of: member)
    }

    // MARK: Finding

    @inlinable
    static func `in`(_ defaults: UserDefaults) -> BoundKey { find(in: defaults) ?? make(in: defaults) }

    /// Returns the key in a suite, if it is known there.
    @inlinable
    static func find(in defaults: UserDefaults) -> BoundKey? {
        guard let key = BoundKeyCache.find(ObjectIdentifier(Setting.self), in: defaults) as? BoundKey else {
            return nil
        }
        return key.isCurrent ? key : nil
    }

    @usableFromInline
    static func make(in defaults: UserDefaults) -> BoundKey {
        let name = Setting.stringKey
        for known in BoundKeyCache.all(ObjectIdentifier(Setting.self), in: defaults) {
            if let key = known as? BoundKey, key.key.isSpelled(like: name) { return key }
        }
        let made = BoundKey(
            name,
            in: defaults,
            isDerived: BoundKeyCache.isDerived(name, from: ObjectIdentifier(Setting.self))
        )
        BoundKeyCache.insert(made)
        EphemeralSettings.noteUse()
        made.recordNames()
        made.reportDuplicate()
        return made
    }

    /// Returns whether a kept key has the suite and the name that a new one would have.
    @usableFromInline
    func isCurrent(in suite: UserDefaults) -> Bool {
        guard let setting else { return defaults === suite && isCurrent }
        return defaults === suite && setting.isCurrent && hasCurrentPattern
    }

    /// Whether a member has the setting's current `memberKey`.
    var hasCurrentPattern: Bool { memberPattern.isSpelled(like: Setting.memberKey) }

    @usableFromInline var isCurrent: Bool { isDerived || key.isSpelled(like: Setting.stringKey) }
}

extension TSUD {
    static var coding: any PropertyListCoding<ValueType> { propertyListCoding(for: ValueType.self) }
}
