import Foundation
import Observation
import TestSupport

@testable import TSUD

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
    /// Saves plain calls, of which Linux tells observers then.
    ///
    /// It writes what `synchronize()` does, but this suite alone: that one writes all suites of the process, and so brings
    /// back what other tests have just changed.
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

    /// Saves the suite, and waits until all changes so far have been announced, on the main queue at the latest.
    func saveAndAnnounce() throws {
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
