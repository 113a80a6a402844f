#if os(Linux)
import Foundation

/// Admits one thread at a time, like a serial queue, without holding a lock meanwhile.
///
/// A queue would not do, because none works in a forked child. Not recursive.
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

    /// - Returns: `false` if another thread is still inside at the deadline.
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
