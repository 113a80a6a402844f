import Foundation

/// Some state with the lock that guards it, in one allocation.
///
/// Not `Mutex` of the Synchronization module, which needs macOS 15.
package struct Locked<State>: ~Copyable, @unchecked Sendable {
    private struct Contents {
        /// The first property, so it has the address of the whole.
        var mutex = pthread_mutex_t()
        var state: State
    }

    private let contents: UnsafeMutablePointer<Contents>
    private var mutex: UnsafeMutablePointer<pthread_mutex_t> {
        UnsafeMutableRawPointer(contents).assumingMemoryBound(to: pthread_mutex_t.self)
    }

    package init(_ state: State) {
        contents = .allocate(capacity: 1)
        contents.initialize(to: Contents(state: state))
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        contents.deinitialize(count: 1)
        contents.deallocate()
    }

    /// Calls a closure with the state.
    ///
    /// The closure must not call a setting's code, or wait for a lock whose holder may wait for this lock.
    package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&contents.pointee.state)
    }

    /// The state.
    ///
    /// Inlined, since a generic caller would otherwise look up the state's metadata at each use.
    @inline(__always)
    package var copy: State {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return contents.pointee.state
    }
}

/// A value that is not declared `Sendable`, such as a `UserDefaults`, but that any thread, or one at a time, may use.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

extension NSLock {
    /// Waits for the lock.
    ///
    /// `lock(before:)` waits until a date, which comes too early or hours later if the clock is set.
    ///
    /// - Returns: `false` if another thread still holds it at the deadline.
    func lock(by deadline: ContinuousClock.Instant) -> Bool { poll(by: deadline) { self.try() } }
}

/// Waits until a condition holds.
///
/// - Returns: `false` if it doesn't at the deadline.
func poll(by deadline: ContinuousClock.Instant, until holds: () -> Bool) -> Bool {
    while !holds() {
        if ContinuousClock.now >= deadline { return false }
        Thread.sleep(forTimeInterval: 0.0005)
    }
    return true
}
