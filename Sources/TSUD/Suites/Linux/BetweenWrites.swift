#if os(Linux)
import Dispatch
import Foundation

/// A moment in which nothing is being written to any suite of the process, for a look at a whole one.
///
/// Foundation finds a suite in memory by the user's name, for which it asks `getpwuid` at each `set` and at each look at
/// a whole suite. That function has one place for its answers to all threads: a `set` that reads the name there while
/// another thread is being answered gets a wrong one, and stores its object where nobody will look for it. Foundation
/// keeps one `set` from another by a lock, but a look at a whole suite goes past that, and a save begins with one. So it
/// is taken from inside of a `set`, in a suite that is there for nothing else, when Foundation copies the object.
enum BetweenWrites {
    /// Runs `body` in such a moment, on another thread.
    ///
    /// It must not read or write a single key, which would wait for it. Should another Foundation hold a lock there that
    /// `body` needs, then the moment ends after a second.
    ///
    /// - Returns: whether it had the moment.
    @discardableResult
    static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard !timeouts.areUsual else {
            body()
            return false
        }
        let isDone = DispatchSemaphore(value: 0)
        var hadMoment: Bool?
        let visitor = UnequalDictionary([:]) {
            guard hadMoment == nil else { return }
            // A thread of its own: those of queues may all be waiting for the very lock that is held here.
            let isStarted = BackgroundThread.start {
                body()
                isDone.signal()
            }
            guard isStarted else { return }
            hadMoment = isDone.wait(timeout: .now() + 1) == .success
        }
        suite.set(visitor, forKey: "visit")
        suite.removeObject(forKey: "visit")
        guard let hadMoment else {
            // There is no thread to be had, or Foundation has copied the object without a question to it.
            body()
            return false
        }
        timeouts.note(!hadMoment)
        if !hadMoment { isDone.wait() }
        return hadMoment
    }

    nonisolated(unsafe) private static let suite = UserDefaults(suiteName: "TSUD.between-writes") ?? .standard
    private static let timeouts = Timeouts()

    /// How often in a row the moment ended too early.
    final class Timeouts: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        func note(_ isTimeout: Bool) { lock.withLock { count = isTimeout ? count + 1 : 0 } }
        /// Whether it is useless to try, rather than an accident of a machine that stood still.
        var areUsual: Bool { lock.withLock { count >= 3 } }
    }
}
#endif
