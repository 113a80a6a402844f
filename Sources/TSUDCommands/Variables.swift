import Foundation
import TSUD

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
        // A line break may come from a file of variables.
        let direct = (setting.isString ? environment[name] : text(name))?.withoutFinalLineBreak
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
        do throws(Unreadable) {
            data = try Data(contentsOfFile: path, atMost: 1 << 20)
        } catch {
            throw failure(error.reason)
        }
        guard let text = String(data: data, encoding: .utf8) else { throw failure("is not in UTF-8") }
        return text.withoutFinalLineBreak
    }
}
