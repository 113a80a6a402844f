import Foundation
import TSUD

/// The settings, members, and parts of these that names on the command line represent.
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

    func hasMembers(_ key: any TSUD.Type) -> Bool { (key as? any DescribedSetting.Type)?.hasMembers ?? true }

    /// Returns the setting or member with a typed name.
    func setting(named name: String) throws -> NamedSetting {
        if let key = keys.first(where: { $0.stringKey == name }) { return NamedSetting(key) }
        let owners = keys.filter { hasMembers($0) && name.hasPrefix($0.stringKey + "/") }
        if let key = owners.max(by: { $0.stringKey.count < $1.stringKey.count }) {
            return NamedSetting(key, of: String(name.dropFirst(key.stringKey.count + 1)))
        }
        throw CommandError.usage(unknown("setting", name, outOf: keys.map { $0.stringKey }))
    }

    /// Returns the setting, the member, or the part of one with a typed name.
    ///
    /// A dot may belong to the name of a setting or a member, which is tried first. The name of a member that has no
    /// value may be that of a field of another member.
    func settingOrField(named name: String) throws -> NamedSetting {
        let parts = parts(named: name)
        if let whole = try? setting(named: name) {
            let isMember = whole.handle.member != nil && !whole.handle.isSet
            return isMember ? parts.first { $0.handle.isPart($0.field) } ?? whole : whole
        }
        guard let part = parts.first else {
            // The name before a field may be misspelled.
            let owner = name.prefix { $0 != "." && $0 != "/" }
            let isKey = keys.contains { $0.stringKey.hasPrefix("\(owner).") }
            if !owner.isEmpty, !isKey { _ = try setting(named: String(owner)) }
            return try setting(named: name)
        }
        try part.handle.checkField(part.field ?? "", of: String(name.dropLast((part.field ?? "").count + 1)))
        return part
    }

    /// The parts of settings and members that a name may mean, the one with the longest setting first.
    private func parts(named name: String) -> [NamedSetting] {
        name.indices.reversed().filter { name[$0] == "." }.compactMap { dot in
            let field = String(name[dot...].dropFirst())
            guard !field.isEmpty, let whole = try? setting(named: String(name[..<dot])) else { return nil }
            return NamedSetting(field, of: whole)
        }
    }

    /// Returns the settings with some names, and all that match patterns such as "zoom/*".
    func settings(named words: [String]) throws -> [NamedSetting] {
        var found: [NamedSetting] = []
        for word in words {
            for setting in try isPattern(word) ? settings(matching: word) : [settingOrField(named: word)]
            where !found.contains(where: { $0.name == setting.name }) {
                found.append(setting)
            }
        }
        return found
    }

    func isPattern(_ word: String) -> Bool { word.contains("*") && !keys.contains { $0.stringKey == word } }

    private func settings(matching pattern: String) throws -> [NamedSetting] {
        let all = settings
        // Only a dot leads to a part.
        let owners = pattern.contains(".") ? all : []
        let parts = owners.flatMap { whole in whole.parts.map { NamedSetting($0, of: whole) } }
        let found = (all + parts).filter { $0.name.matches(pattern) }
        // A setting need not have members.
        let owner = pattern.prefix { $0 != "*" }.split(separator: "/").first.map(String.init) ?? ""
        if found.isEmpty, !keys.contains(where: { $0.stringKey == owner }) {
            throw CommandError.usage("No setting matches \(pattern.quoted)")
        }
        return found
    }

    /// Returns the setting and the text of "NAME=TEXT", or nil.
    func assignment(_ operand: String) -> (setting: NamedSetting, text: String)? {
        if keys.contains(where: { $0.stringKey == operand }) { return nil }
        for equals in operand.indices where operand[equals] == "=" {
            if let setting = try? settingOrField(named: String(operand[..<equals])) {
                return (setting, String(operand[equals...].dropFirst()))
            }
        }
        return nil
    }

    /// The suites of the settings, without repetitions.
    var suites: [UserDefaults] {
        var suites: [UserDefaults] = []
        for suite in keys.map({ NamedSetting($0).handle.suite }) where !suites.contains(suite) { suites.append(suite) }
        return suites
    }

    /// Returns the name of a setting or member as it is typed, by its key; the key itself if no setting has it.
    func typedName(ofKey key: String) -> String {
        guard let handle = keys.handles().handle(named: key)?.handle else { return key }
        return handle.member.map { "\(handle.setting.stringKey)/\($0)" } ?? handle.stringKey
    }
}

extension NamedSetting {
    /// The names of the fields and entries of the current value.
    var parts: [String] { handle.fields }
}

extension AnyHandle {
    fileprivate var fields: [String] {
        (try? readableValue()).flatMap { try? JSON(encoding: $0) }?.fields ?? []
    }

    /// Whether the current value has a part.
    fileprivate func isPart(_ field: String?) -> Bool {
        guard let field, let value = try? readableValue() else { return false }
        return (try? JSON(encoding: value))?.part(field) != nil
    }
}

extension String {
    /// Whether the string matches a pattern, in which an asterisk stands for any characters.
    fileprivate func matches(_ pattern: String) -> Bool {
        let parts = pattern.components(separatedBy: "*").map { NSRegularExpression.escapedPattern(for: $0) }
        return range(of: "(?s)\\A\(parts.joined(separator: ".*"))\\z", options: .regularExpression) != nil
    }
}
