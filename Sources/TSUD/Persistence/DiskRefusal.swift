#if os(Linux)
import Foundation

/// A system call that failed, and what it was to do.
struct DiskRefusal: Error {
    let action: String
    let systemError: Int32

    /// The refusal of the call that just returned: take it before anything else can set `errno`.
    static func last(_ action: String) -> Self { Self(action: action, systemError: errno) }

    /// The error for a suite whose file is at `path`.
    func notSaved(path: String) -> TSUDError {
        let reason = String(cString: strerror(systemError))
        return TSUDError(
            .notSaved,
            path: path,
            systemError: systemError,
            description: "Settings are not saved to '\(path)': \(action): \(reason) (errno \(systemError))."
        )
    }
}

/// Repeats a call that a signal interrupted.
func retryingInterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
#endif
