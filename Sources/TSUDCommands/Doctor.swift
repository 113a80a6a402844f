import Foundation
import TSUD

extension CommandContext {
    /// Checks the files that the settings are read from, or one file, and prints the problems.
    func doctor() throws {
        let files = operands.first.map { [(path: $0, isOfSystem: false)] } ?? program.files
        let existing = files.filter { access($0.path, F_OK) == 0 }
        if let path = operands.first, existing.isEmpty { throw CommandError.input("can't read \(path.quoted)") }
        let problems = existing.flatMap { program.problems(inFileAt: $0.path, isOfSystem: $0.isOfSystem) }
        try write(problems.map { $0.replacing("\n", with: " ").onOneLine + "\n" }.joined())
        if !problems.isEmpty { throw CommandError("", exitCode: 65) }
        try write("Checked: \(existing.isEmpty ? "no file" : existing.map(\.path).joined(separator: ", ")).\n")
    }
}

extension Program {
    fileprivate func problems(inFileAt path: String, isOfSystem: Bool) -> [String] {
        let permissions = isOfSystem ? problems(ofPermissionsOf: path) : []
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            return permissions + ["\(path): can't be read: \(error.reason)."]
        }
        do throws(TSUDError) {
            let values = try FoundObject.all(in: data, at: path)
            let isUsers = keys.contains { NamedSetting($0).path == path }
            return permissions + values.sorted { $0.key < $1.key }.compactMap { problem($0, $1, isUsers) }
        } catch {
            return permissions + [error.description]
        }
    }

    /// An administrator's file should be readable by every user, and writable only by root.
    private func problems(ofPermissionsOf path: String) -> [String] {
        var status = stat()
        guard stat(path, &status) == 0 else { return [] }
        let isWritable = status.st_uid != 0 || status.st_mode & (S_IWGRP | S_IWOTH) != 0
        return (isWritable ? ["\(path): a user other than root can write it; programs of root ignore it."] : [])
            + (status.st_mode & S_IROTH == 0 ? ["\(path): some users can't read it."] : [])
    }

    private func problem(_ name: String, _ value: FoundObject, _ isUsers: Bool) -> String? {
        let path = value.path ?? ""
        // TSUDSync stores its own names in the user's file.
        if name == "TSUDSync" || name.hasPrefix("TSUDSync/") { return nil }
        if let current = keys.first(where: { $0.formerKeys.contains(name) }) {
            // TSUD reads former keys in the user's file.
            return isUsers ? nil : "\(path): \(name.quoted) is now called \(current.stringKey.quoted)."
        }
        do {
            _ = try setting(named: name).handle.text(of: value)
            return nil
        } catch {
            let message = (error as? CommandError)?.message ?? "\(error)"
            return message.contains(path) ? message : "\(path): \(message)"
        }
    }
}
