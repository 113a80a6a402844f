#if canImport(Darwin)
import Dispatch
import Foundation

/// Listens to one key of a suite by key-value observing, which tells of changes by whomever they are made.
final class KeyValueListener: NSObject, ForeignChangeListener, @unchecked Sendable {
    private weak var observers: Observers?
    private let key: String
    private let defaults: UserDefaults

    init(_ observers: Observers, _ defaults: UserDefaults) {
        self.observers = observers
        self.defaults = defaults
        key = observers.key
    }

    /// A dot makes a path of a key, and an at sign before it an operator.
    static func canObserve(_ key: String) -> Bool { !key.isEmpty && !key.contains(".") && !key.hasPrefix("@") }

    func start() {
        defaults.addObserver(self, forKeyPath: key, options: [], context: nil)
        // Not at once: this may be inside of the bookkeeping of the read that is being tracked.
        DispatchQueue.main.async { [weak observers] in observers?.announceForeign() }
    }

    /// Ends listening; called when the observers go, so nobody can be told any more.
    func stop() {
        defaults.removeObserver(self, forKeyPath: key)
        // Another thread may be on its way into `observeValue`, and key-value observing holds no observer.
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
    /// Tells of a foreign change: those who await values at once, Observation, and so SwiftUI, on the main queue.
    func announceForeignOnMainQueue() {
        guard isNews() else { return }
        if Thread.isMainThread { return announce() }
        wakeReaders()
        DispatchQueue.main.async { self.invalidate(self.path) }
    }
}
#endif
