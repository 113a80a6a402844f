#if canImport(Darwin)
import Dispatch
import Foundation

/// Listens to one key of a suite by key-value observing, which reports all changes, whoever makes them.
final class KeyValueListener: NSObject, ForeignChangeListener, @unchecked Sendable {
    private weak var observers: Observers?
    private let key: String
    private let defaults: UserDefaults

    init(_ observers: Observers, _ defaults: UserDefaults) {
        self.observers = observers
        self.defaults = defaults
        key = observers.key
    }

    /// A dot turns a key into a key path, and a leading at sign into an operator.
    static func canObserve(_ key: String) -> Bool { !key.isEmpty && !key.contains(".") && !key.hasPrefix("@") }

    func start() {
        defaults.addObserver(self, forKeyPath: key, options: [], context: nil)
        // Asynchronously, because Observation may be in the middle of recording the tracked read.
        DispatchQueue.main.async { [weak observers] in observers?.announceForeign() }
    }

    /// Stops listening; called when the observers are released, so no one can be notified any more.
    func stop() {
        defaults.removeObserver(self, forKeyPath: key)
        // Another thread may be about to enter `observeValue`, and key-value observing does not retain observers.
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { withExtendedLifetime(self) {} }
    }

    override func observeValue(
        forKeyPath keyPath: String?,
        of object: Any?,
        change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        observers?.announceForeignOnMainQueue()
    }
}

extension Observers {
    /// Announces a foreign change: to readers of values at once, to Observation, and so SwiftUI, on the main queue.
    func announceForeignOnMainQueue() {
        guard detectChange() else { return }
        if Thread.isMainThread { return announce() }
        wakeReaders()
        DispatchQueue.main.async { self.invalidate(self.path) }
    }
}
#endif
