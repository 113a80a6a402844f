import Foundation
import TSUD

/// A name in the store: that of a setting or member on this device.
extension AnyHandle {
    /// The name of the setting itself.
    var settingName: String { Setting.stringKey }

    /// Returns the setting itself, or its member that is stored under a name.
    ///
    /// - Returns: `nil` for a name that no member is stored under, such as `zoom/report.pdf` for `zoom/report%2Epdf`.
    func named(_ stored: String) -> (any AnyHandle)? {
        if stored == name { return self }
        let member = String(stored.utf8.dropFirst(name.utf8.count + 1))?.removingPercentEncoding
        let found = member.map(typed.of)
        return found.map { $0.name.utf8.elementsEqual(stored.utf8) } == true ? found : nil
    }
}

extension String {
    /// Returns the setting that a name belongs to, the one with the longest name if several are possible.
    func owner(among settings: Set<String>) -> String? {
        var owner = self[...]
        while !settings.contains(String(owner)) {
            guard let slash = owner.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
            owner = owner[..<slash]
        }
        return String(owner)
    }
}
