import Foundation
import TSUD
import TSUDText

/// The settings, members, and parts of these that names on the command line represent.
extension Program {
    /// The settings, and the members with their own values, in the order in which commands show them.
    var settings: [NamedSetting] {
        var names = StoredNames()
        return keys.handles().flatMap { settings(of: $0, &names) }
    }

    func settings(of key: any TSUD.Type) -> [NamedSetting] {
        var names = StoredNames()
        return settings(of: key.anyHandle(), &names)
    }

    private func settings(of handle: any AnyHandle, _ names: inout StoredNames) -> [NamedSetting] {
        let all = DistinctNames(handle.members(&names) + handle.suite.systemMembers(of: handle.stringKey)).sorted
        return [NamedSetting(handle.setting)] + all.map { NamedSetting(handle.setting, of: $0) }
    }

    /// Returns the setting or member with a typed name.
    func setting(named name: String) throws -> NamedSetting {
        if let setting = findSetting(name) { return setting }
        if let current = keys.first(where: { $0.formerKeys.contains(name) }) {
            throw CommandError.usage("\(name.quoted) is now called \(current.stringKey.quoted)")
        }
        // The text after an equals sign may be a secret.
        let unknownName = name.equalsSigns.isEmpty ? name : name.beforeEqualsSign + "=…"
        throw CommandError.usage(unknown("setting", unknownName, outOf: keys.map { $0.stringKey }))
    }

    /// The setting or the member with a typed name; `nil` if there is none.
    private func findSetting(_ name: String) -> NamedSetting? {
        let spelled = keys.first { $0.stringKey.isSpelled(like: name) }
        if let key = spelled ?? keys.first(where: { $0.stringKey == name }) { return NamedSetting(key) }
        // If the name of a member is its key, any key could be one.
        let owners = keys.filter { $0.memberKey != "*" && name.hasPrefix($0.stringKey + "/") }.sorted {
            $0.stringKey.count > $1.stringKey.count
        }
        for key in owners {
            let member = NamedSetting(key, of: String(name.dropFirst(key.stringKey.count + 1)))
            if member.handle.isSet || member.handle.mayBeAdded { return member }
        }
        return nil
    }

    /// Returns the setting, the member, or the part of one with a typed name.
    func settingOrField(named name: String) throws -> NamedSetting {
        if let found = try find(name) { return found }
        // The name before a field may be misspelled.
        let owner = name.prefix { $0 != "." && $0 != "/" }
        let isKey = keys.contains { $0.stringKey.hasPrefix("\(owner).") }
        if !owner.isEmpty, !isKey { _ = try setting(named: String(owner)) }
        return try setting(named: name)
    }

    /// The setting, the member, or the part of one with a typed name; `nil` if there is no such setting.
    ///
    /// A dot may belong to the name of a setting or a member, which is tried first. The name of a member that has no
    /// value may be that of a field of another member.
    ///
    /// - Throws: ``CommandError`` if the setting has no such part.
    func find(_ name: String) throws -> NamedSetting? {
        // A long name may have many dots.
        guard keys.contains(where: { name.hasPrefix($0.stringKey) }) else { return nil }
        let parts = parts(named: name)
        if let whole = findSetting(name) {
            let isMember = whole.handle.member != nil && !whole.handle.isSet
            return isMember ? parts.first { $0.handle.isPart($0.field) } ?? whole : whole
        }
        guard let part = parts.first else { return nil }
        try part.handle.checkField(part.field ?? "", of: part.whole)
        return part
    }

    /// The parts of settings and members that a name may mean, the one with the longest setting first.
    private func parts(named name: String) -> [NamedSetting] {
        name.indices.reversed().filter { name[$0] == "." }.compactMap { dot in
            let field = String(name[dot...].dropFirst())
            guard !field.isEmpty, let whole = findSetting(String(name[..<dot])) else { return nil }
            return NamedSetting(field, of: whole)
        }
    }

    /// Returns the settings with some names, and all that match patterns such as "zoom/*".
    func settings(named words: [String]) throws -> [NamedSetting] {
        var found: [NamedSetting] = []
        for word in words {
            for setting in try isPattern(word) ? settings(matching: word) : [settingOrField(named: word)]
            where !found.contains(where: { $0.name.isSpelled(like: setting.name) }) {
                found.append(setting)
            }
        }
        return found
    }

    func isPattern(_ word: String) -> Bool { word.contains("*") && !keys.contains { $0.stringKey == word } }

    /// Throws an error if the name of a setting to store is a pattern, which only an existing member may look like.
    func checkNoPattern(_ setting: NamedSetting) throws {
        if isPattern(setting.name), setting.field != nil || !setting.handle.isSet {
            throw CommandError.usage("\(setting.name.quoted) is a pattern, but only a name can be set")
        }
    }

    private func settings(matching pattern: String) throws -> [NamedSetting] {
        let all = settings
        // Only a dot leads to a part.
        let owners = pattern.contains(".") ? all : []
        let parts = owners.flatMap { whole in whole.valueParts.fields.map { NamedSetting($0, of: whole) } }
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
        for equals in operand.equalsSigns {
            if let setting = try? find(String(operand[..<equals])) {
                return (setting, operand.text(afterEqualsSign: equals))
            }
        }
        return nil
    }

    /// The first setting of each suite.
    var firstOfSuites: [NamedSetting] {
        var suites: [UserDefaults] = []
        let first = keys.filter { key in
            let (suite, isKnown) = (key.currentSuite, suites.contains(key.currentSuite))
            if !isKnown { suites.append(suite) }
            return !isKnown
        }
        return first.map { NamedSetting($0) }
    }

    var suites: [UserDefaults] { firstOfSuites.map(\.handle.suite) }
}

extension TSUD {
    /// Whether commands, files, and the schema accept new members.
    static var takesMembers: Bool {
        memberKey != "*" && (self as? any DescribedSetting.Type)?.hasMembers ?? !memberKey.isEmpty
    }
}

extension AnyHandle {
    /// The name as it is typed, as in "zoom/report.pdf".
    var typedName: String { member.map { "\(setting.stringKey)/\($0)" } ?? setting.stringKey }

    /// Whether it is a setting's, or a member's that commands and files may add.
    var mayBeAdded: Bool { member.map { setting.takesMembers && !$0.isEmpty } ?? true }

    fileprivate func members(_ names: inout StoredNames) -> [String] {
        // Not a key path: the runtime would create one of a generic type at each call, for half of the time of a list.
        withMembers(&names).compactMap { $0.member }
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
        let parts = pattern.components(separatedBy: "*")
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return self == pattern }
        guard hasPrefix(first), utf8.count >= first.utf8.count + last.utf8.count, hasSuffix(last) else { return false }
        var rest = dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let range = rest.range(of: part, options: .literal) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
