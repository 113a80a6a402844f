import Foundation
package import TSUD

/// Blocks until a condition is true, and checks it every millisecond.
///
/// A test that calls it is in a suite with the trait `.mayBlock`.
package func wait(until holds: () throws -> Bool) rethrows {
    precondition(!isOnSharedThread, "A test that blocks its thread needs the trait .mayBlock")
    while try !holds() { usleep(1_000) }
}

extension WaitLimit {
    /// Makes the library wait as long as tests do, because all tests of the process share its lock of updates.
    package static func raise() { current = .seconds(300) }
}
