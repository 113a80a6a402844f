#if os(Linux)
import Foundation

/// Saves what is unsaved when the process ends normally: when `main` returns, or by `exit`.
enum ExitHandler {
    /// The process that the suites belong to; one that was forked from it has their state but none of their threads.
    static let process: pid_t = {
        atexit {
            guard ExitHandler.isThisProcess else { return }
            for suite in SavedSuite.all {
                do throws(TSUDError) {
                    try suite.flush()
                } catch {
                    Log.once(error)
                }
            }
        }
        return getpid()
    }()

    static var isThisProcess: Bool { getpid() == process }
}
#endif
