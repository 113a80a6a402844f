public import Foundation

/// A suite in memory alone, which nothing saves and no launch argument or registered default reaches.
final class EphemeralSuite: UserDefaults {
    /// The suite that stands in for every key's own, on this task and its children.
    @TaskLocal static var current: Reference?

    /// What carries the suite from task to task: all that it holds is under its lock.
    struct Reference: @unchecked Sendable {
        let suite: EphemeralSuite
    }

    let slots = SlotTable()
    private let lock = NSLock()
    private var stored: [String: Any] = [:]
    private var registered: [String: Any] = [:]

    override func object(forKey defaultName: String) -> Any? {
        lock.withLock { stored[defaultName] ?? registered[defaultName] }
    }

    override func set(_ value: Any?, forKey defaultName: String) {
        // Copied, as `UserDefaults` does: the caller may go on to change a mutable object.
        let object = (value as? any NSCopying)?.copy() ?? value
        lock.withLock { stored[defaultName] = object }
        slots.announce(CollectionOfOne(defaultName))
    }

    override func removeObject(forKey defaultName: String) {
        set(nil as Any?, forKey: defaultName)
    }

    override func register(defaults registrationDictionary: [String: Any]) {
        lock.withLock { registered.merge(registrationDictionary) { $1 } }
        slots.announce(registrationDictionary.keys)
    }

    override func dictionaryRepresentation() -> [String: Any] {
        lock.withLock { registered.merging(stored) { $1 } }
    }

    func storedObject(forKey key: String) -> Any? {
        lock.withLock { stored[key] }
    }

    func registeredObject(forKey key: String) -> Any? {
        lock.withLock { registered[key] }
    }
}

extension TSUD {
    /// The suite that `value` reads and writes now: the key's own, or the one of an enclosing `withEphemeralSuite`.
    @usableFromInline
    static var currentSuite: UserDefaults { EphemeralSuite.current?.suite ?? suite }
}
