import TSUD

extension CommandContext {
    /// Lets the user edit all settings in a file, and stores what was changed in it: all or nothing.
    ///
    /// What is wrong is shown beside its line, and the editor opened again, until the file is right or is left as it is.
    func edit() async throws {
        let original = EditedFile(of: program)
        let before = original.entries.compactMap { try? $0.entry.get() }
        var file = original
        var refused: String?
        for _ in 1...Self.mostRounds {
            file = EditedFile(text: try await Editor.edit(file.text)).withoutErrors
            if file.text.allSatisfy(\.isWhitespace) { return try write("Nothing was changed.\n") }
            let edits = Edits(of: file, from: before, in: program)
            if edits.errors.isEmpty { return try store(edits) }
            let errors = edits.errors.mapValues(\.onOneLine)
            if file.text == refused {
                let all = errors.sorted { $0.key < $1.key }.map(\.value).joined(separator: " ")
                throw CommandError.data("nothing is stored. \(all)")
            }
            refused = file.text
            file = file.with(errors)
        }
        throw CommandError.data("nothing is stored; the file was wrong \(Self.mostRounds) times")
    }

    /// So often the editor is opened; one that is a script may make the same mistakes for ever.
    private static let mostRounds = 20

    private func store(_ edits: Edits) throws {
        try program.saving {
            try updateSettings { settings in
                for edit in edits.changes { edit.change(&settings) }
            }
        }
        let lines = edits.changes.map { edit in
            change(of: edit.setting, stored: edit.text.flatMap { edit.setting.handle.text(from: $0) })
        }
        try write(lines.isEmpty ? "Nothing was changed.\n" : lines.joined())
    }
}

/// What the user has changed in the file.
///
/// Lines that are as they were do not count: a change that was made elsewhere meanwhile is not undone.
private struct Edits {
    var changes: [(setting: NamedSetting, text: String?, change: (inout TSUDTransaction) -> Void)] = []
    /// By line.
    var errors: [Int: String] = [:]

    init(of file: EditedFile, from before: [(name: String, text: String)], in program: Program) {
        let before = Dictionary(before.map { ($0.name, $0.text) }) { _, last in last }
        var names: Set<String> = []
        for (line, entry) in file.entries {
            do {
                let (name, text) = try entry.get()
                let setting = try program.setting(named: name)
                if !names.insert(name).inserted { throw CommandError.data("\(name.quoted) is there twice") }
                if before[name] != text { try add(setting, text) }
            } catch {
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
