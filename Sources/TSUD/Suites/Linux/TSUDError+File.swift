#if os(Linux)
import Foundation
import SettingsFile

extension TSUDError {
    /// The disk refused to save the suite whose file is at `path`.
    static func notSaved(_ refusal: DiskRefusal, path: String) -> Self {
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

    static func forked(path: String) -> Self {
        Self(
            .notSaved,
            path: path,
            description: "Settings are not saved to '\(path)': the process was forked from the one that uses them."
        )
    }

    /// The damaged file at `path` was moved aside.
    static func damagedFile(_ file: SettingsFile.MovedFile, path: String) -> Self {
        let reason = file.damage.reason
        return Self(
            .damagedFile,
            path: path,
            description: "Settings in '\(path)' can't be read, \(reason); the file was moved to '\(file.newPath)'."
        )
    }
}
#endif
