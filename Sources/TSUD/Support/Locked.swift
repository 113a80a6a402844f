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

extension Locked {
    /// Waits until a condition holds, or until a deadline.
    ///
    /// - Parameters:
    ///   - condition: A condition that each thread signals after it has made `holds` true.
    ///   - deadline: The end of waiting.
    ///   - holds: Returns whether the condition holds.
    /// - Returns: `false` if it doesn't at the deadline.
    func wait(
        for condition: borrowing Condition,
        by deadline: ContinuousClock.Instant,
        until holds: (inout State) -> Bool
    ) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !holds(&contents.pointee.state) {
            let rest = deadline - .now
            if rest <= .zero { return false }
            condition.wait(with: mutex, for: rest)
        }
        return true
    }
}

/// A value that is not declared `Sendable`, such as a `UserDefaults`, but that any thread, or one at a time, may use.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
