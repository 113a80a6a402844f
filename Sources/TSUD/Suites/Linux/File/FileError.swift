#if os(Linux)
import Foundation

/// A failed system call, with the action that needed it.
struct FileError: Error, Equatable {
    let action: String
    let systemError: Int32

    /// The failure of the last system call; read it before another call sets `errno`.
    static func last(_ action: String) -> Self { Self(action: action, systemError: errno) }

    /// Another process has changed the file repeatedly until the deadline.
    static let alwaysChanged = Self(action: "another process keeps changing it", systemError: EAGAIN)
    /// Another thread has not finished its save by the deadline.
    static let stillSaving = Self(action: "another thread has been saving them for too long", systemError: EAGAIN)
    static let locked = Self(action: "another process holds the lock", systemError: EWOULDBLOCK)

    static let forkedChild = Self(action: "a forked child process can't save", systemError: EPERM)
    static let notRegular = Self(action: "something other than a file is in its place", systemError: EPERM)

    /// Whether a later attempt is likely to succeed.
    var isTransient: Bool { systemError == EWOULDBLOCK || systemError == EAGAIN }

    /// Whether no file can be made in the directory: it can't be created, or not be written to.
    var isOfReadOnlyDirectory: Bool {
        [EACCES, EPERM, EROFS, ENOENT, ENOTDIR, ENAMETOOLONG].contains(systemError)
    }

    var description: String {
        "\(action): \(String(cString: strerror(systemError))) (errno \(systemError))"
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
            ?? "TSUD keeps them in memory until it can move the file aside"
        return Self(
            .damagedFile,
            path: path,
            description: "Settings in '\(path)' can't be read, \(damage.reason); \(end)."
        )
    }
}
#endif
