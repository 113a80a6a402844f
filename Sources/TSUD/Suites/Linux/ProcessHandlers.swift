#if os(Linux)
import Foundation

/// The handlers for the exit and for forks of the process.
enum ProcessHandlers {
    /// Whether the exit handler has run: handlers that were registered earlier run later, and may write.
    nonisolated(unsafe) private(set) static var isExiting = false

    /// Installs the handlers on the first call.
    static func install() { _ = handlers }

    private static let handlers: Void = {
        // Runs when `main` returns or `exit` is called.
        atexit {
            isExiting = true
            let deadline = ContinuousClock.now + .seconds(2)
            for suite in SavedSuites.all { suite.saveAtExit(by: deadline) }
        }
        pthread_atfork(
            {
                let deadline = ContinuousClock.now + .seconds(1)
                for suite in SavedSuites.all { suite.saveBeforeFork(by: deadline) }
                // From here on locks are held.
                Worker.prepareFork()
                SavedSuites.prepareFork(by: deadline)
                SharedLock.takeAll()
            },
            {
                SharedLock.returnAll()
                SavedSuites.endFork(inChild: false)
                Worker.endFork()
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
