import Foundation
import TSUD

extension Program {
    /// Runs a closure that changes settings, and waits until the changes are on disk.
    ///
    /// - Parameters:
    ///   - changed: The settings that it may change. If a file that may lock one of them can't be read, which TSUD has
    ///     logged, the closure isn't called.
    ///   - body: The closure.
    /// - Throws: ``CommandError``.
    func saving(_ changed: [any AnyHandle], _ body: () throws -> Void) throws {
        let isLockUnknown = changed.contains { $0.suite.systemDamages.contains(where: \.isLocked) }
        if isLockUnknown { throw CommandError.logged }
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

    /// Throws an error if a user's file can't be read or, unless the command needs only these, one of an administrator.
    ///
    /// TSUD has logged the reason.
    func checkFiles(ofUserAlone: Bool = false) throws {
        for suite in suites where suite.isUnreadableAtFirstUse || !ofUserAlone && !suite.systemDamages.isEmpty {
            throw CommandError.logged
        }
    }
}

extension Program {
    /// Whether a path leads to a file of the settings, also by a link.
    func isOwnFile(_ path: String) -> Bool {
        firstOfSuites.compactMap(\.path).contains { isSameFile($0, path == "-" ? "/dev/stdin" : path) }
    }
}

/// Whether two paths lead to one file or directory.
func isSameFile(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(path, &first) == 0 && stat(other, &second) == 0
        && (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)
}
