import Foundation
import Observation
import TSUD
import TestSupport

extension UserDefaults {
    /// Saves the suite, and waits until all changes so far have been announced.
    func saveAndAnnounce() throws {
        try flush()
        // Announcements are in order, so that of this plain write comes after all that the save and the system cause.
        let plain = Counter()
        withObservationTracking {
            _ = lastPlainWrite[self]
        } onChange: {
            plain.increment()
        }
        set(UUID().uuidString, forKey: lastPlainWrite.stringKey)
        try flush()
        plain.wait(for: 1)
    }
}

/// A setting that no other code reads or writes.
private enum lastPlainWrite: TSUD { static let defaultValue = "" }

extension Counter {
    /// Waits for a number of events, if they are announced asynchronously, and returns how many there have been.
    ///
    /// For foreign changes, which on Linux are announced synchronously, and on Apple systems on the main queue.
    func countOfForeignChanges(atLeast count: Int) -> Int {
        if SuiteKind.isApple { wait(for: count) }
        return self.total
    }
}
