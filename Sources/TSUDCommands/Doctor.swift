import Foundation
import TSUD
import TSUDText

extension CommandContext {
    /// Checks the files that the settings are read from, or some files, and prints the problems.
    func doctor() throws {
        let files = operands.isEmpty ? program.filesToCheck : operands.map(givenFile)
        let surroundings = operands.isEmpty ? program.problemsOfPlaces + program.problemsOfVariables : []
        let problems = files.flatMap { program.problems(in: $0) } + surroundings
        if options.contains("--json") {
            try print((try JSON(encoding: problems)).indentedText + "\n")
        } else {
            try print(problems.map { $0.text + "\n" }.joined())
        }
        if files.contains(where: { $0.isGiven && $0.failure != nil }) { throw CommandError("", exitCode: 66) }
        if problems.contains(where: { $0.kind == .error }) { throw CommandError("", exitCode: 65) }
        if options.contains("--json") { return }
        try print("Checked: \(files.isEmpty ? "no file" : files.map(\.path).joined(separator: ", ")).\n")
    }

    /// Reads a file that the user names, which may be a pipe.
    private func givenFile(_ path: String) -> CheckedFile {
        let name = path == "-" ? "standard input" : path
        let isOfSystem = path.hasSuffix(".json") && program.isInSystemDirectory(path)
        let owner: CheckedFile.Owner = program.isOwnFile(path) ? .user : isOfSystem ? .system : .other
        do throws(Unreadable) {
            let data = try Data(contentsOfFile: path == "-" ? nil : path)
            return CheckedFile(path: name, owner: owner, isGiven: true, contents: .success(data))
        } catch {
            let problem = Problem(file: name, message: error.reason + ".")
            return CheckedFile(path: name, owner: owner, isGiven: true, contents: .failure(problem))
        }
    }
}

/// A problem that `doctor` finds.
struct Problem: Encodable, Error {
    enum Kind: String, Encodable { case error, note }

    var file: String?
    /// The name of the setting or the variable.
    var name: String?
    var line: Int?
    var kind = Kind.error
    let message: String

    /// The problem on one line, as in "editor.json: line 3: Unknown setting 'x'".
    fileprivate var text: String {
        let place = [file, line.map { "line \($0)" }, kind == .note ? "note" : nil].compactMap { $0 }
        return (place + [message.replacing("\n", with: " ")]).joined(separator: ": ").onOneLine
    }
}

extension Program {
    /// The existing files that the settings are read from.
    fileprivate var filesToCheck: [CheckedFile] {
        files.compactMap { path, isOfSystem in
            var status = stat()
            // A directory that can't be read is reported instead.
            if lstat(path, &status) != 0 { return nil }
            return CheckedFile(
                path: path,
                owner: isOfSystem ? .system : .user,
                isGiven: false,
                contents: checkedContents(ofFileAt: path)
            )
        }
    }

    fileprivate func problems(in file: CheckedFile) -> [Problem] {
        let rights = file.owner == .system ? problems(ofRightsOf: file.path) : []
        do throws(Problem) {
            let (document, lines) = try file.document()
            let handles = NamedHandles(keys.handles())
            let names = DistinctNames(document.names).sorted
            let settings = names.map { findSetting(handles, inFileNamed: $0) }
            let named = zip(names, settings).compactMap { name, setting in setting.map { (name: name, setting: $0) } }
            let isOfSuite = firstOfSuites.contains { $0.isInFile(named: file.path) }
            let found = zip(names, settings).compactMap { name, setting in
                problem(of: name, setting, document, in: file, isOfSuite: isOfSuite)
            }
            let placed = (found + repetitions(of: named, in: file)).map { problem in
                var problem = problem
                problem.line = problem.name.flatMap { lines[$0] }
                return problem
            }
            return rights + (isOfSuite ? [] : mixture(of: named.map(\.setting), in: file))
                + placed.sorted { ($0.line ?? 0, $0.name ?? "") < ($1.line ?? 0, $1.name ?? "") }
        } catch {
            return rights + [error]
        }
    }

    /// Returns the problem of a file that has settings of several suites, and whose name is that of none.
    private func mixture(of settings: [NamedSetting], in file: CheckedFile) -> [Problem] {
        let suites = Set(settings.compactMap(\.suiteFile)).sorted()
        if suites.count < 2 { return [] }
        let message = "it mixes settings of the suites \(suites.map(\.quoted).joined(separator: ", "))"
        return [Problem(file: file.path, message: message + ", which need a file each.")]
    }

    /// Returns the problem of a value, without a part of a secret.
    private func problem(
        of name: String,
        _ setting: NamedSetting?,
        _ document: SettingsDocument,
        in file: CheckedFile,
        isOfSuite: Bool
    ) -> Problem? {
        // Editors find the schema by the first name, and TSUDSync stores the others in the user's file.
        if name == "$schema" || name == "TSUDSync" || name.hasPrefix("TSUDSync/") { return nil }
        let isUsers = file.owner == .user
        func problem(_ message: String, _ kind: Problem.Kind = .error) -> Problem {
            Problem(file: file.path, name: name, kind: kind, message: message)
        }
        do {
            if let setting, setting.handle.formerKeys.contains(name) {
                // TSUD reads former keys in the user's file.
                return isUsers ? nil : problem("\(name.quoted) is now called \(setting.name.quoted).")
            }
            let setting = try setting ?? self.setting(named: name)
            if isOfSuite, let path = setting.path, !setting.isInFile(named: file.path) {
                let message = "\(name.quoted) has no effect here, because the file of its suite is \(path.quoted)."
                return problem(message, isUsers ? .note : .error)
            }
            try setting.handle.check(name, in: document, as: setting.name)
            return nil
        } catch let error as TSUDError {
            return problem(keys.masking(error).description)
        } catch {
            // Direct calls may store other names in the user's file.
            return problem((error as? CommandError)?.message ?? "\(error)", isUsers ? .note : .error)
        }
    }

    /// The names that stand for the same setting, as the name and the key of a member do.
    private func repetitions(of named: [(name: String, setting: NamedSetting)], in file: CheckedFile) -> [Problem] {
        // The user's file has keys alone, possibly former ones.
        if file.owner == .user { return [] }
        let byKey = Dictionary(grouping: named) { Spelling($0.setting.handle.stringKey) }
        return byKey.values.filter { $0.count > 1 }.map { same in
            let message = "\(same[1].name.quoted) and \(same[0].name.quoted) are one setting."
            return Problem(file: file.path, name: same[1].name, message: message)
        }
    }

    /// The setting with a name, or with a key that only files have: "zoom/report%2Epdf", "CPU_state".
    private func findSetting(_ handles: NamedHandles, inFileNamed name: String) -> NamedSetting? {
        guard let handle = handles[name]?.handle, handle.isSet || handle.mayBeAdded else { return nil }
        return NamedSetting(handle.setting, of: handle.member)
    }
}

extension NamedSetting {
    /// The name of the suite's file without its extension; `nil` if it is unknown.
    var suiteFile: String? { path.map { URL(filePath: $0).deletingPathExtension().lastPathComponent } }

    /// Whether a file's name is that of one for the setting's suite: "NAME.json", "NAME.locked.d/1.json".
    func isInFile(named path: String) -> Bool {
        let url = URL(filePath: path)
        let directory = url.deletingLastPathComponent().lastPathComponent
        let name = directory.hasSuffix(".d") ? directory : url.lastPathComponent
        let endings = ["", ".locked"].flatMap { [$0 + ".d", $0 + ".json", $0 + ".plist"] }
        return suiteFile.map { suite in endings.contains { name == suite + $0 } } ?? false
    }
}
