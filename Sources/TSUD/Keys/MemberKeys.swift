import Foundation

/// The keys of a setting's members, in which the name of a member is between a prefix and a suffix.
///
/// The keys of members that have the setting's value are the setting's key, a slash, and the percent-encoded name. A dot
/// is encoded, because key-value observing would split a path there, and so is the percent sign. If Swift considers two spellings
/// equal, TSUD stores the composed one. The name of an independent member is in its key as it is.
package struct MemberKeys: Hashable, Sendable {
    package let prefix: String
    let suffix: String
    let isIndependent: Bool

    /// The keys of members that have the value of a setting.
    package init(of setting: String) { (prefix, suffix, isIndependent) = (setting + "/", "", false) }

    /// The keys of independent members; `nil` unless the pattern has one "*".
    init?(pattern: String) {
        let parts = pattern.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        prefix = String(Substring(parts[0]))
        suffix = String(Substring(parts[1]))
        isIndependent = true
    }

    /// Whether the name of each member is its whole key.
    var areNames: Bool { isIndependent && prefix.isEmpty && suffix.isEmpty }

    /// The key that they are declared by: a setting's, or the pattern.
    package var declaration: String { isIndependent ? "\(prefix)*\(suffix)" : String(prefix.dropLast()) }

    func key(of member: String) -> String { prefix + (isIndependent ? member : Self.encoded(member)) + suffix }

    /// Returns a member's name as it is in its key: of two spellings that Swift considers equal, the composed one.
    func name(of member: String) -> String {
        isIndependent || member.utf8.allSatisfy { $0 < 0x80 } ? member : member.precomposedStringWithCanonicalMapping
    }

    /// Returns the member whose key is a name, or `nil` if the name is not the key of a member.
    func member(storedAs stored: String) -> String? {
        let length = (prefix.utf8.count, suffix.utf8.count)
        guard stored.utf8.count >= length.0 + length.1, stored.hasUTF8Prefix(prefix), stored.hasUTF8Suffix(suffix),
            let name = String(stored.utf8.dropFirst(length.0).dropLast(length.1))
        else { return nil }
        if isIndependent { return name }
        let decoded = name.replacingOccurrences(of: "%2E", with: ".").replacingOccurrences(of: "%25", with: "%")
        return Self.encoded(decoded).isSpelled(like: name) ? decoded : nil
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.isIndependent == other.isIndependent && one.prefix.isSpelled(like: other.prefix)
            && one.suffix.isSpelled(like: other.suffix)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(Spelling(prefix))
        hasher.combine(Spelling(suffix))
    }

    /// Whether a name that both match is the key of a member with these keys: the longest pattern is preferred.
    func isPreferred(to other: Self) -> Bool {
        !isIndependent || prefix.utf8.count + suffix.utf8.count > other.prefix.utf8.count + other.suffix.utf8.count
    }

    /// Returns a name, and the keys that it means if it has the name of a member as it is.
    static func keys(of name: String) -> [String] {
        [name]
            + name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: "/") }.compactMap { slash in
                let keys = Self(of: String(name[..<slash]))
                if keys.member(storedAs: name) != nil { return nil }
                return keys.key(of: String(name[name.utf8.index(after: slash)...]))
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

extension TSUD {
    /// Returns the keys of the setting's members, if its own key is `key`.
    static func memberKeys(of key: String) -> MemberKeys {
        let pattern = memberKey
        if pattern.isEmpty { return MemberKeys(of: key) }
        if let keys = MemberKeys(pattern: pattern) { return keys }
        reportMembers(
            of: key,
            """
            The memberKey of '\(key)' is \(quoted(pattern)), expected one '*'. Members are stored under '\(key)/NAME'.
            """
        )
        return MemberKeys(of: key)
    }

    /// Reports that the key of an independent member would be TSUD's own.
    static func reportReserved(_ member: String, _ key: String) {
        reportMembers(
            of: key,
            """
            The member \(quoted(member)) of '\(key)' would have a key of TSUD. It is stored under \
            '\(key)/\(member)'.
            """
        )
    }

    /// Reports the first error about the keys of the setting's members.
    private static func reportMembers(of key: String, _ description: String) {
        guard ReportedMembers.insert(Self.self) else { return }
        report(TSUDError(.invalid, key: key, description: description))
    }
}

/// The types of which an error about the keys of members was reported.
private enum ReportedMembers {
    private static let types = Locked<Set<ObjectIdentifier>>([])

    static func insert(_ type: any TSUD.Type) -> Bool { types.withLock { $0.insert(ObjectIdentifier(type)).inserted } }
}

/// The names of a setting's independent members, which any thread may look up.
struct IndependentNames: Sendable {
    /// The keys of members whose names are their keys.
    fileprivate let names: MemberKeys
    fileprivate let keys: MemberKeys
    private let used: UsedNames
    private let setting: ObjectIdentifier

    /// - Returns: `nil` for a setting whose members have the same names elsewhere, or none.
    init?<Setting: TSUD>(_ setting: BoundKey<Setting>) {
        (names, keys) = (MemberKeys(of: setting.key), setting.memberKeys)
        guard keys.isIndependent, !keys.areNames else { return nil }
        used = setting.backend.observations.usedNames
        self.setting = ObjectIdentifier(Setting.self)
    }

    fileprivate func name(ofKey key: String) -> String? {
        used.own(key, rather: keys, of: setting) ? nil : keys.member(storedAs: key).map(names.key(of:))
    }

    fileprivate func key(ofName name: String) -> String? { names.member(storedAs: name).map(keys.key(of:)) }
}

/// The names of settings and members in a shared store, and their keys in a suite.
package struct SharedNames: Sendable {
    /// The settings by the keys of their members, and by those of their members' names.
    private var independent: [MemberKeys: IndependentNames] = [:]
    private let known: KnownMembers

    package init(_ settings: [any AnyHandle]) {
        for names in settings.compactMap(\.independentNames) {
            independent[names.keys] = names
            independent[names.names] = names
        }
        known = KnownMembers(independent.keys)
    }

    package func name(ofKey key: String) -> String { names(of: key).compactMap { $0.name(ofKey: key) }.first ?? key }
    package func key(ofName name: String) -> String {
        names(of: name).compactMap { $0.key(ofName: name) }.first ?? name
    }

    private func names(of name: String) -> [IndependentNames] { known.keys(of: name).compactMap { independent[$0] } }
}

extension String {
    /// Whether the bytes begin with those of a prefix.
    ///
    /// `hasPrefix` does not separate a letter and its accent.
    package func hasUTF8Prefix(_ prefix: String) -> Bool {
        String(utf8.prefix(prefix.utf8.count))?.isSpelled(like: prefix) == true
    }

    /// Whether the bytes end with those of a suffix.
    func hasUTF8Suffix(_ suffix: String) -> Bool {
        String(utf8.suffix(suffix.utf8.count))?.isSpelled(like: suffix) == true
    }
}
