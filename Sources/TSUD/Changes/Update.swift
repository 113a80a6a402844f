import Foundation

/// A running `update`, which postpones the notifications of changes until it returns.
///
/// Observers must not run while its lock is held: two observers that update each other's keys would deadlock.
final class Update: @unchecked Sendable {
    /// The outermost update that the current task, or a task that created it, is in.
    @TaskLocal static var current: Update?

    private let lock = NSLock()
    /// The observers to notify; `nil` once the update is over.
    private var waiting: [Observers]? = []
    /// The observers of keys that may have been changed by others.
    private var unchecked: [Observers] = []

    /// Runs `body` as the only update in the process of the keys with one name.
    ///
    /// `body` may call it again.
    static func run<Result>(of key: String, _ body: () throws -> Result) rethrows -> Result {
        let lock = UpdateLocks.shared.lock(for: key)
        if let current, !current.isOver { return try lock.withLock(body) }
        let update = Update()
        defer { update.end() }
        return try $current.withValue(update) { try lock.withLock(body) }
    }

    /// Postpones a notification; `false` if the update is over, which is possible in a task that was created in it.
    func postpone(_ observers: Observers) -> Bool {
        lock.withLock {
            guard waiting != nil else { return false }
            if waiting?.contains(where: { $0 === observers }) == false { waiting?.append(observers) }
            return true
        }
    }

    /// Postpones a check for a foreign change; `false` if the update is over.
    func postponeCheck(of observers: Observers) -> Bool {
        lock.withLock {
            guard waiting != nil else { return false }
            if !unchecked.contains(where: { $0 === observers }) { unchecked.append(observers) }
            return true
        }
    }

    private var isOver: Bool { lock.withLock { waiting == nil } }

    private func end() {
        let (waiting, unchecked) = lock.withLock {
            defer { (self.waiting, self.unchecked) = (nil, []) }
            return (self.waiting ?? [], self.unchecked)
        }
        for observers in waiting { observers.announce() }
        for observers in unchecked { observers.noteForeignChange() }
    }
}

/// The locks of `update`, one for each key.
private final class UpdateLocks: @unchecked Sendable {
    static let shared = UpdateLocks()
    private let lock = NSLock()
    private var locks: [String: NSRecursiveLock] = [:]

    func lock(for key: String) -> NSRecursiveLock {
        lock.withLock {
            if let found = locks[key] { return found }
            let made = NSRecursiveLock()
            locks[key] = made
            return made
        }
    }
}
