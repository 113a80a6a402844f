import Foundation

/// A condition that threads wait for with the lock of some ``Locked`` state.
///
/// Unlike that of `NSCondition`, its clock can't be set.
struct Condition: ~Copyable, @unchecked Sendable {
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        #if canImport(Darwin)
        pthread_cond_init(condition, nil)
        #else
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    /// Wakes all threads that wait.
    func signal() { pthread_cond_broadcast(condition) }

    func wait(with mutex: UnsafeMutablePointer<pthread_mutex_t>, for duration: Duration) {
        let (seconds, attoseconds) = duration.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        #if canImport(Darwin)
        pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        time.tv_sec += now.tv_sec + (time.tv_nsec + now.tv_nsec) / 1_000_000_000
        time.tv_nsec = (time.tv_nsec + now.tv_nsec) % 1_000_000_000
        pthread_cond_timedwait(condition, mutex, &time)
        #endif
    }
}

/// A lock that threads get in the order in which they came, and that they wait for until a deadline.
final class FairLock: Sendable {
    private let state = Locked(State())
    private let released = Condition()

    private struct State {
        var isLocked = false
        /// The numbers of the threads that wait, in the order in which they came.
        var queue: [Int] = []
        var lastNumber = 0

        /// Gives the lock to the thread with a number if it is free, and no thread came earlier.
        mutating func take(_ number: Int) -> Bool {
            guard !isLocked, queue.first == number else { return false }
            queue.removeFirst()
            isLocked = true
            return true
        }
    }

    /// Waits for the lock.
    ///
    /// - Returns: `false` if other threads keep it until the deadline.
    func lock(by deadline: ContinuousClock.Instant) -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.queue.append(state.lastNumber)
            return state.lastNumber
        }
        if state.wait(for: released, by: deadline, until: { $0.take(number) }) { return true }
        state.withLock { state in state.queue.removeAll { $0 == number } }
        // The lock may have been released for this thread, which was the first.
        released.signal()
        return false
    }

    func unlock() {
        state.withLock { $0.isLocked = false }
        released.signal()
    }

    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        while !lock(by: .now + .seconds(3_600)) {}
        defer { unlock() }
        return try body()
    }
}
