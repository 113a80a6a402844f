import Foundation

/// A suite in memory whose device can lose its power between any two writes.
final class DeviceDefaults: UserDefaults {
    private let lock = NSLock()
    private var objects: [String: Any] = [:]
    /// How many writes are left until the power fails; `nil` if it does not.
    private var writesLeft: Int?

    var isDead: Bool { lock.withLock { writesLeft == 0 } }

    func failAfter(_ writes: Int) { lock.withLock { writesLeft = writes } }

    /// Starts the device again, with what it had stored, except under some names.
    func restart(forgetting isForgotten: (String) -> Bool = { _ in false }) {
        lock.withLock {
            writesLeft = nil
            objects = objects.filter { !isForgotten($0.key) }
        }
    }

    override func object(forKey defaultName: String) -> Any? { lock.withLock { objects[defaultName] } }

    override func set(_ value: Any?, forKey defaultName: String) { put(value, defaultName) }
    override func removeObject(forKey defaultName: String) { put(nil, defaultName) }

    private func put(_ object: Any?, _ name: String) {
        lock.withLock {
            if writesLeft == 0 { return }
            writesLeft? -= 1
            objects[name] = object
        }
    }

    override func dictionaryRepresentation() -> [String: Any] { lock.withLock { objects } }
    override func volatileDomain(forName domainName: String) -> [String: Any] { [:] }
    override func synchronize() -> Bool { true }
}
