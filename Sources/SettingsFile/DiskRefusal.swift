#if os(Linux)
import Foundation

/// A failed system call, and what it was for.
package struct DiskRefusal: Error {
    package let action: String
    package let systemError: Int32

    package init(action: String, systemError: Int32) {
        self.action = action
        self.systemError = systemError
    }

    /// The file was changed during each of several attempts.
    package static let alwaysChanged = Self(action: "other processes make it anew each time", systemError: EAGAIN)

    /// The failure of the last call; read it before anything else sets `errno`.
    static func last(_ action: String) -> Self { Self(action: action, systemError: errno) }
}

/// Repeats a call that a signal interrupted.
func retryingInterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
#endif
