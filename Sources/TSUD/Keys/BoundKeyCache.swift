public import Foundation

/// The bound keys in use, behind one lock and one dictionary.
@usableFromInline
enum BoundKeyCache {
    private static let state = Locked(State())

    private struct State {
        var types: [ObjectIdentifier: KeyType] = [:]
        /// The suites of the keys, whose number is limited, because a program may create a new suite for each access.
        var suites: [ObjectIdentifier: WeakSuite] = [:]
        var limit = DoublingLimit()

        mutating func type(_ identifier: ObjectIdentifier) -> KeyType {
            let type = types[identifier] ?? KeyType()
            types[identifier] = type
            return type
        }
    }

    /// A class, because each read of a setting looks into it.
    private final class KeyType {
        /// The derived name, once it is computed.
        var derivedName: String?
        let ownCode = OwnCode()
        /// The bound keys in each suite under several names, the most recent first; they retain the suite.
        var keys: [ObjectIdentifier: [AnyObject]] = [:]
        /// The members that were used last.
        var members: [MemberName: AnyObject] = [:]
        /// The most recent key of all, which a type that is used in one suite finds without another dictionary.
        var recent: (suite: ObjectIdentifier, key: AnyObject)?

        /// The number of names to keep; a program may compute a new one for each access.
        static let limit = 8
        /// The number of members to keep; a program may have any number.
        static let memberLimit = 64

        func key(in suite: ObjectIdentifier) -> AnyObject? {
            if let recent, recent.suite == suite { return recent.key }
            return keys[suite]?.first
        }
    }

    /// The name of a member of a bound key, byte by byte, because the name of an independent member is in its key.
    private struct MemberName: Hashable {
        let setting: ObjectIdentifier
        let name: String

        static func == (one: Self, other: Self) -> Bool {
            one.setting == other.setting && one.name.isSpelled(like: other.name)
        }
    }

    private struct WeakSuite {
        weak var suite: UserDefaults?
    }

    /// Returns the most recent `BoundKey` of a type in a suite.
    @usableFromInline
    static func find(_ type: ObjectIdentifier, in defaults: UserDefaults) -> AnyObject? {
        state.withLock { $0.types[type]?.key(in: ObjectIdentifier(defaults)) }
    }

    /// Returns the bound keys of a type in a suite, under any name.
    static func all(_ type: ObjectIdentifier, in defaults: UserDefaults) -> [AnyObject] {
        state.withLock { $0.types[type]?.keys[ObjectIdentifier(defaults)] ?? [] }
    }

    static func insert<Setting: TSUD>(_ key: BoundKey<Setting>) {
        makeRoom()
        let suite = ObjectIdentifier(key.defaults)
        let old = state.withLock { state in
            let type = state.type(ObjectIdentifier(Setting.self))
            state.suites[suite] = WeakSuite(suite: key.defaults)
            type.recent = (suite, key)
            type.keys[suite, default: []].insert(key, at: 0)
            return (type.keys[suite]?.count ?? 0) > KeyType.limit ? type.keys[suite]?.removeLast() : nil
        }
        // Release it without the lock, because it may release the suite.
        withExtendedLifetime(old) {}
    }

    /// Returns a known member of a setting.
    static func member<Setting: TSUD>(_ name: String, of setting: BoundKey<Setting>) -> BoundKey<Setting>? {
        let name = MemberName(setting: ObjectIdentifier(setting), name: name)
        return state.withLock { $0.types[ObjectIdentifier(Setting.self)]?.members[name] } as? BoundKey<Setting>
    }

    static func insert<Setting: TSUD>(_ member: BoundKey<Setting>, of setting: BoundKey<Setting>) {
        let old = state.withLock { state in
            let type = state.type(ObjectIdentifier(Setting.self))
            let old = type.members.count < KeyType.memberLimit ? [:] : type.members
            if !old.isEmpty { type.members = [:] }
            type.members[MemberName(setting: ObjectIdentifier(setting), name: member.member)] = member
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Sets the number of suites at which keys are released, for tests.
    static func setLimit(_ limit: Int) { state.withLock { $0.limit = DoublingLimit(limit) } }

    /// Releases all keys if they have many suites, of which the program may have released most.
    private static func makeRoom() {
        var old = state.withLock { state -> [([ObjectIdentifier: [AnyObject]], [MemberName: AnyObject])] in
            if !state.limit.isReached(by: state.suites.count) { return [] }
            return state.types.values.map { type in
                defer { (type.keys, type.members, type.recent) = ([:], [:], nil) }
                return (type.keys, type.members)
            }
        }
        if old.isEmpty { return }
        old = []
        state.withLock { state in
            state.suites = state.suites.filter { $1.suite != nil }
            state.limit.reset(to: state.suites.count)
        }
    }

    /// Returns the default `stringKey` of a type.
    static func derivedName(of type: any TSUD.Type) -> String {
        let identifier = ObjectIdentifier(type)
        if let known = state.withLock({ $0.types[identifier]?.derivedName }) { return known }
        let name = keyName(of: type)
        state.withLock { $0.type(identifier).derivedName = name }
        return name
    }

    /// Whether a name is the default `stringKey` of a type.
    static func isDerived(_ name: String, from type: ObjectIdentifier) -> Bool {
        state.withLock { $0.types[type]?.derivedName?.isSpelled(like: name) == true }
    }

    /// Returns the record of the threads that run a type's own code.
    static func ownCode(of type: ObjectIdentifier) -> OwnCode { state.withLock { $0.type(type).ownCode } }
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
