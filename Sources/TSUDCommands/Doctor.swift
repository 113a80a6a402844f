import Foundation
import TSUD

extension CommandContext {
    /// Checks the files that the settings are read from, or some files, and prints the problems.
    func doctor() throws {
        let files = operands.isEmpty ? program.filesToCheck : try operands.map(givenFile)
        let surroundings = operands.isEmpty ? program.problemsOfPlaces + program.problemsOfVariables : []
        let problems = files.flatMap { program.problems(in: $0) } + program.conflicts(among: files) + surroundings
        if options.contains("--json") {
            try write((try JSON(encoding: problems)).indentedText + "\n")
        } else {
            try write(problems.map { $0.text + "\n" }.joined())
        }
        if files.contains(where: { $0.isGiven && $0.failure != nil }) { throw CommandError("", exitCode: 66) }
        if problems.contains(where: { $0.kind == .error }) { throw CommandError("", exitCode: 65) }
        if options.contains("--json") { return }
        try write("Checked: \(files.isEmpty ? "no file" : files.map(\.path).joined(separator: ", ")).\n")
    }

    /// Reads a file that the user names, which may be a pipe.
    private func givenFile(_ path: String) throws -> CheckedFile {
        let isUsers = program.keys.contains { NamedSetting($0).path == path }
        let name = path == "-" ? "standard input" : path
        do {
            return CheckedFile(path: name, owner: isUsers ? .user : .given, contents: .success(try input(at: path)))
        } catch let error as CommandError {
            let reason = error.message.replacing("can't read \(path.quoted)", with: "can't be read")
            let message = reason.replacing("\(path.quoted) is", with: "it is") + "."
            return CheckedFile(path: name, owner: .given, contents: .failure(Problem(file: name, message: message)))
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
    var column: Int?
    var kind = Kind.error
    let message: String

    /// The problem on one line, as in "editor.json: line 3: Unknown setting 'x'".
    fileprivate var text: String {
        let column = column.map { ", column \($0)" } ?? ""
        let place = [file, line.map { "line \($0)\(column)" }, kind == .note ? "note" : nil].compactMap { $0 }
        return (place + [message.replacing("\n", with: " ")]).joined(separator: ": ").onOneLine
    }
}

extension Program {
    /// The existing files that the settings are read from.
    fileprivate var filesToCheck: [CheckedFile] {
        // The first use of a damaged file would log the reason as well.
        Log.without(.damagedFile) { Log.without(.notSaved) { files } }.compactMap { path, isOfSystem in
            var status = stat()
            // A directory that can't be read is reported instead.
            if lstat(path, &status) != 0 { return nil }
            return CheckedFile(
                path: path,
                owner: isOfSystem ? .system : .user,
                contents: checkedContents(ofFileAt: path)
            )
        }
    }

    fileprivate func problems(in file: CheckedFile) -> [Problem] {
        let rights = file.owner == .system ? problems(ofRightsOf: file.path) : []
        do throws(Problem) {
            let (values, lines) = try file.values()
            let handles = keys.handles()
            let found = values.sorted { $0.key < $1.key }.compactMap { problem(handles, of: $0, $1, in: file) }
            let placed = (found + repetitions(handles, among: Array(values.keys), in: file)).map { problem in
                var problem = problem
                problem.line = problem.name.flatMap { lines[$0] }
                return problem
            }
            return rights + placed.sorted { ($0.line ?? 0, $0.name ?? "") < ($1.line ?? 0, $1.name ?? "") }
        } catch {
            return rights + [error]
        }
    }

    /// Returns the problem of a value, without a part of a secret.
    private func problem(
        _ handles: [any AnyHandle],
        of name: String,
        _ value: CheckedFile.Value,
        in file: CheckedFile
    ) -> Problem? {
        // Editors find the schema by the first name, and TSUDSync stores the others in the user's file.
        if name == "$schema" || name == "TSUDSync" || name.hasPrefix("TSUDSync/") { return nil }
        let isUsers = file.owner == .user
        func problem(_ message: String, _ kind: Problem.Kind = .error) -> Problem {
            Problem(file: file.path, name: name, kind: kind, message: message)
        }
        do {
            if let current = keys.first(where: { $0.formerKeys.contains(name) }) {
                // TSUD reads former keys in the user's file.
                return isUsers ? nil : problem("\(name.quoted) is now called \(current.stringKey.quoted).")
            }
            let setting = try setting(handles, inFileNamed: name)
            if file.owner != .given, let path = setting.path, !setting.files.contains(file.path) {
                let message = "\(name.quoted) has no effect here, because the file of its suite is \(path.quoted)."
                return problem(message, isUsers ? .note : .error)
            }
            _ = try setting.text(of: value)
            return nil
        } catch let error as TSUDError {
            return problem(keys.masking(error).description)
        } catch {
            // Direct calls may store other names in the user's file.
            return problem((error as? CommandError)?.message ?? "\(error)", isUsers ? .note : .error)
        }
    }

    /// The names that stand for the same setting, as the name and the key of a member do.
    private func repetitions(
        _ handles: [any AnyHandle],
        among names: [String],
        in file: CheckedFile
    ) -> [Problem] {
        // The user's file has keys alone, possibly former ones.
        if file.owner == .user { return [] }
        let named = names.sorted().compactMap { name in (try? setting(handles, inFileNamed: name)).map { (name, $0) } }
        return Dictionary(grouping: named) { $0.1.handle.stringKey }.values.filter { $0.count > 1 }.map {
            same -> Problem in
            let message = "\(same[1].0.quoted) and \(same[0].0.quoted) are one setting."
            return Problem(file: file.path, name: same[1].0, message: message)
        }
    }

    /// The values of JSON files that have no effect, because a property list in the same directory has another value.
    fileprivate func conflicts(among files: [CheckedFile]) -> [Problem] {
        let handles = keys.handles()
        return files.filter { $0.owner == .system && $0.path.hasSuffix(".json") }.flatMap { file -> [Problem] in
            let path = String(file.path.dropLast(".json".count)) + ".plist"
            guard let list = files.first(where: { $0.path == path }), let (first, _) = try? list.values(),
                let (second, lines) = try? file.values()
            else { return [] }
            return second.keys.sorted().compactMap { name -> Problem? in
                guard let setting = try? setting(handles, inFileNamed: name), let value = second[name],
                    let other = first[setting.handle.stringKey] ?? first[setting.name],
                    let one = try? setting.text(of: other), let two = try? setting.text(of: value), one != two
                else { return nil }
                let message = "\(name.quoted) has another value in \(path.quoted), which takes precedence."
                return Problem(file: file.path, name: name, line: lines[name], message: message)
            }
        }
    }

    /// Returns the setting with a name, or with a key that only files have: "zoom/report%2Epdf", "CPU_state".
    private func setting(_ handles: [any AnyHandle], inFileNamed name: String) throws -> NamedSetting {
        guard let handle = handles.handle(named: name)?.handle, handle.member == nil || hasMembers(handle.setting)
        else {
            return try setting(named: name)
        }
        return NamedSetting(handle.setting, of: handle.member)
    }
}

extension NamedSetting {
    /// The paths of the files that the setting is read from.
    fileprivate var files: [String] { [path].compactMap { $0 } + handle.suite.systemFiles.map(\.path) }

    /// Returns the string of a value in a file.
    fileprivate func text(of value: CheckedFile.Value) throws(TSUDError) -> String? {
        switch value {
        case .json(let json): try handle.text(ofJSON: json, from: "Value for \(name.quoted)")
        case .object(let object): try handle.text(of: FoundObject(object, .system))
        }
    }
}

extension AnyHandle {
    fileprivate func text(ofJSON json: JSON, from source: String) throws(TSUDError) -> String? {
        Setting.text(of: try value(ofJSON: json, from: source))
    }
}
