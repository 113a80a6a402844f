import Foundation

/// A lock that a thread waits for until a deadline of the monotonic clock.
///
/// `NSLock.lock(before:)` waits until a date, which comes too early or hours later if the clock is set.
final class TimedLock: @unchecked Sendable {
    private let condition = Condition()
    private var isLocked = false

    /// Locks it.
    ///
    /// - Returns: `false` if another thread still holds it at the deadline.
    func lock(by deadline: ContinuousClock.Instant) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        while isLocked {
            let rest = ContinuousClock.now.duration(to: deadline)
            if rest <= .zero { return false }
            condition.wait(for: rest)
        }
        isLocked = true
        return true
    }

    func lock() { while !lock(by: .now + .seconds(3_600)) {} }

    /// Unlocks it, on any thread.
    func unlock() {
        condition.lock()
        isLocked = false
        condition.signal()
        condition.unlock()
    }

    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock()
        defer { unlock() }
        return try body()
    }
}

#if os(Linux)
/// A condition whose waits use the monotonic clock.
private final class Condition {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
    func signal() { pthread_cond_signal(condition) }

    /// Waits for a signal, for that long at most.
    func wait(for duration: Duration) {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let nanoseconds = end.tv_nsec + Int(duration.components.attoseconds / 1_000_000_000)
        end.tv_sec += Int(duration.components.seconds) + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        pthread_cond_timedwait(condition, mutex, &end)
    }
}
#else
private typealias Condition = NSCondition

extension NSCondition {
    /// Waits for a signal, for that long at most.
    fileprivate func wait(for duration: Duration) {
        _ = wait(until: Date(timeIntervalSinceNow: duration / .seconds(1)))
    }
}
#endif
