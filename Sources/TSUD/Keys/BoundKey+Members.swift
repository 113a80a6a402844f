import Foundation

extension BoundKey {
    /// The observers of everything that the value may come from.
    var allObservations: [KeyObservers] { [observation] + (setting?.allObservations ?? []) }

    /// The observers of all members of a setting, as one.
    var observationOfMembers: KeyObservers {
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
        return Array(Set(own + former + membersUnderFormerNames)).sorted()
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

    init(_ all: [String]) {
        for name in all {
            for case .members(let prefix) in Observed.concerned(by: name) { names[prefix, default: []].append(name) }
        }
    }

    subscript(prefix: String) -> [String] { names[prefix] ?? [] }
}

/// The names that are stored in some suites, which are asked for once for each.
package struct StoredNames {
    private var suites: [(observations: SuiteObservers, names: NamesByPrefix)] = []

    package init() {}

    subscript(prefix: String, in backend: any Suite) -> [String] {
        mutating get {
            let observations = backend.observations
            if let suite = suites.first(where: { $0.observations === observations }) { return suite.names[prefix] }
            let names = NamesByPrefix(backend.storedKeys(withPrefix: ""))
            suites.append((observations, names))
            return names[prefix]
        }
    }
}

/// What a setting knows of its members only since they were used: `formerKeys(of:)` can't be asked which members it has
/// names of.
struct UsedMembers {
    /// The members that were found under a former name.
    fileprivate var found: Set<String> = []
    /// The former names that were reported as not usable.
    fileprivate var reported: Set<String> = []
}

extension BoundKey {
    /// Notes that a member is stored under a former name, for lists.
    func noteFormerName(of member: String) { _ = usedMembers?.withLock { $0.found.insert(member) } }

    /// The members that were found under a former name, and are stored still.
    var membersUnderFormerNames: [String] {
        let found = usedMembers?.withLock { $0.found } ?? []
        return found.filter { BoundKey($0, of: self).storedObject != nil }
    }

    /// Whether a name is no other setting's, nor that of the setting or of one of its members; else it is reported once.
    func mayBeFormer(_ name: String, of member: BoundKey) -> Bool {
        // The default of a setting that lists its current name.
        if name == member.key, Setting.formerKeys.contains(key) { return false }
        let owner: String
        if name == key || name.hasUTF8Prefix(MemberName.prefix(of: key)) {
            owner = "\(readableName(of: Setting.self)) itself"
        } else if let type = backend.observations.user(of: name), type != Setting.self {
            owner = readableName(of: type)
        } else {
            return true
        }
        guard usedMembers?.withLock({ $0.reported.insert(name).inserted }) == true else { return false }
        Setting.report(
            TSUDError(
                .duplicateKey,
                key: member.key,
                suiteName: backend.name,
                description: "Former key '\(name)' of key '\(member.key)' is ignored, because it is a key of \(owner)."
            )
        )
        return false
    }
}

/// The stored names of members: the setting's, a slash, and the member's own name.
///
/// In the latter a dot is percent-encoded, which key-value observing would take for a part of a path, and so is the
/// percent sign itself. Of two spellings that Swift considers equal, the composed one is stored.
enum MemberName {
    static func prefix(of setting: String) -> String { setting + "/" }

    static func stored(_ member: String, of setting: String) -> String { prefix(of: setting) + encoded(member) }

    /// The member that is stored under a name; `nil` if that belongs to none of the setting's.
    static func member(storedAs stored: String, of setting: String) -> String? {
        let prefix = prefix(of: setting)
        guard stored.hasUTF8Prefix(prefix), let encoded = String(stored.utf8.dropFirst(prefix.utf8.count)) else {
            return nil
        }
        let name = encoded.replacingOccurrences(of: "%2E", with: ".").replacingOccurrences(of: "%25", with: "%")
        return Self.encoded(name).isSpelled(like: encoded) ? name : nil
    }

    private static func encoded(_ name: String) -> String {
        let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
        if isASCII, !name.utf8.contains(where: { $0 == percent || $0 == dot }) { return name }
        var encoded = ""
        // Not `replacingOccurrences`, which takes as long as a whole read.
        for scalar in (isASCII ? name : name.precomposedStringWithCanonicalMapping).unicodeScalars {
            switch scalar {
            case "%": encoded += "%25"
            case ".": encoded += "%2E"
            default: encoded.unicodeScalars.append(scalar)
            }
        }
        return encoded
    }

    private static let percent = UInt8(ascii: "%")
    private static let dot = UInt8(ascii: ".")
}

extension String {
    /// Whether it begins with a prefix byte by byte; for `hasPrefix` a letter and its accent belong together.
    func hasUTF8Prefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}
