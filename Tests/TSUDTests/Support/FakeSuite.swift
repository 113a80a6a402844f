import Observation
import TestSupport

@testable import TSUD

/// A suite that counts its calls, and reports external changes immediately, on the thread that makes them.
final class FakeSuite: Suite, @unchecked Sendable {
    let observations = SuiteObservers()
    let appliedOverrides = AppliedOverrides()
    let listens = Counter()
    let looks = Counter()
    let stores = Counter()
    /// Runs when an object has been looked up, before it is returned.
    var afterLook: (FakeSuite) -> Void = { _ in }
    /// Runs when a write has been looked at, before it is stored.
    var beforeStore: (FakeSuite) -> Void = { _ in }
    /// Runs when a write is stored, before that returns.
    var afterStore: (FakeSuite) -> Void = { _ in }
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
    func store(_ changes: [Change]) -> [String] {
        storing(changes) { names in
            observations.beginWrite(of: names)
            defer { observations.endWrite() }
            beforeStore(self)
            stores.increment()
            for (name, object) in changes.flatMap(\.objects) { stored.withLock { $0[name] = object } }
            afterStore(self)
        }
    }
    func flush(by deadline: ContinuousClock.Instant) throws(TSUDError) {}
    func listen(to observed: Observed) { listens.increment() }

    func observation(of key: String) -> KeyObservers { observations.observation(of: .key(key), in: self) }

    /// Writes a number in the same way as a key.
    func write(_ number: Int64?, forKey key: String) { write([key], number) }

    func write(_ keys: [String], _ number: Int64?) {
        notify(store(keys.map { Change(key: $0, object: number.map { .integer($0) }) }))
    }

    func setForeign(_ number: Int64?, forKey key: String) {
        stored.withLock { $0[key] = number.map { .integer($0) } }
        observations.noteExternalChanges(of: [key])
    }
}

extension KeyObservers {
    /// Counts the next notification of a tracked read.
    func track(_ notified: Counter) {
        let path = path
        withObservationTracking {
            access(path)
        } onChange: {
            notified.increment()
        }
    }
}
