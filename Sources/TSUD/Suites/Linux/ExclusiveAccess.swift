#if os(Linux)
import Dispatch
import Foundation

/// Runs code while no thread of the process writes to any suite or calls `synchronize()`.
///
/// Foundation finds a suite in memory by the user's name, which it gets from `getpwuid` at each `set` and each read of
/// a whole suite. `getpwuid` is not thread-safe: it returns a static buffer. A `set` that reads the buffer while
/// another thread overwrites it gets a wrong name, and its object is lost. Foundation's lock serializes calls of `set`,
/// but reading a whole suite does not take it, and each save begins with such a read. So the read is done inside a
/// `set` to a private suite, at the moment when Foundation copies the object and holds the lock.
///
/// `synchronize()` takes the same lock. It writes the file in place, so a file is also compared with what was read and
/// replaced in this way.
enum ExclusiveAccess {
    /// Runs `body` on another thread while Foundation holds the lock of `set`.
    ///
    /// `body` must not read or write a single key, because that would wait for the lock. If another version of
    /// Foundation holds a lock that `body` needs, the lock is released after a second.
    ///
    /// - Returns: whether the lock was held until `body` ended.
    @discardableResult
    static func run(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard !timeouts.areFrequent else {
            body()
            return false
        }
        let isDone = DispatchSemaphore(value: 0)
        var isExclusive: Bool?
        let dictionary = UnequalDictionary([:]) {
            guard isExclusive == nil else { return }
            // Not on a queue: all of its threads may be waiting for this lock.
            let isStarted = BackgroundThread.start {
                body()
                isDone.signal()
            }
            guard isStarted else { return }
            isExclusive = isDone.wait(timeout: .now() + 1) == .success
        }
        suite.set(dictionary, forKey: "exclusive")
        suite.removeObject(forKey: "exclusive")
        // A `synchronize()` between the two calls has created it.
        unlink(path)
        guard let isExclusive else {
            // No thread could be started, or Foundation copied the object without calling it.
            body()
            return false
        }
        timeouts.note(!isExclusive)
        if !isExclusive { isDone.wait() }
        return isExclusive
    }

    /// Does without the lock from now on: at the exit of the process, which should be quick.
    static func stop() { timeouts.stop() }

    private static let name = "TSUD.exclusive-access"
    nonisolated(unsafe) private static let suite = UserDefaults(suiteName: name) ?? .standard
    private static let path = FileLocation.path(ofSuiteNamed: name)
    private static let timeouts = Timeouts()

    /// How often in succession the lock was released before `body` ended.
    final class Timeouts: @unchecked Sendable {
        private let lock = NSLock()
        private var count = 0

        func note(_ isTimeout: Bool) { lock.withLock { count = count == .max ? .max : isTimeout ? count + 1 : 0 } }
        func stop() { lock.withLock { count = .max } }
        /// Whether this is not just an accident on a busy machine, so that trying again is useless.
        var areFrequent: Bool { lock.withLock { count >= 3 } }
    }
}
#endif
