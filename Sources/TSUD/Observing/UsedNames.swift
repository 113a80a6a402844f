/// The settings that were used in a suite, and their names as their own code has given them.
///
/// Names are recorded where the setting is used, and stay, because a setting may have another name for each account.
/// No use of another setting calls that code later, because it may run on another thread.
final class UsedNames: Sendable {
    private let state = Locked(State())

    private struct State {
        var settings: [ObjectIdentifier: Names] = [:]
        /// The first type that each name is derived from.
        var owners: NamedValues<any TSUD.Type> = [:]
        /// The names that were reported, because a second type has them.
        var shared: Set<Spelling> = []
        /// The names of all settings, once they are looked up.
        var index: Index?
    }

    /// The names of one setting.
    private struct Names {
        let type: any TSUD.Type
        /// The keys and the former keys.
        var keys: Set<Spelling> = []
        /// The values of `memberKey`.
        var patterns: Set<Spelling> = []

        var members: [MemberKeys] {
            let patterns = keys.union(patterns).compactMap { MemberKeys(pattern: $0.name) }
            return keys.map { MemberKeys(of: $0.name) } + patterns.filter { !$0.areNames }
        }
    }

    private struct Index {
        var keys: Set<Spelling> = []
        /// The settings that have members with some keys.
        var owners: [MemberKeys: Set<ObjectIdentifier>]
        let members: KnownMembers

        init(_ settings: [ObjectIdentifier: Names]) {
            // The library's own names are no member's.
            owners = [MemberKeys(of: CompanionNames.lastSynced): [ObjectIdentifier(UsedNames.self)]]
            for (identifier, names) in settings {
                keys.formUnion(names.keys)
                for keys in names.members { owners[keys, default: []].insert(identifier) }
            }
            members = KnownMembers(owners.keys)
        }
    }

    var types: [any TSUD.Type] { state.withLock { $0.settings.values.map(\.type) } }

    /// The keys of the members of all settings.
    var members: KnownMembers { withIndex(\.members) }

    /// Records the names that a setting has now.
    func insert(_ keys: [String], pattern: String, of type: any TSUD.Type) {
        state.withLock { state in
            var names = state.settings[ObjectIdentifier(type)] ?? Names(type: type)
            let (keys, pattern) = (keys.map(Spelling.init), Spelling(pattern))
            if names.keys.isSuperset(of: keys), names.patterns.contains(pattern) { return }
            names.keys.formUnion(keys)
            names.patterns.insert(pattern)
            state.settings[ObjectIdentifier(type)] = names
            state.index = nil
        }
    }

    /// Whether a name is a key or that of another setting's member, rather than of this setting's member with some keys.
    func own(_ name: String, rather keys: MemberKeys, of setting: ObjectIdentifier) -> Bool {
        withIndex { index in
            index.keys.contains(Spelling(name))
                || index.members.keys(of: name).contains { other in
                    other.isPreferred(to: keys) && other.member(storedAs: name) != nil
                        && index.owners[other] != [setting]
                }
        }
    }

    private func withIndex<Result>(_ body: (Index) -> Result) -> Result {
        state.withLock { state in
            let index = state.index ?? Index(state.settings)
            state.index = index
            return body(index)
        }
    }

    /// Records that a name is derived from a type.
    ///
    /// - Returns: Another type with that name, when it is found for the first time.
    func insertDerived(_ name: String, of type: any TSUD.Type) -> (any TSUD.Type)? {
        state.withLock { state in
            let owner = state.owners[name] ?? type
            state.owners[name] = owner
            return owner != type && state.shared.insert(Spelling(name)).inserted ? owner : nil
        }
    }
}
