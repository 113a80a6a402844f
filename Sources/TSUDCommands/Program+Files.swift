import Foundation
import TSUD

extension Program {
    /// Runs a closure that changes settings, and waits until the changes are on disk.
    func saving(_ body: () throws -> Void) throws {
        do {
            try Log.without(.notSaved) {
                try body()
                for suite in suites { try suite.flush() }
            }
        } catch let error as TSUDError {
            let description = keys.masking(error).description
            throw switch error.code {
            case .managed: CommandError.managed(error.description)
            case .notSaved, .busy: CommandError.saving(error.description)
            // The stored value, since typed ones are read before.
            case .unreadable: CommandError.data(description)
            default: CommandError.usage(description)
            }
        }
    }

    /// Checks that the files of the settings can be read, and those of an administrator.
    func checkFiles() throws {
        // Reading a damaged file would log the reason as well.
        let files = Log.without(.damagedFile) { Log.without(.notSaved) { self.files } }
        for setting in keys where setting.suite.isDamagedAtFirstUse {
            throw notPropertyList(setting.suite.filePath ?? "")
        }
        for (path, isOfSystem) in files {
            // An empty file has no settings.
            guard let data = try contents(ofFileAt: path), !data.isEmpty else { continue }
            if isOfSystem {
                do throws(TSUDError) {
                    _ = try FoundObject.all(in: data, at: path)
                } catch {
                    throw CommandError.data(error.description)
                }
            } else if (try? PropertyListData.settings(in: data)) == nil {
                throw notPropertyList(path)
            }
        }
    }

    private func notPropertyList(_ path: String) -> CommandError {
        .data("the file \(path.quoted) is not a property list of settings")
    }

    /// Returns the contents of a regular file; `nil` if there is no file.
    private func contents(ofFileAt path: String) throws -> Data? {
        var status = stat()
        guard stat(path, &status) == 0 || errno == EACCES else { return nil }
        do {
            // A pipe would make the command wait.
            if ![S_IFREG, S_IFDIR, 0].contains(status.st_mode & S_IFMT) { throw POSIXError(.EINVAL) }
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            throw CommandError.input("can't read \(path.quoted): \(error.reason)")
        }
    }
}
