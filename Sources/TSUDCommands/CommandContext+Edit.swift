import Foundation
import TSUD
import TSUDText

extension CommandContext {
    /// Opens a file with all settings in the user's editor, and stores all changes in it or none.
    ///
    /// If a line is invalid, it shows the error above the line and opens the editor again, until the file is valid or
    /// the user leaves it unchanged. If it can't store the text, it keeps the file and throws its path. If the editor
    /// returns at once without a change, its window may open later, so the file stays as well.
    func edit() async throws {
        if Editor.command == nil, isatty(STDIN_FILENO) != 1 || !program.output.isTerminal {
            throw CommandError.editor("vi needs a terminal; set $EDITOR to another editor")
        }
        let original = EditedFile(of: program)
        let file = EditorFile()
        do {
            let start = ContinuousClock.now
            let isChanged = try await edit(original, file)
            if !isChanged, ContinuousClock.now - start < .seconds(1) {
                program.warn(
                    "the editor returned at once; if its window is still open, close it, and make the editor wait, as in "
                        + "EDITOR='\(Editor.command ?? "code") --wait'. The file is \(file.path.quoted)."
                )
            } else {
                file.remove()
            }
        } catch {
            guard file.differs(from: original.text) else {
                file.remove()
                throw error
            }
            let failure = program.failure(error)
            throw CommandError(
                "\(failure.message)\nThe edited text is in \(file.path.quoted).",
                exitCode: failure.exitCode
            )
        }
    }

    /// Returns whether the editor has changed the file.
    private func edit(_ original: EditedFile, _ editorFile: EditorFile) async throws -> Bool {
        let before = original.entries.compactMap { try? $0.entry.get() }
        var file = original
        var refused: String?
        for _ in 1...Self.mostRounds {
            file = EditedFile(text: try await editorFile.edit(file.text)).withoutErrors
            let isEmpty = file.text.allSatisfy(\.isWhitespace)
            let edits = isEmpty ? Edits() : Edits(of: file, from: before, in: program)
            if edits.errors.isEmpty {
                try store(edits)
                return file.text != original.text
            }
            let errors = edits.errors.mapValues { $0.replacing("\n", with: " ").onOneLine }
            if file.text == refused {
                let all = errors.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
                throw CommandError.data("nothing is stored. \(all)")
            }
            refused = file.text
            file = file.with(errors)
        }
        throw CommandError.data("nothing is stored; the file was invalid \(Self.mostRounds) times")
    }

    /// The most times that the editor is opened, because a script as the editor may repeat its mistakes for ever.
    private static let mostRounds = 20

    private func store(_ edits: Edits) throws {
        try edits.changes.isEmpty ? print("Nothing was changed.\n") : store(edits.changes)
    }
}

/// The user's changes in the file.
///
/// It ignores unchanged lines, so a change that another program made in the meantime stays.
private struct Edits {
    var changes: [SettingChange] = []
    /// The errors, by line.
    var errors: [Int: String] = [:]

    init() {}

    init(of file: EditedFile, from before: [(name: String, text: String)], in program: Program) {
        let before = before.reduce(into: NamedValues<String>()) { $0[$1.name] = $1.text }
        var names: Set<Spelling> = []
        for (line, entry) in file.entries {
            do {
                let (name, text) = try entry.get()
                if !names.insert(Spelling(name)).inserted { throw CommandError.data("\(name.quoted) has two lines") }
                if before[name] == text { continue }
                let setting = try program.setting(named: name)
                try program.checkNoPattern(setting)
                changes.append(try setting.setting(to: EditedFile.typedText(text, of: setting)))
            } catch {
                let error = (error as? TSUDError).map { program.keys.masking($0) } ?? error
                errors[line] = (error as? CommandError)?.message ?? "\(error)"
            }
        }
        for (name, _) in before.sorted where !names.contains(Spelling(name)) {
            if let setting = try? program.setting(named: name) { changes.append(setting.resetting) }
        }
    }
}
