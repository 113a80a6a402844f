import Foundation
import TestSupport

@testable import TSUD

/// A suite that reports foreign changes immediately, on the thread that makes them.
final class StandInBackend: SuiteBackend, @unchecked Sendable {
    let observations = KeyObservations()
    let starts = Counter()
    let stops = Counter()
    /// How often a listener that was just added found a different object.
    let news = Counter()
    /// Runs between the first read and the start of the listener.
    var whileAdding: (StandInBackend) -> Void = { _ in }
    var beforeRead: (StandInBackend) -> Void = { _ in }
    /// Runs before the object that was read is returned.
    var afterRead: (StandInBackend) -> Void = { _ in }
    private let lock = NSLock()
    private var stored: [String: Any] = [:]
    private var listeners: [String: Listener] = [:]

    func object(forKey key: String) -> Any? { lock.withLock { stored[key] } }

    func storedObject(forKey key: String) -> Any? {
        beforeRead(self)
        defer { afterRead(self) }
        return lock.withLock { stored[key] }
    }
    func storedKeys(withPrefix prefix: String) -> [String] {
        lock.withLock { stored.keys.filter { $0.hasPrefix(prefix) } }
    }
    func registeredObject(forKey key: String) -> Any? { nil }
    func launchArgument(forKey key: String) -> Any? { nil }
    func store(_ changes: [StoredChange]) { for change in changes { put(change.form?.object, forKey: change.key) } }
    func flush() throws(TSUDError) {}
    func listener(for observation: KeyObservation) -> (any ForeignChangeListener)? { Listener(observation, self) }

    func put(_ object: Any?, forKey key: String) { lock.withLock { stored[key] = object } }

    func setForeign(_ object: Any?, forKey key: String) {
        put(object, forKey: key)
        notify(key)
    }

    func notify(_ key: String) { lock.withLock { listeners[key] }?.observation?.announceForeign() }

    private final class Listener: ForeignChangeListener, @unchecked Sendable {
        weak var observation: KeyObservation?
        private let key: String
        private let suite: StandInBackend

        init(_ observation: KeyObservation, _ suite: StandInBackend) {
            self.observation = observation
            self.suite = suite
            key = observation.key
        }

        func start() {
            suite.starts.increment()
            suite.whileAdding(suite)
            suite.lock.withLock { suite.listeners[key] = self }
            if observation?.detectChange() == true { suite.news.increment() }
        }

        func stop() {
            suite.stops.increment()
            suite.lock.withLock { suite.listeners[key] = nil }
        }
    }
}
