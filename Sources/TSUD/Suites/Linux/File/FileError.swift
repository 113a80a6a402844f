#if os(Linux)
import Foundation

/// The reason why a file can't be read, locked, or saved.
package struct FileError: Error, Equatable {
    let action: String
    /// The error of the system call that failed; `nil` if none has.
    var systemError: Int32?

    /// The failure of the last system call; read it before another call sets `errno`.
    static func last(_ action: String) -> Self { Self(action: action, systemError: errno) }

    /// Another process has changed the file repeatedly until the deadline.
    static let alwaysChanged = Self(action: "another process keeps changing it")
    /// Another thread has not finished its save by the deadline.
    static let stillSaving = Self(action: "another thread has been saving them for too long")
    static let locked = Self(action: "another process holds the lock", systemError: EWOULDBLOCK)

    /// Another process has changed a name that an update has read or is to set.
    static let changedMeanwhile = Self(action: "another process has changed them")

    static let forkedChild = Self(action: "a forked child process can't save")
    static let notRegular = Self(action: "something other than a file is in its place")
    static let linked = Self(action: "the file is damaged, and is not moved because a link leads to it")
    static let elevated = Self(action: "a program with raised privileges has no settings file")
    static let replacedByHost = Self(
        action: "its host has replaced the mounted file, so mount its directory instead"
    )

    /// Whether a later attempt is likely to succeed.
    var isTransient: Bool {
        [.alwaysChanged, .stillSaving, .changedMeanwhile].contains(self) || [EWOULDBLOCK, EAGAIN].contains(systemError)
    }

    /// Whether no file can be made: the directory can't be created, or not be written to, or there is something else.
    var isOfReadOnlyDirectory: Bool {
        [.notRegular, .elevated].contains(self)
            || [EACCES, EPERM, EROFS, ENOENT, ENOTDIR, ENAMETOOLONG].contains(systemError)
    }

    package var description: String {
        systemError.map { "\(action): \(String(cString: strerror($0))) (errno \($0))" } ?? action
    }
}

/// Repeats a call that a signal interrupted.
func retryingInterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}

extension TSUDError {
    /// The suite with the file at `path` could not be saved.
    static func notSaved(_ failure: FileError, path: String) -> Self {
        Self(
            .notSaved,
            path: path,
            systemError: failure.systemError,
            description: "Settings are not saved to '\(path)': \(failure.description)."
        )
    }

    /// Files can't be watched, for example because the user or the process has reached a limit.
    static func notWatched(_ failure: FileError) -> Self {
        Self(
            .notSaved,
            systemError: failure.systemError,
            description: """
                Settings files can't be watched: \(failure.description). TSUD looks for changes of other processes \
                every two seconds.
                """
        )
    }

    /// The file at `path` is damaged, and was moved to `newPath` if that is given.
    static func damagedFile(_ damage: Damage, path: String, movedTo newPath: String? = nil) -> Self {
        let end =
            newPath.map { "the file was moved to '\($0)'" }
            ?? "TSUD keeps them in memory, because it can't move the file aside"
        return Self(
            .damagedFile,
            path: path,
            description: "Settings in '\(path)' can't be read, \(damage.reason); \(end)."
        )
    }
}
#endif
