import Foundation

extension BoundKey {
    /// The observers of the key and, for a member, of its setting.
    var allObservations: [KeyObservers] { [observation] + (setting?.allObservations ?? []) }

    /// The observers of all members of a setting, as one.
    var observationOfMembers: KeyObservers {
        let prefixes = ([key] + formerKeys).map { Observed.members(prefix: MemberName.prefix(of: $0)) }
        let observation = backend.observations.observation(of: prefixes[0], in: backend)
        observation.add(former: Array(prefixes.dropFirst()))
        return observation
    }

    /// Returns the members of a setting that the suite stores under its key or its former ones, in order.
    func members(_ names: inout StoredNames) -> [String] { members { names[$0, in: backend] } }

    /// Returns the members among the names that a function finds for a prefix, in order.
    func members(among find: (_ prefix: String) -> [String]) -> [String] {
        let members = ([key] + formerKeys).flatMap { setting in
            find(MemberName.prefix(of: setting)).compactMap { MemberName.member(storedAs: $0, of: setting) }
        }
        return Array(Set(members)).sorted()
    }

    /// A setting and its stored members.
    func withMembers(_ names: inout StoredNames) -> [BoundKey] {
        [self] + members(&names).map { BoundKey($0, of: self) }
    }

    /// Returns the stored objects of a setting and its members, by their current keys.
    func storedObjects(_ names: inout StoredNames) -> [String: Any] {
        var objects: [String: Any] = [:]
        for key in withMembers(&names) { objects[key.key] = key.storedObject }
        return objects
    }

    /// Returns the setting or the member whose key, or former key, is a name.
    func key(storedAs name: String) -> BoundKey? {
        if name == key || formerKeys.contains(name) { return self }
        let member = ([key] + formerKeys).lazy.compactMap { MemberName.member(storedAs: name, of: $0) }.first
        return member.map { BoundKey($0, of: self) }
    }
}

/// Names that may belong to members, by their possible prefixes.
struct NamesByPrefix {
    private var names: [String: [String]] = [:]

    init(_ all: [String]) {
        for name in all {
            for case .members(let prefix) in Observed.concerned(by: name) { names[prefix, default: []].append(name) }
        }
    }

    subscript(prefix: String) -> [String] { names[prefix] ?? [] }
}

/// The names that some suites store, which it reads once for each suite.
package struct StoredNames {
    /// It retains the suites, since a suite that is made again has other observers.
    private var suites: [(backend: any Suite, names: NamesByPrefix)] = []

    package init() {}

    subscript(prefix: String, in backend: any Suite) -> [String] {
        mutating get {
            let observations = backend.observations
            let known = suites.first { $0.backend.observations === observations }
            if let known { return known.names[prefix] }
            let names = NamesByPrefix(backend.storedKeys(withPrefix: ""))
            suites.append((backend, names))
            return names[prefix]
        }
    }
}

/// The keys of members: the setting's key, a slash, and the member's own name.
///
/// A dot in the name is percent-encoded, because key-value observing would split a path there, and so is the percent sign
/// itself. If Swift considers two spellings equal, TSUD stores the composed one.
enum MemberName {
    static func prefix(of setting: String) -> String { setting + "/" }

    static func stored(_ member: String, of setting: String) -> String { prefix(of: setting) + encoded(member) }

    /// Returns the member whose key is a name, or `nil` if the name is not the key of a member.
    static func member(storedAs stored: String, of setting: String) -> String? {
        let prefix = prefix(of: setting)
        guard stored.hasUTF8Prefix(prefix), let encoded = String(stored.utf8.dropFirst(prefix.utf8.count)) else {
            return nil
        }
        let name = encoded.replacingOccurrences(of: "%2E", with: ".").replacingOccurrences(of: "%25", with: "%")
        return Self.encoded(name).isSpelled(like: encoded) ? name : nil
    }

    /// Returns a name, and the keys that it means if it has the name of a member as it is.
    static func keys(of name: String) -> [String] {
        [name]
            + name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: "/") }.compactMap { slash in
                let setting = String(name[..<slash])
                if member(storedAs: name, of: setting) != nil { return nil }
                return stored(String(name[name.utf8.index(after: slash)...]), of: setting)
            }
    }

    private static func encoded(_ name: String) -> String {
        let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
        if isASCII, !name.utf8.contains(where: { $0 == percent || $0 == dot }) { return name }
        var encoded = ""
        // `replacingOccurrences` would take as long as a whole read.
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
    /// Whether the bytes begin with those of a prefix.
    ///
    /// `hasPrefix` does not separate a letter and its accent.
    func hasUTF8Prefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}
