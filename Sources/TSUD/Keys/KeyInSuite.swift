public import Foundation

/// A key in a suite, independent of the type of the value.
@usableFromInline
class KnownKey: @unchecked Sendable {
    @usableFromInline final let defaults: UserDefaults
    let suite: any Suite
    let observers: Observers
    private let path: Observers.Path
    /// The key that the value is stored under.
    @usableFromInline final let key: String
    /// Whether the key is derived from the type's name, and so never changes.
    @usableFromInline final let isDerived: Bool
    /// See ``KeyType/isDirect``.
    @usableFromInline final let isDirect: Bool

    init(_ key: String, in defaults: UserDefaults, isDerived: Bool, isDirect: Bool) {
        self.key = key
        self.defaults = defaults
        self.isDerived = isDerived
        self.isDirect = isDirect
        suite = Suites.suite(of: defaults)
        observers = suite.observers.observers(of: key, in: suite)
        path = observers.path
    }

    /// Records the read for Observation's tracking; call it before reading.
    @usableFromInline
    final func access() { observers.access(path) }

    /// Notifies all observers of a change; call it with no lock held.
    final func announce() { observers.announce(path) }
}

/// A key type in a suite, with everything that reading and writing need, found by one look-up.
@usableFromInline
final class KeyInSuite<Key: TSUD>: KnownKey, @unchecked Sendable {
    private let type: KeyType<Key>
    var coding: any PropertyListCoding<Key.ValueType> { type.coding }

    init(_ type: KeyType<Key>, _ key: String, in defaults: UserDefaults) {
        self.type = type
        super.init(key, in: defaults, isDerived: type.derivedKey != nil, isDirect: type.isDirect)
    }
}

extension TSUD {
    /// The key in the suite of an enclosing `withEphemeralSuite`, or else in its own suite.
    @inlinable static var currentKey: KeyInSuite<Self> {
        // Looking for an enclosing one costs a twentieth of a read, so it is done only after the first use of any.
        knownKey(in: suite, isOwn: true) ?? key(in: currentSuite)
    }

    /// The key in a suite.
    @inlinable
    static func key(in defaults: UserDefaults) -> KeyInSuite<Self> {
        knownKey(in: defaults, isOwn: false) ?? newlyKnown(in: defaults)
    }

    @inlinable
    static func knownKey(in defaults: UserDefaults, isOwn: Bool) -> KeyInSuite<Self>? {
        let known = KnownKeys.shared.find(ObjectIdentifier(self), in: defaults, isOwn: isOwn)
        guard let key = known as? KeyInSuite<Self> else { return nil }
        // An explicit key may be computed, and different each time.
        return key.isDerived || key.key == stringKey ? key : nil
    }

    @usableFromInline
    static func newlyKnown(in defaults: UserDefaults) -> KeyInSuite<Self> {
        let identity = ObjectIdentifier(self)
        let type = KnownKeys.shared.type(self)
        let key = type.derivedKey ?? stringKey
        if let known = KnownKeys.shared.find(identity, in: defaults, under: key) as? KeyInSuite<Self> { return known }
        let made = KeyInSuite(type, key, in: defaults)
        KnownKeys.shared.insert(made, of: identity)
        return made
    }
}
