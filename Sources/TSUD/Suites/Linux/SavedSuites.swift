#if os(Linux)
import Foundation

/// The saved suites of the process, one for each name.
enum SavedSuites {
    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var suites: [String: SavedSuite] = [:]

    /// The saved suite with a name; `nil` for the standard suite.
    static func suite(named name: String?) -> SavedSuite {
        ProcessHandlers.install()
        let domain = name ?? SuiteMemory.standardDomain
        if let suite = lock.withLock({ suites[domain] }) { return suite }
        // Created without the lock, because it reads the file and calls Foundation.
        let made = SavedSuite(named: name)
        let suite = lock.withLock {
            let suite = suites[domain] ?? made
            suites[domain] = suite
            return suite
        }
        if suite === made { Worker.shared.watch(made) }
        return suite
    }

    static var all: [SavedSuite] { lock.withLock { Array(suites.values) } }

    // MARK: Forks

    /// Takes all locks, so that the child finds them free; one that is not returned by the deadline is replaced there.
    static func prepareFork(by deadline: ContinuousClock.Instant) {
        lock.lock()
        for suite in suites.values { suite.prepareFork(by: deadline) }
    }

    static func endFork(inChild isChild: Bool) {
        for suite in suites.values { suite.endFork(inChild: isChild) }
        lock.unlock()
    }
}
#endif
