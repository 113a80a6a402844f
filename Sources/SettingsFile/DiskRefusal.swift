#if os(Linux)
import Foundation

/// A system call that failed, and what it was to do.
package struct DiskRefusal: Error {
    package let action: String
    package let systemError: Int32

    package init(action: String, systemError: Int32) {
        self.action = action
        self.systemError = systemError
    }

    /// The refusal of the call that just returned: take it before anything else can set `errno`.
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
