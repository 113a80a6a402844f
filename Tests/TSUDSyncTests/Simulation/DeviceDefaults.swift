import Foundation

/// A suite in memory whose device can lose its power between any two writes.
final class DeviceDefaults: UserDefaults {
    private let lock = NSLock()
    private var objects: [String: Any] = [:]
    /// How many writes are left until the power fails; `nil` if it does not.
    private var writesLeft: Int?

    /// Names whose removal is forgotten, and names that are never stored, to break a rule.
    var kept: Set<String> = []
    var forgotten: Set<String> = []
    /// Is called with the name after each write that was done.
    var didStore: (String) -> Void = { _ in }

    var isDead: Bool { lock.withLock { writesLeft == 0 } }

    func failAfter(_ writes: Int) { lock.withLock { writesLeft = writes } }

    /// Restarts the device with its stored settings.
    func restart() { lock.withLock { writesLeft = nil } }

    /// The file, all of which is lost or put back together.
    var file: [String: Any] {
        get { lock.withLock { objects } }
        set { lock.withLock { objects = newValue } }
    }

    override func object(forKey defaultName: String) -> Any? { lock.withLock { objects[defaultName] } }

    override func set(_ value: Any?, forKey defaultName: String) { put(value, defaultName) }
    override func removeObject(forKey defaultName: String) { put(nil, defaultName) }

    private func put(_ object: Any?, _ name: String) {
        let isDone = lock.withLock {
            if writesLeft == 0 { return false }
            writesLeft? -= 1
            if object == nil ? kept.contains(name) : forgotten.contains(name) { return true }
            objects[name] = object
            return true
        }
        if isDone { didStore(name) }
    }

    override func dictionaryRepresentation() -> [String: Any] { lock.withLock { objects } }
    override func volatileDomain(forName domainName: String) -> [String: Any] { [:] }
    override func synchronize() -> Bool { true }
}
