import Foundation
import TSUD

/// The option and the variable of each setting, if the program applies them.
enum AppliedNames {
    private struct State {
        var names: [ObjectIdentifier: (option: String?, variable: String?)] = [:]
        var prefixes: Set<String> = []
        var areOptionsBeforeCommand = false
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var state = State()

    static subscript(key: any TSUD.Type) -> (option: String?, variable: String?) {
        get { lock.withLock { state.names[ObjectIdentifier(key)] ?? (nil, nil) } }
        set { lock.withLock { state.names[ObjectIdentifier(key)] = newValue } }
    }

    /// Whether options of settings are not allowed among the arguments of a command.
    static var areOptionsBeforeCommand: Bool {
        get { lock.withLock { state.areOptionsBeforeCommand } }
        set { lock.withLock { state.areOptionsBeforeCommand = newValue } }
    }

    static func add(prefix: String) { lock.withLock { _ = state.prefixes.insert(prefix) } }

    /// Returns the variables of the process that have an applied prefix.
    static func variablesWithPrefix() -> [String] {
        let prefixes = lock.withLock { state.prefixes }.filter { !$0.isEmpty }
        return ProcessInfo.processInfo.environment.keys.filter { name in prefixes.contains { name.hasPrefix($0) } }
    }
}

extension Program {
    /// The variables with an applied prefix that belong to no setting.
    var problemsOfVariables: [Problem] {
        let names = keys.flatMap { key -> [String] in
            guard let name = AppliedNames[key].variable else { return [] }
            return [name] + (key.isSecret ? [Variables.file(for: name)] : [])
        }
        return AppliedNames.variablesWithPrefix().filter { !names.contains($0) }.sorted().map { name in
            // Other programs may use the prefix as well, so only a misspelled name is an error.
            let isMisspelled = similarName(to: name, in: names) != nil
            let message = unknown("variable", name, outOf: names)
            return Problem(name: name, kind: isMisspelled ? .error : .note, message: message)
        }
    }
}

/// The variables of the process, and the files that they name.
struct Variables {
    /// The variables of all settings, which name no files of secrets.
    let others: Set<String>

    /// Returns the variable that names the file of a secret.
    static func file(for name: String) -> String { name + "_FILE" }

    /// Returns the string for a setting, and the variable that it comes from; `nil` if there is none.
    ///
    /// - Throws: `unreadable` if the file of a secret can't be read, or if there are two sources.
    func value(of setting: any TSUD.Type, named name: String) throws(TSUDError) -> (text: String, source: String)? {
        let environment = ProcessInfo.processInfo.environment
        func text(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let direct = setting.isString ? environment[name] : text(name)
        let pointer = Self.file(for: name)
        guard setting.isSecret else { return direct.map { ($0, name) } }
        let path = others.contains(pointer) ? nil : text(pointer)
        if direct != nil, path != nil {
            let description =
                "The variables '\(name)' and '\(pointer)' for key '\(setting.stringKey)' exclude each other."
            throw TSUDError(.unreadable, key: setting.stringKey, description: description)
        }
        if let direct { return (direct, name) }
        if let path { return (try contents(ofFileAt: path, of: setting, pointer), pointer) }
        let directory = "CREDENTIALS_DIRECTORY"
        guard let credential = text(directory).map({ $0 + "/" + name }), access(credential, F_OK) == 0 else {
            return nil
        }
        return (try contents(ofFileAt: credential, of: setting, directory), directory)
    }

    /// Returns the contents of a file without a final line break, which are in no error.
    private func contents(
        ofFileAt path: String,
        of setting: any TSUD.Type,
        _ variable: String
    ) throws(TSUDError) -> String {
        func failure(_ reason: String) -> TSUDError {
            let description = "Variable '\(variable)' for key '\(setting.stringKey)': \(path.quoted) \(reason)."
            return TSUDError(.unreadable, key: setting.stringKey, path: path, description: description)
        }
        let data: Data
        do {
            data = try FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: Self.mostBytes + 1) ?? Data()
        } catch {
            throw failure("can't be read: \(error.reason)")
        }
        if data.count > Self.mostBytes { throw failure("is larger than 1 MB") }
        guard let text = String(data: data, encoding: .utf8) else { throw failure("is not in UTF-8") }
        guard text.last?.isNewline == true else { return text }
        return String(text.dropLast())
    }

    private static let mostBytes = 1 << 20
}
