#if os(Linux)
import Foundation

/// The saved suites of the process, one for each name.
enum SavedSuites {
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var suites: [SavedSuite] = []

    /// The saved suite with a name; `nil` for the standard suite.
    static func suite(named name: String?) -> SavedSuite {
        ProcessHandlers.install()
        let domain = name ?? SuiteMemory.standardDomain
        // Created with the lock, so that no other thread makes Foundation load the file before it is read here: what
        // is then in memory is at least as new as the file as last seen.
        let (suite, isNew) = lock.withLock {
            if let suite = suites.first(where: { $0.memory.domain == domain }) { return (suite, false) }
            let suite = SavedSuite(named: name)
            suites.append(suite)
            return (suite, true)
        }
        if isNew { Worker.shared.watch(suite) }
        return suite
    }

    static var all: [SavedSuite] { lock.withLock { suites } }

    // MARK: Forks

    /// Takes all locks, so that the child finds them free; one that is not returned by the deadline is replaced there.
    static func prepareFork(by deadline: ContinuousClock.Instant) {
        lock.lock()
        for suite in suites { suite.prepareFork(by: deadline) }
    }

    static func endFork(inChild isChild: Bool) {
        for suite in suites { suite.endFork(inChild: isChild) }
        lock.unlock()
    }
}
#endif
