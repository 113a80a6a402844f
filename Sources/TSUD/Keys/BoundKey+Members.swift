package import Foundation

extension BoundKey {
    /// The observers of the key and of the setting whose value it may have.
    var allObservations: [KeyObservers] { [observation] + (inherited?.allObservations ?? []) }

    /// The observers of all members of a setting that lists find, as one.
    var observationOfMembers: KeyObservers? {
        let keys = listedMemberKeys
        guard let current = keys.first else { return nil }
        let observation = backend.observations.observation(of: .members(current), in: backend)
        observation.add(former: keys.dropFirst().map(Observed.members))
        return observation
    }

    /// The keys of the members of a setting.
    var memberKeys: MemberKeys { Setting.memberKeys(of: key) }

    /// The former keys of the members of a setting: those of a setting under a former key, and those with a "*".
    var formerMemberKeys: [MemberKeys] {
        let keys = memberKeys
        let former = keys.isIndependent ? Setting.formerKeys.compactMap(MemberKeys.init(pattern:)) : []
        return (formerKeys.map(MemberKeys.init(of:)) + former).filter { $0 != keys }
    }

    /// The current and the former keys of the members that lists find.
    ///
    /// There are none if the name of a member is its key, because any key of the suite would be a member.
    var listedMemberKeys: [MemberKeys] {
        let keys = memberKeys
        return keys.areNames ? [] : [keys] + formerMemberKeys.filter { !$0.areNames }
    }

    /// Returns the members of a setting that the suite stores under its key or its former ones, in order.
    func members(_ names: inout StoredNames) -> [String] { members { names[$0, in: backend] } }

    /// Returns the members among the names that a function finds for some keys, in order.
    func members(among find: (MemberKeys) -> [String]) -> [String] {
        let (names, isIndependent) = (backend.observations.usedNames, memberKeys.isIndependent)
        let members = listedMemberKeys.flatMap { keys in
            // Another setting may own a key that looks like that of an independent member.
            find(keys).filter { !isIndependent || !names.own($0, rather: keys, of: ObjectIdentifier(Setting.self)) }
                .compactMap(keys.member(storedAs:))
        }
        return DistinctNames(members).sorted
    }

    /// A setting and its stored members.
    func withMembers(_ names: inout StoredNames) -> [BoundKey] {
        [self] + members(&names).map(member(named:))
    }

    /// Returns the stored objects of a setting and its members, by their current keys or names.
    func storedObjects(_ names: inout StoredNames, by name: (BoundKey) -> String = { $0.key }) -> NamedValues<Any> {
        var objects: NamedValues<Any> = [:]
        for key in withMembers(&names) { objects[name(key)] = key.storedObject }
        return objects
    }

    /// Returns the setting or the member whose key, or former key, is a name.
    func key(storedAs name: String) -> BoundKey? {
        if ([key] + formerKeys).contains(where: name.isSpelled) { return self }
        return members { $0.member(storedAs: name) == nil ? [] : [name] }.first.map(member(named:))
    }

    /// Returns a member of a setting, or the setting itself if the pattern and the name give its own key.
    func member(named name: String) -> BoundKey {
        if let known = BoundKeyCache.member(name, of: self), known.hasCurrentPattern { return known }
        var keys = memberKeys
        if keys.isIndependent {
            let key = keys.key(of: name)
            if key.isSpelled(like: self.key) { return self }
            if CompanionNames.reserve(key) {
                Setting.reportReserved(name, self.key)
                keys = MemberKeys(of: self.key)
            }
        }
        let made = BoundKey(name, of: self, keys)
        BoundKeyCache.insert(made, of: self)
        if keys.isIndependent { recordNames() }
        return made
    }

    /// Whether a list may remove the stored object: an independent member's only if the setting can read it.
    ///
    /// Otherwise, it may belong to another part of the program.
    func canReset(_ object: Any?) -> Bool {
        !isIndependent || object.map { (try? decode(stored: $0)) != nil } ?? true
    }
}

/// Names that may belong to members, by the keys of these.
package struct NamesByKeys {
    private let all: [String]
    private let known: KnownMembers
    private var names: [MemberKeys: [String]] = [:]

    /// The names that may belong to the members of some settings, former ones included.
    package init(_ all: [String], of handles: [any AnyHandle]) {
        self.init(all, of: KnownMembers(handles.flatMap { $0.allMemberKeys }))
    }

    init(_ all: [String], of known: KnownMembers) {
        (self.all, self.known) = (all, known)
        for name in all {
            for keys in known.keys(of: name) { names[keys, default: []].append(name) }
        }
    }

    subscript(keys: MemberKeys) -> [String] {
        // A computed `memberKey` may have changed since.
        known.contains(keys) ? names[keys] ?? [] : all.filter { keys.member(storedAs: $0) != nil }
    }
}

/// The names that some suites store, which it reads once for each suite.
package struct StoredNames: Sendable {
    /// It retains the suites, since a suite that is made again has other observers.
    private var suites: [(backend: any Suite, names: NamesByKeys)] = []

    package init() {}

    /// Reads the names of some suites.
    package init(in suites: [UserDefaults]) {
        for suite in suites { _ = names(in: SuiteRegistry.backend(of: suite)) }
    }

    subscript(keys: MemberKeys, in backend: any Suite) -> [String] {
        mutating get { names(in: backend)[keys] }
    }

    private mutating func names(in backend: any Suite) -> NamesByKeys {
        let observations = backend.observations
        if let known = suites.first(where: { $0.backend.observations === observations }) { return known.names }
        let names = NamesByKeys(backend.storedKeys(withPrefix: ""), of: observations.usedNames.members)
        suites.append((backend, names))
        return names
    }
}
