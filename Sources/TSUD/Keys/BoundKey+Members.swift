package import Foundation

extension BoundKey {
    /// The observers of the key and of the setting whose value it may have.
    var allObservations: [KeyObservers] { [observation] + (inherited?.allObservations ?? []) }

    /// The observers of all members of a setting, as one.
    var observationOfMembers: KeyObservers {
        let observation = backend.observations.observation(of: .members(memberKeys), in: backend)
        observation.add(former: formerMemberKeys.map(Observed.members))
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

    /// Returns the members of a setting that the suite stores under its key or its former ones, in order.
    func members(_ names: inout StoredNames) -> [String] { members { names[$0, in: backend] } }

    /// Returns the members among the names that a function finds for some keys, in order.
    func members(among find: (MemberKeys) -> [String]) -> [String] {
        let others = othersOfIndependent
        let members = ([memberKeys] + formerMemberKeys).flatMap { keys in
            find(keys).filter { !others.own($0, rather: keys) }.compactMap(keys.member(storedAs:))
        }
        return Array(Set(members)).sorted()
    }

    /// The other settings, which may own a key that looks like that of an independent member.
    private var othersOfIndependent: OtherSettings {
        memberKeys.isIndependent ? OtherSettings(than: self) : OtherSettings()
    }

    /// A setting and its stored members.
    func withMembers(_ names: inout StoredNames) -> [BoundKey] {
        [self] + members(&names).map(member(named:))
    }

    /// Returns the stored objects of a setting and its members, by their current keys or names.
    func storedObjects(_ names: inout StoredNames, by name: KeyPath<BoundKey, String> = \.key) -> [String: Any] {
        var objects: [String: Any] = [:]
        for key in withMembers(&names) { objects[key[keyPath: name]] = key.storedObject }
        return objects
    }

    /// Returns the setting or the member whose key, or former key, is a name.
    func key(storedAs name: String) -> BoundKey? {
        if name == key || formerKeys.contains(name) { return self }
        return members { $0.member(storedAs: name) == nil ? [] : [name] }.first.map(member(named:))
    }

    /// Returns a member of a setting.
    func member(named name: String) -> BoundKey { BoundKey(name, of: self, memberKeys) }

    /// Whether a list may remove the stored object: an independent member's only if the setting can read it.
    ///
    /// Otherwise, it may belong to another part of the program.
    func canReset(_ object: Any?) -> Bool {
        !isIndependent || object.map { (try? decode(stored: $0)) != nil } ?? true
    }
}

/// Names that may belong to members, by the keys of these.
struct NamesByKeys {
    private let all: [String]
    /// The names by the prefix of their keys.
    private var names: [String: [String]] = [:]

    init(_ all: [String]) {
        self.all = all
        for name in all {
            for case .members(let keys) in Observed.concerned(by: name) { names[keys.prefix, default: []].append(name) }
        }
    }

    subscript(keys: MemberKeys) -> [String] {
        keys.isIndependent ? all.filter { keys.member(storedAs: $0) != nil } : names[keys.prefix] ?? []
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
        let names = NamesByKeys(backend.storedKeys(withPrefix: ""))
        suites.append((backend, names))
        return names
    }
}
