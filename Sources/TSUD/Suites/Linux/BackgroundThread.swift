#if os(Linux)
import Foundation

/// A thread, started with `pthread_create` because that reports when there are no threads left.
enum BackgroundThread {
    /// Runs `body`, which does not return, on a new thread.
    ///
    /// - Returns: `false` if the system has no threads left; `body` is not run then.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        // The program's signal handlers run on its own threads. The new one inherits the mask.
        var (all, old) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &old)
        defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
        let failure = pthread_create(
            &thread,
            nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            },
            work.toOpaque()
        )
        guard failure == 0 else {
            work.release()
            return false
        }
        return true
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
#endif
