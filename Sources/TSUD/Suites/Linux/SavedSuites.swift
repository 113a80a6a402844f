#if os(Linux)
import Foundation

/// The saved suites of the process, one for each name.
enum SavedSuites {
    private static let suites = Locked<[SavedSuite]>([])

    static var all: [SavedSuite] { suites.withLock { $0 } }

    /// The saved suite with a name; `nil` for the standard suite.
    static func suite(named name: String?) -> SavedSuite {
        let domain = name ?? SuiteMemory.standardDomain
        // Created with the lock, so that no other thread makes Foundation load the file before it is read here: what
        // is then in memory is at least as new as the file as last seen.
        let (suite, isNew) = suites.withLock { suites in
            if let suite = suites.first(where: { $0.memory.domain == domain }) { return (suite, false) }
            let suite = SavedSuite(named: name)
            suites.append(suite)
            return (suite, true)
        }
        // A process that watches a file takes ten milliseconds longer to exit, which would slow down short programs.
        if isNew { Saver.shared.schedule(.watch, of: suite, after: SuiteState.pause) }
        return suite
    }
}
#endif
