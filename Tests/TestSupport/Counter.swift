import Foundation

/// Counts what happens on whichever thread, and lets a test wait for it.
package final class Counter: @unchecked Sendable {
    private let condition = NSCondition()
    private var number = 0

    package init() {}

    package var count: Int { condition.withLock { number } }

    package func increment() {
        condition.withLock {
            number += 1
            condition.broadcast()
        }
    }

    /// Blocks until there have been so many; a test that would wait in vain fails by its time limit.
    package func wait(for count: Int) {
        condition.withLock {
            while number < count { condition.wait() }
        }
    }
}
