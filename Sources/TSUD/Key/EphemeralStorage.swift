import Foundation

/// What an ephemeral suite holds: objects in memory alone.
final class EphemeralStorage: @unchecked Sendable {
    let slots = SlotTable()
    private let lock = NSLock()
    private var stored: [String: Any] = [:]
    private var registered: [String: Any] = [:]

    func object(forKey key: String) -> Any? {
        lock.withLock { stored[key] ?? registered[key] }
    }

    func storedObject(forKey key: String) -> Any? {
        lock.withLock { stored[key] }
    }

    func registeredObject(forKey key: String) -> Any? {
        lock.withLock { registered[key] }
    }

    var all: [String: Any] {
        lock.withLock { registered.merging(stored) { $1 } }
    }

    func set(_ value: Any?, forKey key: String) {
        // Copied, as `UserDefaults` does: the caller may go on to change a mutable object.
        let object = (value as? any NSCopying)?.copy() ?? value
        lock.withLock { stored[key] = object }
        slots.announce(CollectionOfOne(key))
    }

    func register(_ defaults: [String: Any]) {
        lock.withLock { registered.merge(defaults) { $1 } }
        slots.announce(defaults.keys)
    }
}
