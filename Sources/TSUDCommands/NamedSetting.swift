import Foundation
import TSUD

/// The setting, the member, or the part of one that a name on the command line represents.
///
/// A part is a field of a structure or an entry of a dictionary: "remote", "zoom/report.pdf", "remote.port".
struct NamedSetting {
    /// The name as it is typed.
    let name: String
    /// The setting or the member.
    let handle: any AnyHandle
    /// The name of the part, as in "port" or "proxy.port"; `nil` for the whole value.
    let field: String?

    init<Setting: TSUD>(_ key: Setting.Type, of member: String? = nil) {
        name = member.map { "\(key.stringKey)/\($0)" } ?? key.stringKey
        handle = key.anyHandle(of: member)
        field = nil
    }

    /// A part of a setting or a member.
    init(_ field: String, of whole: NamedSetting) {
        name = "\(whole.name).\(field)"
        handle = whole.handle
        self.field = field
    }

    /// The description of the input.
    var valueHelp: String {
        if let field { return help(for: field, listing: .max) }
        return (handle.setting as? any DescribedSetting.Type)?.valueHelp
            ?? handle.setting.validInput { $0.asShellWord }
    }

    /// The same with at most five valid values, for errors.
    var shortHelp: String {
        if let field { return help(for: field, listing: 5) }
        let derived = handle.setting.validInput { $0.asShellWord }
        return valueHelp == derived ? handle.setting.validInput(listing: 5) { $0.asShellWord } : valueHelp
    }

    private func help(for field: String, listing limit: Int) -> String {
        let choices = valueParts.choices(ofField: field)
        // A Boolean is typed in other words than in JSON.
        if choices.isEmpty || choices == ["true", "false"] { return handle.validInput(for: field) }
        return "one of \(firstNames(of: choices, limit))"
    }

    /// Returns the description of the input, in which a derived example is quoted for another place than a shell.
    func inputHelp(_ quote: (String) -> String) -> String {
        let derived = handle.setting.validInput { $0.asShellWord }
        return valueHelp == derived ? handle.setting.validInput(listing: .max, quote) : valueHelp
    }

    /// The purpose of the setting; `nil` without a description.
    var summary: String? { (handle.setting as? any DescribedSetting.Type)?.summary }

    /// Whether commands mask the value.
    var isSecret: Bool { handle.setting.isSecret }

    /// The name in a JSON document: as it is typed, or the key of a member whose name looks like another one's key.
    var nameInDocument: String {
        let read = [handle.setting.anyHandle()].handle(named: name)?.handle.stringKey
        return read == handle.stringKey ? name : handle.stringKey
    }
}

extension Collection where Element == any TSUD.Type {
    /// Returns an error whose sentence has no values of secrets.
    func masking(_ error: TSUDError) -> TSUDError {
        if !error.parts.isEmpty { return TSUDError(error.parts.map { masking($0) }) ?? error }
        guard let key = error.key,
            contains(where: { NamedSetting($0).isSecret && (key == $0.stringKey || key.hasPrefix($0.stringKey + "/")) })
        else { return error }
        let description = "The value for key '\(key)' is invalid. It is a secret, so it is not shown."
        return TSUDError(error.code, key: key, description: description)
    }
}
