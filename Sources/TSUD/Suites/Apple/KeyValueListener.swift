import Foundation

/// Listens to one key of a suite by key-value observing, which reports all changes, whoever makes them.
final class KeyValueListener: ForeignChangeListener, @unchecked Sendable {
    private weak var observation: KeyObservation?
    private let key: String
    private let preferences: any ApplePreferences
    private let lock = NSLock()
    private var observer: AnyObject?

    init(_ observation: KeyObservation, _ preferences: any ApplePreferences) {
        self.observation = observation
        self.preferences = preferences
        key = observation.key
    }

    /// A dot turns a key into a key path, and a leading at sign into an operator.
    static func canObserve(_ key: String) -> Bool { !key.isEmpty && !key.contains(".") && !key.hasPrefix("@") }

    func start() {
        let observer = preferences.addObserver(for: self, forKey: key)
        lock.withLock { self.observer = observer }
    }

    /// Stops listening; called when the observers are released, so no one can be notified any more.
    func stop() {
        guard let observer = lock.withLock({ self.observer }) else { return }
        preferences.removeObserver(observer, forKey: key)
        lock.withLock { self.observer = nil }
        // Another thread may be about to call the observer, and key-value observing does not retain it.
        nonisolated(unsafe) let kept = observer
        Task.detached {
            try? await Task.sleep(for: .seconds(1))
            withExtendedLifetime(kept) {}
        }
    }

    /// Called by the observer on any thread, also inside a read.
    func noteChange() { observation?.noteForeignChange() }
}
