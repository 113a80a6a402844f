public import Foundation

/// The bound keys of all types in use, behind one lock and one dictionary.
@usableFromInline
enum BoundKeyCache {
    private static let types = Locked<[ObjectIdentifier: KeyType]>([:])

    /// A class, because each read of a setting looks into it.
    private final class KeyType {
        /// The derived name, once it is computed.
        var derivedName: String?
        /// The bound keys, the most recent first.
        ///
        /// Each retains its suite.
        var keys: [(suite: ObjectIdentifier, key: AnyObject)] = []

        let ownCode = OwnCode()

        /// The number of keys to keep; a program may create a new suite for each access.
        static let limit = 8
    }

    /// Returns the most recent `BoundKey` of a type in a suite.
    @usableFromInline
    static func find(_ type: ObjectIdentifier, in defaults: UserDefaults) -> AnyObject? {
        types.withLock { $0[type]?.keys.first { $0.suite == ObjectIdentifier(defaults) }?.key }
    }

    /// Returns the bound keys of a type in a suite, under any name.
    static func all(_ type: ObjectIdentifier, in defaults: UserDefaults) -> [AnyObject] {
        types.withLock { types in
            types[type]?.keys.filter { $0.suite == ObjectIdentifier(defaults) }.map(\.key) ?? []
        }
    }

    static func insert<Setting: TSUD>(_ key: BoundKey<Setting>) {
        // Release it without the lock, because it may release the suite.
        let old = with(ObjectIdentifier(Setting.self)) { type in
            type.keys.insert((ObjectIdentifier(key.defaults), key), at: 0)
            return type.keys.count > KeyType.limit ? type.keys.removeLast() : nil
        }
        withExtendedLifetime(old) {}
    }

    /// Returns the default `stringKey` of a type.
    static func derivedName(of type: any TSUD.Type) -> String {
        let identifier = ObjectIdentifier(type)
        if let known = types.withLock({ $0[identifier]?.derivedName }) { return known }
        let name = keyName(of: type)
        with(identifier) { $0.derivedName = name }
        return name
    }

    /// Whether a name is the default `stringKey` of a type.
    static func isDerived(_ name: String, from type: ObjectIdentifier) -> Bool {
        types.withLock { $0[type]?.derivedName == name }
    }

    /// Returns the record of the threads that run a type's own code.
    static func ownCode(of type: ObjectIdentifier) -> OwnCode { with(type, \.ownCode) }

    private static func with<Result>(_ type: ObjectIdentifier, _ body: (KeyType) -> Result) -> Result {
        types.withLock { types in
            let known = types[type] ?? KeyType()
            types[type] = known
            return body(known)
        }
    }
}

/// The threads on which a type's `report`, `validate`, or `upgrade` runs.
///
/// A read of the same setting there returns the default, because calling them again could go on without end.
final class OwnCode: Sendable {
    private let threads = Locked<[Thread]>([])

    /// Whether the current thread runs the type's code.
    var isRunning: Bool {
        threads.withLock { threads in !threads.isEmpty && threads.contains { $0 === Thread.current } }
    }

    /// Whether the current thread runs the type's code, which is logged once for each key.
    func isRunning(for key: String) -> Bool {
        guard isRunning else { return false }
        Log.once(
            "Key '\(key)' was read while its own code runs (report, validate, or upgrade), and returned the default."
        )
        return true
    }

    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        threads.withLock { $0.append(.current) }
        defer {
            threads.withLock { threads in
                if let index = threads.lastIndex(where: { $0 === Thread.current }) { threads.remove(at: index) }
            }
        }
        return try body()
    }
}
