import Foundation
package import TSUD
import Testing

/// Blocks until a condition is true, and checks it every millisecond.
///
/// A test that calls it is in a suite with the trait `.mayBlock`.
package func wait(until holds: () throws -> Bool) rethrows {
    precondition(!isOnSharedThread, "A test that blocks its thread needs the trait .mayBlock")
    let end = ContinuousClock.now + .seconds(300)
    while try !holds() {
        if ContinuousClock.now > end {
            Issue.record("what a test waits for has not happened in five minutes")
            return
        }
        usleep(1_000)
    }
}

extension WaitLimit {
    /// Makes the library wait as long as tests do, because all tests of the process share its lock of updates.
    package static func raise() { current = .seconds(300) }
}
