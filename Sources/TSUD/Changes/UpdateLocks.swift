import Foundation

/// The locks of `update`, one for each name of a key that is being updated.
final class UpdateLocks: @unchecked Sendable {
    static let shared = UpdateLocks()
    private let lock = SharedLock()
    private var entries: [Entry] = []

    private final class Entry {
        let name: String
        let lock = NSRecursiveLock()
        /// How many updates hold the lock or wait for it.
        var users = 0

        init(_ name: String) { self.name = name }
    }

    /// Runs `body` with the locks of some names, which are taken in a fixed order.
    ///
    /// - Throws: ``TSUDError/Code/busy`` if another thread does not release one of them in time; what `body` throws.
    func run<Result>(_ names: [String], by deadline: Date, _ body: () throws -> Result) throws -> Result {
        var taken: [NSRecursiveLock] = []
        var used: [String] = []
        defer {
            for lock in taken.reversed() { lock.unlock() }
            for name in used { leave(name) }
        }
        for name in Set(names).sorted() {
            used.append(name)
            let lock = enter(name)
            guard lock.lock(before: deadline) else { throw TSUDError.busy(name) }
            taken.append(lock)
        }
        return try body()
    }

    private func enter(_ name: String) -> NSRecursiveLock {
        lock.withLock {
            let existing = entries.first { $0.name == name }
            let entry = existing ?? Entry(name)
            if existing == nil { entries.append(entry) }
            entry.users += 1
            return entry.lock
        }
    }

    private func leave(_ name: String) {
        lock.withLock {
            entries.first { $0.name == name }?.users -= 1
            entries.removeAll { $0.users == 0 }
        }
    }

    /// In a forked child, where the threads that hold the locks don't exist.
    func reset() { lock.withLock { entries = [] } }

    /// The names of the keys that are being updated.
    var names: Set<String> { lock.withLock { Set(entries.map(\.name)) } }
}

extension TSUDError {
    fileprivate static func busy(_ key: String) -> Self {
        Self(
            .busy,
            key: key,
            description: "Key '\(key)' is busy: another thread has been updating it for too long."
        )
    }

    /// A key was given twice to an update of several keys.
    static func givenTwice(_ key: String) -> Self {
        Self(.duplicateKey, key: key, description: "Key '\(key)' is given twice to one update.")
    }
}
