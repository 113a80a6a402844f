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
        let existing = { suites.first { $0.memory.domain == domain } }
        if let suite = lock.withLock(existing) { return suite }
        // Created without the lock, because it reads the file and calls Foundation.
        let made = SavedSuite(named: name)
        let suite = lock.withLock {
            if let suite = existing() { return suite }
            suites.append(made)
            return made
        }
        if suite === made { Worker.shared.watch(made) }
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
