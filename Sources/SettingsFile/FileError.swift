#if os(Linux)
import Foundation

/// A failed system call, and what it was for.
package struct FileError: Error {
    package let action: String
    package let systemError: Int32

    package init(action: String, systemError: Int32) {
        self.action = action
        self.systemError = systemError
    }

    /// The file was changed again and again until the deadline.
    package static let alwaysChanged = Self(action: "another process changes it all the time", systemError: EAGAIN)

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
