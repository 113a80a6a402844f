#if os(Linux)
import Foundation

/// Lets one thread at a time through, as a serial queue does, without a lock being held meanwhile.
///
/// A queue would not do: none of them works in a forked process. Not to be entered again by who is in it.
final class SerialSection: @unchecked Sendable {
    private let condition = NSCondition()
    private var isEntered = false

    func run<Result>(_ body: () -> Result) -> Result {
        enter()
        defer { leave() }
        return body()
    }

    /// - Returns: whether nobody was in it, and `body` was run.
    func runIfFree(_ body: () -> Void) -> Bool {
        let isFree = condition.withLock {
            defer { isEntered = true }
            return !isEntered
        }
        guard isFree else { return false }
        defer { leave() }
        body()
        return true
    }

    func enter() {
        condition.lock()
        while isEntered { condition.wait() }
        isEntered = true
        condition.unlock()
    }

    func leave() {
        condition.lock()
        isEntered = false
        condition.signal()
        condition.unlock()
    }
}
#endif
