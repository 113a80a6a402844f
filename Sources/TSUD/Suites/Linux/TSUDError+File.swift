#if os(Linux)
import Foundation

extension TSUDError {
    /// The suite with the file at `path` could not be saved.
    static func notSaved(_ refusal: FileError, path: String) -> Self {
        let reason = String(cString: strerror(refusal.systemError))
        return Self(
            .notSaved,
            path: path,
            systemError: refusal.systemError,
            description: """
                Settings are not saved to '\(path)': \(refusal.action): \(reason) (errno \(refusal.systemError)).
                """
        )
    }

    /// Files can't be watched, because the limits of the user or the process are used up.
    static let notWatched = Self(
        .notSaved,
        description: """
            Files of settings can't be watched, since there are too many open files or watches; changes of other \
            processes are looked for every two seconds.
            """
    )

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
