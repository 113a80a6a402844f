import Foundation

/// The observers of a suite's keys: one object for each key, as long as it is retained.
final class ObserversTable: @unchecked Sendable {
    private struct Entry {
        weak var observers: Observers?
    }

    private let lock = NSLock()
    private var entries: [String: Entry] = [:]

    func observers(of key: String, in suite: any Suite) -> Observers { observers(of: key, in: suite, together: nil) }

    /// The observers of all members of a setting, as one.
    func observers(ofMembersOf setting: String, in suite: any Suite) -> Observers {
        observers(of: MemberName.all(of: setting), in: suite, together: MemberName.prefix(of: setting))
    }

    private func observers(of key: String, in suite: any Suite, together prefix: String?) -> Observers {
        lock.withLock {
            if let observers = entries[key]?.observers { return observers }
            let observers = Observers(of: key, in: suite, together: prefix)
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
        let names = keys.flatMap { MemberName.observed(with: $0) }
        return lock.withLock { names.compactMap { entries[$0]?.observers } }
    }
}
