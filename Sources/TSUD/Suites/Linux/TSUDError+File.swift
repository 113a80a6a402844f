#if os(Linux)
import Foundation
import SettingsFile

extension DiskRefusal {
    /// See ``SuiteMemory/snapshot(expecting:)``.
    static let memoryNotSeen = Self(action: "the system doesn't tell who the user is", systemError: EAGAIN)
    /// The process ends while one of its threads is at it.
    static let stillSaving = Self(action: "another thread has been saving them for too long", systemError: EAGAIN)
}

extension TSUDError {
    /// Whether it is likely to be over soon.
    var isTransient: Bool { systemError == EWOULDBLOCK || systemError == EAGAIN }

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
