import Foundation
import Observation
import TSUD
import TestSupport

extension UserDefaults {
    /// Saves the suite, and returns when all that there is to tell of its changes so far was told.
    func saveAndAnnounce() throws {
        try flush()
        // What is told of a plain write comes after what the save and the system had to tell before it.
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

/// A setting that nothing else reads or writes.
private enum lastPlainWrite: TSUD { static let defaultValue = "" }

extension Counter {
    /// How many there have been once so many were awaited, if what they count is told later than it happens.
    ///
    /// For changes that no key made, and that are heard while they are made on Linux.
    func countOfForeignChanges(atLeast count: Int) -> Int {
        #if canImport(Darwin)
        // The system tells of them on the main queue.
        wait(for: count)
        #endif
        return self.count
    }
}
