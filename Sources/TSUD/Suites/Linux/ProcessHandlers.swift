#if os(Linux)
import Foundation

/// The handlers for the exit and for forks of the process.
enum ProcessHandlers {
    /// Installs the handlers on the first call.
    static func install() { _ = handlers }

    private static let handlers: Void = {
        // Runs when `main` returns or `exit` is called.
        atexit {
            let deadline = ContinuousClock.now + .seconds(2)
            ExclusiveAccess.stop()
            for suite in SavedSuite.all { suite.saveAtExit(by: deadline) }
        }
        pthread_atfork(
            {
                SavedSuite.saveBeforeFork(by: .now + .seconds(1))
                // From here on locks are held.
                Worker.prepareFork()
                ForeignChangeNotifier.shared.section.enter()
                SavedSuite.prepareFork()
            },
            {
                SavedSuite.endFork()
                ForeignChangeNotifier.shared.section.leave()
                Worker.endFork()
            },
            {
                Worker.beginChild()
                SavedSuite.beginChild()
            }
        )
    }()
}
#endif
