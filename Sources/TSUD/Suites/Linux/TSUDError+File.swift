#if os(Linux)
import Foundation

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

extension FileError {
    fileprivate var description: String {
        "\(action): \(String(cString: strerror(systemError))) (errno \(systemError))"
    }
}
#endif
