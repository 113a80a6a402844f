import Foundation

/// A lock that all objects of a class share.
///
/// So there are few of them, and a fork can take them all: in the child, a lock that another thread has held would stay
/// taken for ever. No code takes one while it holds another.
final class SharedLock: Sendable {
    private static let registry = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var all: [SharedLock] = []

    private let own = NSLock()

    init() {
        Self.registry.withLock { Self.all.append(self) }
    }

    func lock() { own.lock() }
    func unlock() { own.unlock() }
    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try own.withLock(body) }

    static func takeAll() {
        registry.lock()
        for lock in all { lock.lock() }
    }

    static func returnAll() {
        for lock in all { lock.unlock() }
        registry.unlock()
    }
}
