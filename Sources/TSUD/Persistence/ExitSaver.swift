#if os(Linux)
import Foundation

/// Saves what is unsaved when the process ends normally: when `main` returns, or by `exit`.
enum ExitSaver {
    /// The process that the savers belong to; one that was forked from it has their state but none of their threads.
    static let process: pid_t = {
        atexit {
            guard ExitSaver.isThisProcess else { return }
            for saver in SuiteSaver.all {
                do throws(TSUDError) {
                    try saver.saveAtExit()
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
