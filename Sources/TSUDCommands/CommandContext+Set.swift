import Foundation
import TSUD

extension CommandContext {
    /// Stores one value, or those of several assignments, in one transaction.
    func set() async throws {
        let changes = try await changes()
        var failures: [any Error] = []
        try program.saving {
            try updateSettings { settings in
                for change in changes {
                    do {
                        try change.make(&settings)
                    } catch {
                        failures.append(error)
                    }
                }
                if let failure = combined(failures) { throw failure }
            }
        }
        for setting in changes.map(\.setting) { try write(change(of: setting, stored: setting.storedText)) }
    }

    /// Returns the changes in the operands: NAME TEXT, or each NAME=TEXT.
    private func changes() async throws -> [SettingChange] {
        let assignments = operands.map { program.assignment($0) }
        let present = assignments.compactMap { $0 }
        if options.isEmpty, present.count == operands.count { return try changes(to: present) }
        // The first operand decides whether the others are assignments; the name of a member may contain "=".
        let isName =
            assignments[0] == nil || operands.count == 2 && (try? program.settingOrField(named: operands[0])) != nil
        let extra = isName ? 2 : assignments.firstIndex { $0 == nil } ?? 1
        if extra < operands.count {
            throw try CommandError.usage(program.unexpected(operands, at: extra, for: program.command(named: "set")))
        }
        let setting = try setting(named: operands[0])
        let text = try await operands.count > 1 ? typed(operands[1]) : secret(for: setting)
        if options.contains("--add") { return [setting.adding(text)] }
        if options.contains("--remove") { return [setting.removing(text)] }
        return try changes(to: [(setting, text)])
    }

    /// Returns the setting with a name, without the text that may follow it.
    private func setting(named name: String) throws -> NamedSetting {
        if let setting = try? program.settingOrField(named: name) { return setting }
        let isAssignment = operands.count == 1 && name.contains("=")
        return try program.settingOrField(named: isAssignment ? String(name.prefix { $0 != "=" }) : name)
    }

    private func changes(to assignments: [(setting: NamedSetting, text: String)]) throws -> [SettingChange] {
        var changes: [SettingChange] = []
        var errors: [TSUDError] = []
        for (setting, text) in assignments {
            do throws(TSUDError) {
                changes.append(try setting.setting(to: text))
            } catch {
                errors.append(error)
            }
        }
        if let error = TSUDError(errors) { throw CommandError.usage(program.keys.masking(error).description) }
        return changes
    }

    /// Returns one error for several.
    private func combined(_ errors: [any Error]) -> (any Error)? {
        guard errors.count > 1 else { return errors.first }
        let messages = errors.map { error in
            (error as? CommandError)?.message ?? (error as? TSUDError).map { program.keys.masking($0).description }
                ?? "\(error)"
        }
        return CommandError.usage(messages.joined(separator: "\n"))
    }

    /// Returns the text itself, or standard input for "-".
    private func typed(_ text: String) throws -> String {
        guard text == "-" else { return text }
        let data = try input(at: "-")
        guard var text = String(data: data, encoding: .utf8) else {
            throw CommandError.data("standard input is not in UTF-8")
        }
        if text.hasSuffix("\n") { text.removeLast() }
        return text
    }

    /// Returns the line of a changed setting and, if an override takes precedence, the stored value.
    func change(of setting: NamedSetting, stored: String?) -> String {
        let shown = setting.isSecret ? stored.map { _ in "***" } : stored
        let line = ShownSetting(setting).line
        guard setting.handle.origin.isOverride else { return line + "\n" }
        return "\(line), and \(shown?.onOneLine ?? "nothing") is stored\n"
    }
}

extension NamedSetting {
    /// The stored value's string, whatever overrides it; `nil` if nothing is stored.
    fileprivate var storedText: String? {
        guard let field else { return (try? handle.stored())?.text }
        return (try? handle.storedJSON())?.part(field)?.typedText
    }
}
