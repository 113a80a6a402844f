import Foundation
import TSUD

/// A name in the store, and what it stands for on this device: a setting or a member of one.
struct SyncedName {
    let key: any TSUD.Type
    let suite: UserDefaults
    let slot: any Slot
    let name: String

    init<Key: TSUD>(key: Key.Type, member: String? = nil, suite: UserDefaults) {
        slot = member.map { key.of($0, in: suite) } ?? WholeSetting<Key>(suite: suite)
        (self.key, self.suite, name) = (key, suite, slot.stringKey)
    }

    /// The settings, and the members among other names.
    ///
    /// A name that could be a member of two settings belongs to the one with the longer name. One that no member is
    /// stored under, such as `zoom/report.pdf` for `zoom/report%2Epdf`, belongs to nobody.
    static func names(of settings: [Self], among others: Set<String>) -> [Self] {
        settings
            + others.subtracting(settings.map(\.name)).sorted().compactMap { other in
                let owners = settings.filter { other.utf8.starts(with: ($0.name + "/").utf8) }
                return owners.max { $0.name.utf8.count < $1.name.utf8.count }?.member(storedAs: other)
            }
    }

    private func member(storedAs stored: String) -> Self? {
        let member = String(stored.utf8.dropFirst(name.utf8.count + 1))?.removingPercentEncoding
        let found = member.map { Self(key: key, member: $0, suite: suite) }
        return found.map { $0.name.utf8.elementsEqual(stored.utf8) } == true ? found : nil
    }

    /// The fingerprints of what is stored for the setting and its members, whatever hides it, by name.
    ///
    /// - Returns: `nil` if an object is stored that is nested too deep for a property list.
    func fingerprints() -> [String: String]? {
        guard let data = try? [key].exported(in: suite) else { return nil }
        let objects = (try? PropertyListSerialization.propertyList(from: data, format: nil)) as? [String: Any]
        return objects?.mapValues { TSUDSync.fingerprint(of: $0) }
    }

    /// The fingerprint of what is stored; empty if nothing is.
    var fingerprint: String { fingerprints()?[name] ?? "" }
}
