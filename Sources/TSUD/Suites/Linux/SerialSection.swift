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

    func enter() {
        condition.lock()
        while isEntered { condition.wait() }
        isEntered = true
        condition.unlock()
    }

    /// - Returns: `false` when somebody else is in it until then.
    func enter(by deadline: ContinuousClock.Instant) -> Bool {
        condition.withLock {
            while isEntered {
                let time = deadline - .now
                guard time > .zero else { return false }
                _ = condition.wait(until: Date() + time / .seconds(1))
            }
            isEntered = true
            return true
        }
    }

    func leave() {
        condition.lock()
        isEntered = false
        condition.signal()
        condition.unlock()
    }
}
#endif
