import Foundation

/// An `update` that is under way: what changes meanwhile is announced after it.
///
/// Observers must not run while its lock is held: two that update one another's keys would wait for each other.
final class Update: @unchecked Sendable {
    /// The outermost update that this task is in, or a task was in that started this one.
    @TaskLocal static var current: Update?

    private let lock = NSLock()
    /// Whose announcements were put off; `nil` once the update is over.
    private var waiting: [Observers]? = []

    /// Runs `body` as an update of the keys of one name, in one process one at a time.
    ///
    /// It may be entered again by `body`.
    static func run<Result>(of key: String, _ body: () throws -> Result) rethrows -> Result {
        let lock = UpdateLocks.shared.lock(for: key)
        if let current, !current.isOver { return try lock.withLock(body) }
        let update = Update()
        defer { update.end() }
        return try $current.withValue(update) { try lock.withLock(body) }
    }

    /// Puts off an announcement; `false` when the update is over, as it may be for a task that was started in it.
    func putOff(_ observers: Observers) -> Bool {
        lock.withLock {
            guard waiting != nil else { return false }
            if waiting?.contains(where: { $0 === observers }) == false { waiting?.append(observers) }
            return true
        }
    }

    private var isOver: Bool { lock.withLock { waiting == nil } }

    private func end() {
        let observers = lock.withLock {
            defer { waiting = nil }
            return waiting ?? []
        }
        for observers in observers { observers.announce() }
    }
}

/// The locks of `update`, one for each key name.
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
