import Foundation
import TSUD

extension CommandContext {
    /// Opens a file with all settings in the user's editor, and stores all changes in it or none.
    ///
    /// If a line is invalid, it shows the error above the line and opens the editor again, until the file is valid or
    /// the user leaves it unchanged. If it can't store the text, it keeps the file and throws its path.
    func edit() async throws {
        if Editor.command == nil, isatty(STDIN_FILENO) != 1 || !program.output.isTerminal {
            throw CommandError.editor("vi needs a terminal; set $EDITOR to another editor")
        }
        let original = EditedFile(of: program)
        let file = EditorFile()
        do {
            try await edit(original, file)
            file.remove()
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

    private func edit(_ original: EditedFile, _ editorFile: EditorFile) async throws {
        let before = original.entries.compactMap { try? $0.entry.get() }
        var file = original
        var refused: String?
        for _ in 1...Self.mostRounds {
            file = EditedFile(text: try await editorFile.edit(file.text)).withoutErrors
            if file.text.allSatisfy(\.isWhitespace) { return try write("Nothing was changed.\n") }
            let edits = Edits(of: file, from: before, in: program)
            if edits.errors.isEmpty { return try store(edits) }
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
        if edits.changes.isEmpty { return try write("Nothing was changed.\n") }
        try program.saving {
            try updateSettings { settings in
                for edit in edits.changes { edit.change(&settings) }
            }
        }
        let lines = edits.changes.map { edit in
            change(of: edit.setting, stored: edit.text.flatMap { edit.setting.handle.text(from: $0) })
        }
        try write(lines.joined())
    }
}

/// The user's changes in the file.
///
/// It ignores unchanged lines, so a change that another program made in the meantime stays.
private struct Edits {
    var changes: [(setting: NamedSetting, text: String?, change: (inout TSUDTransaction) -> Void)] = []
    /// The errors, by line.
    var errors: [Int: String] = [:]

    init(of file: EditedFile, from before: [(name: String, text: String)], in program: Program) {
        let before = Dictionary(before.map { ($0.name, $0.text) }) { _, last in last }
        var names: Set<String> = []
        for (line, entry) in file.entries {
            do {
                let (name, text) = try entry.get()
                let setting = try program.setting(named: name)
                if !names.insert(name).inserted { throw CommandError.data("\(name.quoted) has two lines") }
                if before[name] != text { try add(setting, text) }
            } catch {
                let error = (error as? TSUDError).map { program.keys.masking($0) } ?? error
                errors[line] = (error as? CommandError)?.message ?? "\(error)"
            }
        }
        for name in Set(before.keys).subtracting(names).sorted() {
            if let setting = try? program.setting(named: name) { try? add(setting, nil) }
        }
    }

    private mutating func add(_ setting: NamedSetting, _ text: String?) throws(TSUDError) {
        changes.append((setting, text, try setting.handle.change(to: text)))
    }
}
