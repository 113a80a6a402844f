#if os(Linux)
import Foundation

/// A thread of the library's own.
enum BackgroundThread {
    /// Runs `body` on a new thread.
    ///
    /// - Returns: `false` when the system has no more threads to give, and `body` is not run.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
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
        pthread_detach(thread)
        return true
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
#endif
