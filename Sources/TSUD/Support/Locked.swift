import Foundation

/// Some state with the lock that guards it.
///
/// Not `Mutex` of the Synchronization module, which needs macOS 15.
final class Locked<State>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    init(_ state: State) { self.state = state }

    /// Calls a closure with the state; it must take no other lock, and call no code of a caller's.
    func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }

    /// Takes the lock, for what can't be said with a closure: the handlers of a fork.
    func lockState() { lock.lock() }
    func unlockState() { lock.unlock() }

    /// Calls a closure with the state, unless the lock is taken; then it answers `nil`.
    func withLockIfAvailable<Result>(_ body: (inout State) -> Result) -> Result? {
        guard lock.try() else { return nil }
        defer { lock.unlock() }
        return body(&state)
    }
}

/// Something that may be used by any thread, or is used by one at a time, and is not declared `Sendable`, such as a
/// `UserDefaults`.
struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
