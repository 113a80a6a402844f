import Foundation
import TSUD

/// A setting or member, with its names in the store, for use in any isolation.
struct NamedHandle: @unchecked Sendable {
    /// The handle, whose code runs only in the isolation of the settings.
    private(set) var handle: any AnyHandle
    private(set) var name: String
    /// The name of the setting itself.
    let settingName: String
    let suite: UserDefaults
    let suiteIdentity: SuiteIdentity

    /// A setting; create it in the isolation of the settings.
    init(_ setting: any AnyHandle) {
        (handle, name, settingName) = (setting, setting.name, setting.name)
        suite = setting.suite
        suiteIdentity = suite.suiteIdentity
    }

    /// Returns the setting itself or a possible member, by its name.
    func named(_ name: String) -> Self {
        var named = self
        named.name = name
        return named
    }

    /// Returns this with the member's own handle; call it in the isolation of the settings.
    ///
    /// - Returns: `nil` for a name that no member is stored under, such as `zoom/report.pdf` for `zoom/report%2Epdf`.
    func resolved() -> Self? {
        guard let handle = handle.named(name) else { return nil }
        var resolved = self
        resolved.handle = handle
        return resolved
    }
}

extension AnyHandle {
    /// Returns the setting itself, or its member that is stored under a name.
    func named(_ stored: String) -> (any AnyHandle)? {
        if stored.utf8.elementsEqual(name.utf8) { return self }
        // If the name of a member is its key, any key could be one, and stores leave such members out.
        if Setting.memberKey == "*" { return nil }
        let member = String(stored.utf8.dropFirst(name.utf8.count + 1))?.removingPercentEncoding
        let found = member.map(typed.of)
        return found.map { $0.name.utf8.elementsEqual(stored.utf8) } == true ? found : nil
    }
}

extension String {
    /// Returns the setting that a name belongs to, the one with the longest name if several are possible.
    ///
    /// Names are compared byte by byte. The name of a member has Unicode's composed form.
    func owner(among settings: Set<String>) -> String? {
        var owner = self[...]
        while true {
            if let index = settings.firstIndex(of: String(owner)), settings[index].utf8.elementsEqual(owner.utf8) {
                let member = self[owner.endIndex...]
                let isComposed =
                    member.utf8.count == member.utf16.count
                    || member.precomposedStringWithCanonicalMapping.utf8.elementsEqual(member.utf8)
                return isComposed ? settings[index] : nil
            }
            guard let slash = owner.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
            owner = owner[..<slash]
        }
    }
}
