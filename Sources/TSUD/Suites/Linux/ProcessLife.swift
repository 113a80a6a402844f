#if os(Linux)
import Foundation

/// What the library does when the process ends or forks.
enum ProcessLife {
    /// Call it before anything that needs it; only the first call does something.
    static func begin() { _ = handlers }

    private static let handlers: Void = {
        // When `main` returns, or by `exit`.
        atexit {
            let deadline = ContinuousClock.now + .seconds(2)
            for suite in SavedSuite.all { suite.saveAtExit(by: deadline) }
        }
        pthread_atfork(
            {
                Worker.prepareFork()
                Announcer.shared.section.enter()
                SavedSuite.prepareFork()
            },
            {
                SavedSuite.endFork()
                Announcer.shared.section.leave()
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
