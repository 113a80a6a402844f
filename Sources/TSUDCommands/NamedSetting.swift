import Foundation
import TSUD

/// The setting or member that a name on the command line represents, as in "zoom/report.pdf".
struct NamedSetting {
    let name: String
    let handle: any AnyHandle

    init<Setting: TSUD>(_ key: Setting.Type, of member: String? = nil) {
        name = member.map { "\(key.stringKey)/\($0)" } ?? key.stringKey
        handle = key.anyHandle(of: member)
    }

    /// The description of the input.
    var valueHelp: String {
        (handle.setting as? any DescribedSetting.Type)?.valueHelp ?? handle.setting.validInput { $0.asShellWord }
    }

    /// The purpose of the setting; `nil` without a description.
    var summary: String? { (handle.setting as? any DescribedSetting.Type)?.summary }

    /// Whether commands mask the value.
    var isSecret: Bool { handle.setting.isSecret }
}

extension Collection where Element == any TSUD.Type {
    /// Returns an error whose sentence has no values of secrets.
    func masking(_ error: TSUDError) -> TSUDError {
        if !error.parts.isEmpty { return TSUDError(error.parts.map { masking($0) }) ?? error }
        guard let key = error.key,
            contains(where: { NamedSetting($0).isSecret && (key == $0.stringKey || key.hasPrefix($0.stringKey + "/")) })
        else { return error }
        let description = "The value for key '\(key)' is not valid. It is a secret, and therefore not shown."
        return TSUDError(error.code, key: key, description: description)
    }
}

/// The operations that commands use.
extension AnyHandle {
    var encodableOrDefault: any Encodable { (try? readableValue()) ?? defaultValue }
    var defaultText: String? { Setting.text(of: defaultValue) }

    /// The stored object as JSON, readable as a value or not.
    var storedJSON: String? {
        storedObject.flatMap { PropertyListObject($0) }.flatMap { try? JSON(encoding: $0).text }
    }

    /// Returns the value's string, without reporting an unreadable value.
    func readableText() throws(TSUDError) -> String? { Setting.text(of: try readableValue()) }

    /// Returns the string of an administrator's value.
    func text(of system: FoundObject) throws(TSUDError) -> String? { Setting.text(of: try value(of: system)) }

    /// Returns the string of the value that another string represents.
    func text(from text: String) -> String? { (try? Setting.value(from: text)).flatMap { Setting.text(of: $0) } }

    /// Returns the object to store for a value in JSON.
    func object(fromJSON json: Any) throws(TSUDError) -> Any {
        let data = try? JSONSerialization.data(withJSONObject: json, options: .fragmentsAllowed)
        return try object(ofText: json as? String ?? data.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }

    /// Adds an element to the array or the set, or removes it.
    func change(_ text: String, isAdded: Bool) throws {
        try typed.update { value in
            guard let elements = value as? any ElementCollection else {
                throw CommandError.usage("\(stringKey.quoted) is neither an array nor a set")
            }
            guard let changed = (isAdded ? elements.adding(text) : elements.removing(text)) as? Setting.ValueType else {
                let shown = NamedSetting(Setting.self).isSecret ? "'***'" : text.quoted
                throw CommandError.usage("\(shown) is no element of \(stringKey.quoted)")
            }
            value = changed
        }
    }

    /// Returns the change of a transaction that stores the value of a string, or resets the setting.
    func change(to text: String?) throws(TSUDError) -> (inout TSUDTransaction) -> Void {
        let handle = typed
        guard let text else { return { $0.reset(handle) } }
        let value = try value(from: text)
        return { $0[handle] = value }
    }
}

extension Program {
    /// The settings, and the members with their own values, in the order in which commands show them.
    var settings: [NamedSetting] {
        _ = keys.handles()
        return keys.flatMap { settings(of: $0) }
    }

    func settings(of key: any TSUD.Type) -> [NamedSetting] {
        [NamedSetting(key)] + (hasMembers(key) ? members(of: key) : [])
    }

    private func members<Setting: TSUD>(of key: Setting.Type) -> [NamedSetting] {
        let prefix = key.stringKey + "/"
        // A file may have the name of a member as it is, or as in its key.
        let names = NamedSetting(key).handle.suite.systemNames.filter { $0.hasPrefix(prefix) && !$0.contains("%") }
        let members = key.members().compactMap(\.member) + names.map { String($0.dropFirst(prefix.count)) }
        return Set(members).sorted().map { NamedSetting(key, of: $0) }
    }

    /// Returns the setting or member with a typed name.
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

    func hasMembers(_ key: any TSUD.Type) -> Bool { (key as? any DescribedSetting.Type)?.hasMembers ?? true }
}
