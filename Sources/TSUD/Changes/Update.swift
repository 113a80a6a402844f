import Foundation

/// A running `update`, which postpones the notifications of changes until it returns.
///
/// Observers must not run while its lock is held: two observers that update each other's keys would deadlock.
final class Update: @unchecked Sendable {
    /// The outermost update that the current task, or a task that created it, is in.
    @TaskLocal static var current: Update?

    private let lock = NSLock()
    /// The observers to notify; `nil` once the update is over.
    private var waiting: [KeyObservation]? = []
    /// The observers of keys that may have been changed by others.
    private var unchecked: [KeyObservation] = []

    /// Runs `body` as the only update in the process of the keys with these names.
    ///
    /// `body` may call it again. It waits for other threads that update one of the keys, for `patience` seconds.
    static func run<Result>(
        of keys: [AnyBoundKey],
        patience: TimeInterval = 10,
        _ body: () throws -> Result
    ) throws -> Result {
        for (index, key) in keys.enumerated()
        where keys[..<index].contains(where: { $0.observation === key.observation }) {
            throw TSUDError.givenTwice(key.key)
        }
        func runLocked() throws -> Result {
            try UpdateLocks.shared.run(keys.map(\.key), by: Date(timeIntervalSinceNow: patience), body)
        }
        return try postponingNotifications(runLocked)
    }

    /// Runs `body`, and notifies observers when that and an enclosing update return.
    static func postponingNotifications<Result>(_ body: () throws -> Result) rethrows -> Result {
        if let current, !current.isOver { return try body() }
        let update = Update()
        defer { update.end() }
        return try $current.withValue(update, operation: body)
    }

    /// Postpones a notification; `false` if the update is over, which is possible in a task that was created in it.
    func postpone(_ observation: KeyObservation) -> Bool {
        lock.withLock {
            guard waiting != nil else { return false }
            if waiting?.contains(where: { $0 === observation }) == false { waiting?.append(observation) }
            return true
        }
    }

    /// Postpones a check for a foreign change; `false` if the update is over.
    func postponeCheck(of observation: KeyObservation) -> Bool {
        lock.withLock {
            guard waiting != nil else { return false }
            if !unchecked.contains(where: { $0 === observation }) { unchecked.append(observation) }
            return true
        }
    }

    private var isOver: Bool { lock.withLock { waiting == nil } }

    private func end() {
        let (waiting, unchecked) = lock.withLock {
            defer { (self.waiting, self.unchecked) = (nil, []) }
            return (self.waiting ?? [], self.unchecked)
        }
        for observation in waiting { observation.announce() }
        for observation in unchecked { observation.noteForeignChange() }
    }
}
