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
    /// The name that the setting's members are observed under, if the key is one of them.
    private let allMembers: String?

    init(_ key: String, in defaults: UserDefaults, isDerived: Bool, isStoredAsIs: Bool, allMembers: String? = nil) {
        self.key = key
        self.allMembers = allMembers
        self.defaults = defaults
        self.isDerived = isDerived
        self.isStoredAsIs = isStoredAsIs
        backend = SuiteBackends.backend(of: defaults)
        observation = backend.observations.observation(of: key, in: backend)
        path = observation.path
    }

    /// Records the read for Observation's tracking; call it before reading.
    @usableFromInline
    final func access() { observation.access(path) }

    /// Notifies all observers of a change; call it with no lock held.
    final func announce() {
        observation.announce(path)
        memberObservation?.announce()
    }

    /// The observers of all members of the setting as one, if the key is a member and somebody observes them.
    final var memberObservation: KeyObservation? {
        allMembers.flatMap { backend.observations.listening(to: [$0]).first }
    }
}

/// A key type in a suite, with everything that reading and writing need, found by one look-up.
@usableFromInline
final class BoundKey<Key: TSUD>: AnyBoundKey, @unchecked Sendable {
    let metadata: KeyMetadata<Key>
    /// The setting that a member belongs to, and whose value it has if it has none of its own; `nil` for a setting.
    @usableFromInline let setting: BoundKey?
    /// The name of a member.
    private let member: String

    var coding: any PropertyListCoding<Key.ValueType> { metadata.coding }

    init(_ metadata: KeyMetadata<Key>, _ key: String, in defaults: UserDefaults) {
        self.metadata = metadata
        setting = nil
        member = ""
        super.init(key, in: defaults, isDerived: metadata.derivedName != nil, isStoredAsIs: metadata.isStoredAsIs)
    }

    /// A member of a setting.
    init(_ member: String, of setting: BoundKey) {
        metadata = setting.metadata
        self.setting = setting
        self.member = member
        super.init(
            MemberName.stored(member, of: setting.key),
            in: setting.defaults,
            isDerived: setting.isDerived,
            isStoredAsIs: setting.isStoredAsIs,
            allMembers: MemberName.all(of: setting.key)
        )
    }

    /// Whether a member is still what a new one would be.
    ///
    /// An explicit key may be computed, and different each time.
    func isCurrent(in suite: UserDefaults) -> Bool {
        defaults === suite && (isDerived || setting?.key == Key.stringKey)
    }

    /// The former keys without the current one; of a member, the members of the setting's former keys.
    var formerKeys: [String] {
        guard let setting else { return Key.formerKeys.filter { $0 != key } }
        return setting.formerKeys.map { MemberName.stored(member, of: $0) }
    }
}

extension TSUD {
    /// The key in the suite of an enclosing `withEphemeralSuite`, or else in its own suite.
    @inlinable static var currentKey: BoundKey<Self> {
        // Looking for an enclosing one costs a twentieth of a read, so it is done only after the first use of any.
        cachedKey(in: suite, isOwn: true) ?? key(in: currentSuite)
    }

    /// The key in a suite.
    @inlinable
    static func key(in defaults: UserDefaults) -> BoundKey<Self> {
        cachedKey(in: defaults, isOwn: false) ?? newKey(in: defaults)
    }

    @inlinable
    static func cachedKey(in defaults: UserDefaults, isOwn: Bool) -> BoundKey<Self>? {
        let cached = KeyCache.shared.find(ObjectIdentifier(self), in: defaults, isOwn: isOwn)
        guard let key = cached as? BoundKey<Self> else { return nil }
        // An explicit key may be computed, and different each time.
        return key.isDerived || key.key == stringKey ? key : nil
    }

    @usableFromInline
    static func newKey(in defaults: UserDefaults) -> BoundKey<Self> {
        let metadata = KeyCache.shared.metadata(of: self)
        let name = metadata.derivedName ?? stringKey
        let cached = KeyCache.shared.find(ObjectIdentifier(self), in: defaults, named: name)
        if let cached = cached as? BoundKey<Self> { return cached }
        let made = BoundKey(metadata, name, in: defaults)
        KeyCache.shared.insert(made)
        return made
    }
}
