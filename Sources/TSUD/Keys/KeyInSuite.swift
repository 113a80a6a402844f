public import Foundation

/// A key in a suite, for any type of values.
@usableFromInline
class KnownKey: @unchecked Sendable {
    let defaults: UserDefaults
    let suite: any Suite
    let observers: Observers
    private let path: any KeyPath<Observers, Void> & Sendable
    /// The string that the value is stored under.
    @usableFromInline final let key: String
    /// Whether the key is the type's own name, and so always the same.
    @usableFromInline final let isDerived: Bool
    /// See ``KeyType/isDirect``.
    @usableFromInline final let isDirect: Bool

    init(_ key: String, in defaults: UserDefaults, isDerived: Bool, isDirect: Bool) {
        self.key = key
        self.defaults = defaults
        self.isDerived = isDerived
        self.isDirect = isDirect
        suite = Suites.suite(of: defaults)
        observers = suite.observers(of: key)
        path = observers.path
    }

    /// Notes that the key is about to be read, for whoever is tracking reads.
    @usableFromInline
    final func access() { observers.access(path) }
}

/// A key type and a suite: all that reading and writing needs, found by one look-up.
@usableFromInline
final class KeyInSuite<Key: TSUD>: KnownKey, @unchecked Sendable {
    let coding: any PropertyListCoding<Key.ValueType>

    init(_ type: KeyType<Key>, _ key: String, in defaults: UserDefaults) {
        coding = type.coding
        super.init(key, in: defaults, isDerived: type.derivedKey != nil, isDirect: type.isDirect)
    }
}

extension TSUD {
    /// The key in a suite.
    @inlinable
    static func key(in defaults: UserDefaults) -> KeyInSuite<Self> {
        if let known = KnownKeys.shared.find(ObjectIdentifier(self), in: defaults) as? KeyInSuite<Self>,
            // A key that a type gives itself may be another one each time.
            known.isDerived || known.key == stringKey
        {
            return known
        }
        return newlyKnown(in: defaults)
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
