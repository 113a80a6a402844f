#if os(Linux)
import Foundation

/// The handlers for the exit and for forks of the process.
enum ProcessHandlers {
    /// Whether the exit handler has run: handlers that were registered earlier run later, and may write.
    ///
    /// Unchecked, because a signal handler may interrupt a write that reads this, and call `exit`.
    @exclusivity(unchecked) nonisolated(unsafe) private(set) static var isExiting = false

    /// Installs the handlers on the first call.
    static func install() { _ = handlers }

    private static let handlers: Void = {
        // At exit it may be too late: a signal handler may have interrupted its creation.
        _ = Worker.shared
        // Runs when `main` returns or `exit` is called.
        atexit {
            isExiting = true
            Worker.shared.saveAtExit()
        }
        pthread_atfork(
            {
                let deadline = ContinuousClock.now + .seconds(1)
                // Otherwise both processes would save it, the child perhaps after the parent has changed it again.
                for suite in SavedSuites.all { try? suite.saveNow(by: deadline) }
                // From here on locks are held.
                Worker.shared.prepareFork(by: deadline)
                SavedSuites.prepareFork(by: deadline)
                SharedLock.takeAll()
            },
            {
                SharedLock.returnAll()
                SavedSuites.endFork(inChild: false)
                Worker.shared.endFork()
            },
            {
                SharedLock.returnAll()
                SavedSuites.endFork(inChild: true)
                Worker.beginChild()
                UpdateLocks.shared.reset()
                Announcer.shared = Announcer()
            }
        )
    }()
}
#endif
