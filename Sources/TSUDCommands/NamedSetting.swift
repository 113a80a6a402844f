import Foundation
import TSUD

/// What a name on the command line stands for: a setting, or a member of it, as in "zoom/report.pdf".
struct NamedSetting {
    let name: String
    let handle: any SettingHandle

    init<Setting: TSUD>(_ key: Setting.Type, of member: String? = nil) {
        name = member.map { "\(key.stringKey)/\($0)" } ?? key.stringKey
        handle = member.map { key.of($0) } ?? key.handle
    }

    /// The description of the text to type for it.
    var valueHelp: String { (handle.key as? any DescribedSetting.Type)?.valueHelp ?? handle.key.derivedValueHelp }

    /// What it is for, if it says so.
    var summary: String? { (handle.key as? any DescribedSetting.Type)?.summary }

    /// Where its value comes from, and whether it can be read.
    var source: String { handle.place.text + (handle.isReadable ? "" : ", unreadable") }

    /// Whether its value is another than the default; an unreadable one is not.
    var isChanged: Bool {
        handle.place != .defaultValue && handle.isReadable && handle.text() != handle.defaultText
    }
}

/// What commands ask of a handle, whatever its type.
protocol SettingHandle {
    var key: any TSUD.Type { get }
    var suite: UserDefaults { get }
    var encodable: any Encodable { get }
    var defaultText: String? { get }
    var place: ValueOrigin { get }
    var isStored: Bool { get }
    var isReadable: Bool { get }
    func text() -> String?
    func store(text: String) throws(TSUDError)
    func reset()
    /// What a text stands for, as text.
    func text(from text: String) -> String?
    /// The change of a transaction that stores what a text stands for, or resets the setting.
    func change(to text: String?) throws(TSUDError) -> (inout TSUDTransaction) -> Void
}

extension TSUDHandle: SettingHandle {
    var key: any TSUD.Type { Setting.self }
    var encodable: any Encodable { value }
    var defaultText: String? { Setting.text(of: Setting.defaultValue) }
    var place: ValueOrigin { origin }
    var isStored: Bool { isSet }
    var isReadable: Bool { (try? storedValue() as Any) != nil }

    func text(from text: String) -> String? { (try? Setting.value(from: text)).flatMap { Setting.text(of: $0) } }

    func change(to text: String?) throws(TSUDError) -> (inout TSUDTransaction) -> Void {
        guard let text else { return { $0.reset(self) } }
        let value = try Setting.value(from: text)
        return { $0[self] = value }
    }
}

extension Program {
    /// The settings and the members that have something of their own, in the order in which they are shown.
    var settings: [NamedSetting] { keys.flatMap { settings(of: $0) } }

    func settings(of key: any TSUD.Type) -> [NamedSetting] {
        [NamedSetting(key)] + (hasMembers(key) ? members(of: key) : [])
    }

    private func members<Setting: TSUD>(of key: Setting.Type) -> [NamedSetting] {
        key.members().compactMap(\.member).map { NamedSetting(key, of: $0) }
    }

    /// The setting or member with a name that was typed.
    func setting(named name: String) throws -> NamedSetting {
        if let key = keys.first(where: { $0.stringKey == name }) { return NamedSetting(key) }
        let owners = keys.filter { hasMembers($0) && name.hasPrefix($0.stringKey + "/") }
        if let key = owners.max(by: { $0.stringKey.count < $1.stringKey.count }) {
            return NamedSetting(key, of: String(name.dropFirst(key.stringKey.count + 1)))
        }
        throw CommandError.usage(unknown("setting", name, outOf: keys.map { $0.stringKey }))
    }

    /// The suites of the settings, each once.
    var suites: [UserDefaults] {
        var suites: [UserDefaults] = []
        for suite in keys.map({ NamedSetting($0).handle.suite }) where !suites.contains(suite) { suites.append(suite) }
        return suites
    }

    private func hasMembers(_ key: any TSUD.Type) -> Bool { (key as? any DescribedSetting.Type)?.hasMembers ?? true }
}
