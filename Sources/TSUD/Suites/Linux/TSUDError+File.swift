#if os(Linux)
import Foundation
import SettingsFile

extension FileError {
    /// At exit, while another thread is still saving.
    static let stillSaving = Self(action: "another thread has been saving them for too long", systemError: EAGAIN)

    /// Whether a later attempt is likely to succeed.
    var isTransient: Bool { systemError == EWOULDBLOCK || systemError == EAGAIN }
}

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

    /// The damaged file at `path` was moved aside.
    static func damagedFile(_ file: SharedFile.MovedFile, path: String) -> Self {
        let reason = file.damage.reason
        return Self(
            .damagedFile,
            path: path,
            description: "Settings in '\(path)' can't be read, \(reason); the file was moved to '\(file.newPath)'."
        )
    }
}
#endif
