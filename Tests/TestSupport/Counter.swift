import Foundation

/// Counts events on any thread, and lets a test wait for them.
package final class Counter: @unchecked Sendable {
    private let condition = NSCondition()
    private var number = 0

    package init() {}

    package var total: Int { condition.withLock { number } }

    package func increment(upTo limit: Int = .max) {
        condition.withLock {
            number = min(number + 1, limit)
            condition.broadcast()
        }
    }

    /// Blocks until there have been that many; ends the process if that takes more than five minutes.
    ///
    /// A test that calls it is in a suite with the trait `.mayBlock`.
    package func wait(for count: Int) {
        precondition(!isOnSharedThread, "A test that blocks its thread needs the trait .mayBlock")
        let deadline = Date() + 300
        condition.withLock {
            while number < count {
                if !condition.wait(until: deadline) { fatalError("waited for \(count) in vain; there were \(number)") }
            }
        }
    }
}

/// Runs a closure on another thread, and waits for its end.
package func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    let isDone = Counter()
    Thread.detachNewThread {
        body()
        isDone.increment()
    }
    isDone.wait(for: 1)
}
