import Observation
import TestSupport

@testable import TSUD

/// A suite that counts its calls, and reports external changes immediately, on the thread that makes them.
final class StandInBackend: Suite, @unchecked Sendable {
    let observations = SuiteObservers()
    let listens = Counter()
    let looks = Counter()
    let stores = Counter()
    /// Runs when an object has been looked up, before it is returned.
    var afterLook: (StandInBackend) -> Void = { _ in }
    /// Runs when a write has been looked at, before it is stored.
    var beforeStore: (StandInBackend) -> Void = { _ in }
    /// Runs when a write is stored, before that returns.
    var afterStore: (StandInBackend) -> Void = { _ in }
    private let stored = Locked<[String: PropertyListObject]>([:])

    func object(forKey key: String) -> Any? {
        let found = stored.withLock { $0[key]?.foundationObject }
        looks.increment()
        afterLook(self)
        return found
    }

    func storedObject(forKey key: String) -> Any? { object(forKey: key) }
    func storedKeys(withPrefix prefix: String) -> [String] {
        stored.withLock { $0.keys.filter { $0.hasPrefix(prefix) } }
    }
    func registeredObject(forKey key: String) -> Any? { nil }
    var launchArguments: [String: Any] = [:]
    func store(_ changes: [StoredChange]) -> [Changed] {
        storing(changes) { names in
            observations.beginWrite(of: names)
            defer { observations.endWrite() }
            beforeStore(self)
            stores.increment()
            for change in changes { stored.withLock { $0[change.key] = change.object } }
            afterStore(self)
        }
    }
    func flush() throws(TSUDError) {}
    func listen(to observed: Observed) { listens.increment() }

    func observation(of key: String) -> KeyObservers { observations.observation(of: .key(key), in: self) }

    /// The steps of a key that writes a number.
    func write(_ number: Int64?, forKey key: String) { change(of: key, to: number).apply() }

    func change(of key: String, to number: Int64?) -> KeyChange {
        let isObserved = observation(of: key).isObserved
        let change = StoredChange(key: key, object: number.map { .integer($0) }, isObserved: isObserved)
        return KeyChange(backend: self, changes: [change])
    }

    func setForeign(_ number: Int64?, forKey key: String) {
        stored.withLock { $0[key] = number.map { .integer($0) } }
        observations.noteExternalChanges(of: [key])
    }
}

extension KeyObservers {
    /// Counts the next announcement to a tracked read.
    func track(_ heard: Counter) {
        let path = path
        withObservationTracking {
            access(path)
        } onChange: {
            heard.increment()
        }
    }
}
