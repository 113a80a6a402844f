import Foundation
import TSUD

/// A name in the store, and what it stands for on this device: a setting or a member of one.
struct SyncedName {
    let key: any TSUD.Type
    let suite: UserDefaults
    let slot: any Slot
    let name: String
    /// The name of the setting itself.
    let setting: String

    init(key: any TSUD.Type, member: String? = nil, suite: UserDefaults) {
        slot = TSUDSync.slot(key, member, in: suite)
        (self.key, self.suite, name, setting) = (key, suite, slot.stringKey, key.stringKey)
    }

    /// The setting itself, or its member that is stored under a name.
    ///
    /// - Returns: `nil` for a name that no member is stored under, such as `zoom/report.pdf` for `zoom/report%2Epdf`.
    func named(_ stored: String) -> Self? {
        if stored == name { return self }
        let member = String(stored.utf8.dropFirst(name.utf8.count + 1))?.removingPercentEncoding
        let found = member.map { Self(key: key, member: $0, suite: suite) }
        return found.map { $0.name.utf8.elementsEqual(stored.utf8) } == true ? found : nil
    }

    /// What is stored for the setting and its members, whatever hides it, as a property list.
    ///
    /// - Returns: `nil` if an object is stored that is nested too deep for a property list.
    func exported() -> Data? { try? [key].exported(in: suite) }

    /// The fingerprint of the object under the name; empty if there is none, or only under a former key.
    var currentPrint: String { fingerprint(of: suite.object(forKey: name)) }

    /// The setting that a name belongs to, of those with some names: the one with the longest, if it may be of several.
    static func owner(of name: String, among settings: Set<String>) -> String? {
        var owner = name[...]
        while !settings.contains(String(owner)) {
            guard let slash = owner.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
            owner = owner[..<slash]
        }
        return String(owner)
    }
}

/// The fingerprints of the objects in a property list, by name.
func fingerprints(inPropertyList data: Data) -> [String: String] {
    let objects = try? PropertyListSerialization.propertyList(from: data, format: nil)
    return (objects as? [String: Any] ?? [:]).mapValues { fingerprint(of: $0) }
}
