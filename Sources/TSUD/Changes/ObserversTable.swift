import Foundation

/// The observers of a suite's keys: one object for each key, as long as it is retained.
final class ObserversTable: @unchecked Sendable {
    private struct Entry {
        weak var observers: Observers?
    }

    private let lock = NSLock()
    private var entries: [String: Entry] = [:]

    func observers(of key: String, in suite: any Suite) -> Observers {
        lock.withLock {
            if let observers = entries[key]?.observers { return observers }
            let observers = Observers(of: key, in: suite)
            entries[key] = Entry(observers: observers)
            return observers
        }
    }

    /// The observers of these keys that listen for foreign changes.
    func listening(to keys: some Sequence<String>) -> [Observers] {
        existing(keys).filter { $0.isListeningElseForget() }
    }

    /// The observers of all keys that listen for foreign changes.
    var listening: [Observers] { listening(to: lock.withLock { Array(entries.keys) }) }

    /// Notifies the observers of these keys that their registered defaults have changed.
    func announce(_ keys: some Sequence<String>) {
        for observers in existing(keys) { observers.announce() }
    }

    private func existing(_ keys: some Sequence<String>) -> [Observers] {
        lock.withLock { keys.compactMap { entries[$0]?.observers } }
    }
}
