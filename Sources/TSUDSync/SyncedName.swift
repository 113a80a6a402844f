import Foundation
import TSUD

/// A name in the store, and the setting or member that it represents on this device.
struct SyncedName {
    let key: any TSUD.Type
    let suite: UserDefaults
    let member: String?
    let name: String
    /// The name of the setting itself.
    let setting: String

    init(key: any TSUD.Type, member: String? = nil, suite: UserDefaults) {
        (self.key, self.suite, self.member, setting) = (key, suite, member, key.stringKey)
        name = key.storedName(of: member, in: suite)
    }

    /// Returns the setting itself, or its member that is stored under a name.
    ///
    /// - Returns: `nil` for a name that no member is stored under, such as `zoom/report.pdf` for `zoom/report%2Epdf`.
    func named(_ stored: String) -> Self? {
        if stored == name { return self }
        let member = String(stored.utf8.dropFirst(name.utf8.count + 1))?.removingPercentEncoding
        let found = member.map { Self(key: key, member: $0, suite: suite) }
        return found.map { $0.name.utf8.elementsEqual(stored.utf8) } == true ? found : nil
    }

    /// Returns the fingerprint of the stored object, and its string; `nil` if nothing is stored.
    ///
    /// - Throws: `unreadable`, `invalid`, or the error of a fingerprint.
    func shared() throws -> (print: String, text: String)? {
        try key.shared(member, in: suite).map { (try fingerprint(of: $0.object), $0.text) }
    }

    /// Returns the fingerprint of the stored object, readable or not.
    func currentPrint() throws -> String { try fingerprint(of: key.storedObject(member, in: suite)) }

    var visibility: Visibility { key.visibility(member, in: suite) }

    func prepared(_ text: String?) throws(TSUDError) -> PreparedChange {
        try key.prepared(fromShared: text, for: member, in: suite)
    }

    /// Returns the setting that a name belongs to, the one with the longest name if several are possible.
    static func owner(of name: String, among settings: Set<String>) -> String? {
        var owner = name[...]
        while !settings.contains(String(owner)) {
            guard let slash = owner.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
            owner = owner[..<slash]
        }
        return String(owner)
    }
}
