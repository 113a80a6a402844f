#if os(Linux)
import Foundation

/// A failed system call, and what it was for.
struct FileError: Error, Equatable {
    let action: String
    let systemError: Int32

    /// The failure of the last call; read it before anything else sets `errno`.
    static func last(_ action: String) -> Self { Self(action: action, systemError: errno) }

    /// The file was changed again and again until the deadline.
    static let alwaysChanged = Self(action: "another process changes it all the time", systemError: EAGAIN)
    /// Another thread has not ended its save by the deadline.
    static let stillSaving = Self(action: "another thread has been saving them for too long", systemError: EAGAIN)
    static let locked = Self(action: "another process holds the lock", systemError: EWOULDBLOCK)

    static let noDescriptors = Self(action: "too few files may be opened", systemError: EMFILE)

    /// Whether a later attempt is likely to succeed.
    var isTransient: Bool { systemError == EWOULDBLOCK || systemError == EAGAIN }

    /// Whether the directory takes no file: it can't be made, or not be written to.
    var isOfReadOnlyDirectory: Bool {
        [EACCES, EPERM, EROFS, ENOENT, ENOTDIR, ENAMETOOLONG].contains(systemError)
    }

    fileprivate var description: String {
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
    static func notSaved(_ refusal: FileError, path: String) -> Self {
        Self(
            .notSaved,
            path: path,
            systemError: refusal.systemError,
            description: "Settings are not saved to '\(path)': \(refusal.description)."
        )
    }

    /// Files can't be watched, for example because the limits of the user or the process are used up.
    static func notWatched(_ refusal: FileError) -> Self {
        Self(
            .notSaved,
            systemError: refusal.systemError,
            description: """
                Files of settings can't be watched: \(refusal.description); changes of other processes are looked for \
                every two seconds.
                """
        )
    }

    /// The file at `path` is damaged, and will be or was moved aside.
    static func damagedFile(_ damage: Damage, path: String, movedTo newPath: String? = nil) -> Self {
        let end = newPath.map { "the file was moved to '\($0)'" } ?? "it will be moved aside"
        return Self(
            .damagedFile,
            path: path,
            description: "Settings in '\(path)' can't be read, \(damage.reason); \(end)."
        )
    }
}
#endif
