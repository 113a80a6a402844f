import Foundation
import Observation
import TestSupport

@testable import TSUD

/// Counts the notifications of Observation for the reads of a closure: one or none.
@discardableResult
func observing(_ read: () -> Void, onChange: @escaping @Sendable () -> Void = {}) -> Counter {
    let notified = Counter()
    withObservationTracking(read) {
        onChange()
        // Observation calls this twice if two threads notify it at the same time.
        notified.increment(upTo: 1)
    }
    return notified
}

/// Counts all notifications for the reads of a closure, by observing them again after each.
func observingAgain(_ read: @escaping @Sendable () -> Void) -> Counter {
    let notified = Counter()
    @Sendable func observe() {
        observing(read) {
            notified.increment()
            observe()
        }
    }
    observe()
    return notified
}

extension UserDefaults {
    /// Saves direct calls, which notifies observers on Linux.
    ///
    /// Writes the same file as `synchronize()`, but for this suite alone. `synchronize()` writes all suites of the
    /// process, and so reverts changes of other tests.
    func savePlainCalls() throws {
        #if os(Linux)
        if type(of: self) == UserDefaults.self, let name = SuiteRegistry.backend(of: self).name {
            let contents = WholeSuite.contents(named: name)
            let data = try PropertyListSerialization.data(fromPropertyList: contents, format: .xml, options: 0)
            try data.write(to: URL(fileURLWithPath: name + ".plist"))
        }
        #endif
        try flush()
    }

    /// Saves the suite, and waits until observers are notified of all changes so far, on the main queue at the latest.
    func saveAndNotify() throws {
        try flush()
        waitForMainActor()
    }
}

/// Blocks until everything has run that the main actor has to do now.
func waitForMainActor() {
    let turn = Counter()
    Task.detached { @MainActor in turn.increment() }
    turn.wait(for: 1)
}
