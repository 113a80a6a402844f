import Foundation

extension BoundKey {
    /// The observers of everything that the value may come from.
    var allObservations: [KeyObservation] { [observation] + (setting?.allObservations ?? []) }

    /// The observers of all members of a setting, as one.
    var observationOfMembers: KeyObservation {
        let prefixes = ([key] + formerKeys).map { Observed.members(prefix: MemberName.prefix(of: $0)) }
        let observation = backend.observations.observation(of: prefixes[0], in: backend)
        observation.add(former: Array(prefixes.dropFirst()))
        return observation
    }

    /// The members of a setting that are stored in the suite, under its key or its former ones, in order.
    func members(_ names: inout StoredNames) -> [String] { members { names[$0, in: backend] } }

    /// The members among the names that are found for a prefix, and those that were read under another name, in order.
    func members(among find: (_ prefix: String) -> [String]) -> [String] {
        let own = find(MemberName.prefix(of: key)).compactMap { MemberName.member(storedAs: $0, of: key) }
        let former = formerKeys.flatMap { former in
            find(MemberName.prefix(of: former)).compactMap { member(formerlyStoredAs: $0, of: former) }
        }
        return Set(own + former + membersUnderFormerNames).sorted()
    }

    /// The member that is stored under a former key of the setting, if that is a former name of the member.
    private func member(formerlyStoredAs name: String, of former: String) -> String? {
        guard let member = MemberName.member(storedAs: name, of: former) else { return nil }
        return BoundKey(member, of: self).formerKeys.contains(name) ? member : nil
    }

    /// A setting and its stored members.
    func withMembers(_ names: inout StoredNames) -> [BoundKey] {
        [self] + members(&names).map { BoundKey($0, of: self) }
    }

    /// What is stored for a setting and its members, each by its current name.
    func storedObjects(_ names: inout StoredNames) -> [String: Any] {
        var objects: [String: Any] = [:]
        for key in withMembers(&names) { objects[key.key] = key.storedObject }
        return objects
    }

    /// The setting or that member of it that stores under a name, or has done so formerly.
    func key(storedAs name: String) -> BoundKey? {
        if name == key || formerKeys.contains(name) { return self }
        let member =
            MemberName.member(storedAs: name, of: key)
            ?? formerKeys.lazy.compactMap { self.member(formerlyStoredAs: name, of: $0) }.first
        return member.map { BoundKey($0, of: self) }
    }
}

/// Names that may be those of members, by all the prefixes that a setting may give them.
struct NamesByPrefix {
    private var names: [String: [String]] = [:]

    init(_ all: some Sequence<String>) {
        for name in all {
            for case .members(let prefix) in Observed.concerned(by: name) { names[prefix, default: []].append(name) }
        }
    }

    subscript(prefix: String) -> [String] { names[prefix] ?? [] }
}

/// The names that are stored in some suites, which are asked for once for each.
package struct StoredNames {
    private var names: [ObjectIdentifier: NamesByPrefix] = [:]

    package init() {}

    subscript(prefix: String, in backend: any SuiteBackend) -> [String] {
        mutating get {
            let suite = ObjectIdentifier(backend.observations)
            let found = names[suite] ?? NamesByPrefix(backend.storedKeys(withPrefix: ""))
            names[suite] = found
            return found[prefix]
        }
    }
}
