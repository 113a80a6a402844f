import Foundation
import TSUD
import TSUDText

extension CommandContext {
    /// Stores one value, or those of several assignments, in one transaction.
    func set() async throws {
        let changes = try await changes()
        for change in changes { try program.checkNoPattern(change.setting) }
        try store(changes)
    }

    /// Makes changes in one transaction, and prints the new values.
    func store(_ changes: [SettingChange]) throws {
        var failures: [any Error] = []
        try program.saving(changes.map(\.setting.handle)) {
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
        for change in changes {
            try print(line(of: change.setting))
            if let note = change.roundingNote { program.warn(note) }
        }
    }

    /// Returns the changes in the operands: NAME TEXT, or each NAME=TEXT.
    private func changes() async throws -> [SettingChange] {
        let isChangingElements = !options.isEmpty
        if !isChangingElements, isAssignments { return try changes(to: operands.map(assignment)) }
        let setting = try program.settingOrField(named: operands[0])
        let texts = Array(operands.dropFirst())
        if isChangingElements {
            if texts.isEmpty { throw CommandError.usage("expected: \(program.name) set NAME --add TEXT...") }
            return [setting.changingElements(texts, isAdding: options.contains("--add"))]
        }
        if texts.count > 1 {
            throw try CommandError.usage(program.unexpected(operands, at: 2, for: program.command(named: "set")))
        }
        let text = try await texts.isEmpty ? secret(for: setting) : typed(texts[0])
        return try changes(to: [(setting, text)])
    }

    /// Whether the operands are NAME=TEXT; the name of a member may contain "=" as well.
    private var isAssignments: Bool {
        let isAssignment = operands.map { !$0.equalsSigns.isEmpty }
        if operands.count == 1 { return isAssignment[0] }
        let isName = (try? program.find(operands[0])) != nil
        return isAssignment[0] && (!isName || isAssignment.allSatisfy { $0 })
    }

    private func assignment(_ operand: String) throws -> (setting: NamedSetting, text: String) {
        if let assignment = program.assignment(operand) { return assignment }
        guard let equals = operand.equalsSigns.first else {
            throw try CommandError.usage(
                program.unexpected([operand], at: 0, for: program.command(named: "set"))
            )
        }
        let setting = try program.settingOrField(named: String(operand[..<equals]))
        return (setting, operand.text(afterEqualsSign: equals))
    }

    private func changes(to assignments: [(setting: NamedSetting, text: String)]) throws -> [SettingChange] {
        var (changes, errors, names): ([SettingChange], [TSUDError], Set<Spelling>) = ([], [], [])
        for (setting, text) in assignments {
            if !names.insert(Spelling(setting.name)).inserted {
                throw CommandError.usage("\(setting.name.quoted) is set twice")
            }
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
        let failures = errors.map(program.failure)
        // A locked setting is no invalid input.
        let isLocked = errors.allSatisfy { ($0 as? TSUDError)?.code == .managed }
        return CommandError(failures.map(\.message).joined(separator: "\n"), exitCode: isLocked ? 77 : 64)
    }

    /// Returns the text itself, or standard input for "-".
    private func typed(_ text: String) throws -> String {
        guard text == "-" else { return text }
        guard let text = String(data: try input(at: "-"), encoding: .utf8) else {
            throw CommandError.data("standard input is not in UTF-8")
        }
        return text.withoutFinalLineBreak
    }

    /// Returns the line of a changed setting and, if an override takes precedence, the stored value.
    private func line(of setting: NamedSetting) -> String {
        let line = ShownSetting(setting).line
        guard setting.handle.origin.isOverride else { return line + "\n" }
        let stored = try? setting.handle.storedText(setting.field)
        let shown = setting.isSecret ? stored.map { _ in "***" } : stored
        return "\(line), and \(shown?.onOneLine ?? "nothing") is stored\n"
    }
}

extension String {
    /// The string without a final line feed, carriage return, or both.
    var withoutFinalLineBreak: String {
        // CR LF is one character.
        guard let last, ["\n", "\r", "\r\n"].contains(last) else { return self }
        return String(dropLast())
    }
}
