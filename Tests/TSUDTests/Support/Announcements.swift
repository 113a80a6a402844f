import Foundation
import Observation
import TSUD
import TestSupport

/// Counts the announcements to Observation of what a closure reads, which are one or none.
@discardableResult
func observing(_ read: () -> Void, onChange: @escaping @Sendable () -> Void = {}) -> Counter {
    let heard = Counter()
    withObservationTracking(read) {
        onChange()
        heard.increment()
    }
    return heard
}

extension UserDefaults {
    /// Saves the suite, and waits until all changes so far have been announced.
    func saveAndAnnounce() throws {
        try flush()
        // Announcements are in order, so that of this plain write comes after all that the save and the system cause.
        let plain = observing { _ = lastPlainWrite[self] }
        set(UUID().uuidString, forKey: lastPlainWrite.stringKey)
        try flush()
        plain.wait(for: 1)
    }
}

/// A setting that no other code reads or writes.
private enum lastPlainWrite: TSUD { static let defaultValue = "" }

extension Counter {
    /// How many foreign changes there have been, which on Apple systems are announced later, on the main queue.
    func countOfForeignChanges(atLeast count: Int) -> Int {
        if SuiteKind.isApple { wait(for: count) }
        return self.total
    }
}
