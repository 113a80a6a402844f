import Foundation
import TSUD
import TSUDText

extension CommandContext {
    /// Imports all settings or none from a file, or from standard input for "-".
    func importSettings() throws {
        if program.isOwnFile(operands[0]) {
            throw CommandError.usage("\(operands[0].quoted) is the file of the settings itself")
        }
        let data = try input(at: operands[0])
        let handles = program.keys.handles()
        let document = try? SettingsDocument(data)
        let byName = NamedHandles(handles)
        let named = document?.names.compactMap { byName[$0]?.handle } ?? []
        var restored: TSUDRestoration?
        try program.saving(options.contains("--replace") ? handles : named) {
            do throws(TSUDError) {
                restored = try program.keys.restore(
                    from: data,
                    keepingAbsent: !options.contains("--replace"),
                    skippingInvalid: options.contains("--skip-invalid")
                )
            } catch {
                if [.notSaved, .busy, .managed].contains(error.code) { throw error }
                // Without a key, the data as a whole is wrong.
                let hint = error.key == nil ? "" : " Nothing is imported; --skip-invalid imports the rest."
                throw CommandError.data(program.keys.masking(error).description + hint)
            }
        }
        if let restored { try print(summary(of: restored, byName)) }
        // Another version of the program may have written these.
        guard case .json(let values) = document else { return }
        for (name, json) in values.sorted {
            byName[name]?.handle.messages(aboutFieldsOf: json).forEach(program.warn)
        }
    }

    /// Returns the changes of an import, with a line for each kind.
    private func summary(of restored: TSUDRestoration, _ handles: NamedHandles) -> String {
        let isLocked = { (key: String) in (try? handles[key]?.handle.checkUnlocked()) == nil }
        let lines = [
            ("Stored", restored.stored), ("Reset", restored.reset),
            ("Skipped, because invalid", restored.skipped.filter { !isLocked($0) }),
            ("Skipped, because locked", restored.skipped.filter(isLocked)),
            ("Ignored, because no setting has the name", restored.unknown),
        ]
        let text = lines.filter { !$1.isEmpty }.map { kind, keys in
            let names = keys.map { (handles[$0]?.handle.typedName ?? $0).onOneLine }
            return "\(kind): \(names.joined(separator: ", ")).\n"
        }
        return text.isEmpty ? "The file is empty, and nothing was stored.\n" : text.joined()
    }

    /// Reads a file, or standard input for "-".
    func input(at path: String) throws -> Data {
        do throws(Unreadable) {
            return try Data(contentsOfFile: path == "-" ? nil : path)
        } catch {
            throw CommandError.input("\(path.quoted) \(error.reason)")
        }
    }
}
