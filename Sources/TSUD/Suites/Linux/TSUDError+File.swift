#if os(Linux)
import Foundation
import SettingsFile

extension DiskRefusal {
    /// See ``SuiteMemory/snapshot(expecting:)``.
    static let memoryNotSeen = Self(action: "the system doesn't tell who the user is", systemError: EAGAIN)
    /// At exit, while another thread is still saving.
    static let stillSaving = Self(action: "another thread has been saving them for too long", systemError: EAGAIN)
}

extension TSUDError {
    /// Whether a later attempt is likely to succeed.
    var isTransient: Bool { systemError == EWOULDBLOCK || systemError == EAGAIN }

    /// The suite with the file at `path` could not be saved.
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
