import Foundation
import TSUD
import TSUDText

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
        handle = key.anyHandle(of: member)
        name = handle.typedName
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
        return described?.valueHelp ?? handle.setting.inputHelp { $0.asShellWord }
    }

    /// The same with at most five valid values, for errors.
    var shortHelp: String {
        if let field { return help(for: field, listing: 5) }
        return ownHelp ?? handle.setting.inputHelp(listing: 5) { $0.asShellWord }
    }

    private func help(for field: String, listing limit: Int) -> String {
        let choices = valueParts.schema(ofField: field).choices
        // A Boolean is typed in other words than in JSON.
        if choices.isEmpty || choices == ["true", "false"] { return handle.validInput(for: field) }
        return "one of \(firstNames(of: choices, limit))"
    }

    /// The description that the program gives; `nil` for a derived one.
    private var ownHelp: String? {
        guard let help = described?.valueHelp else { return nil }
        return help == handle.setting.inputHelp { $0.asShellWord } ? nil : help
    }

    /// Returns the description of the input, in which a derived example is quoted for another place than a shell.
    func inputHelp(_ quote: (String) -> String) -> String { ownHelp ?? handle.setting.inputHelp(quote) }

    private var described: (any DescribedSetting.Type)? { handle.setting as? any DescribedSetting.Type }

    /// The purpose of the setting; `nil` without a description.
    var summary: String? { described?.summary }

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
