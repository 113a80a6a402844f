#if canImport(Darwin)
import Dispatch
import Foundation

/// Listens to a key that key-value observing can't observe: after each change of any defaults in the process, its
/// object is compared with the last one announced.
final class NotificationListener: ForeignChangeListener, @unchecked Sendable {
    fileprivate weak var observers: Observers?

    init(_ observers: Observers) {
        self.observers = observers
    }

    func start() {
        Listeners.shared.add(self)
        DispatchQueue.main.async { [weak observers] in observers?.announceForeign() }
    }

    func stop() { Listeners.shared.remove(self) }
}

/// Observes the notification for all listeners.
private final class Listeners: NSObject, @unchecked Sendable {
    static let shared = Listeners()
    private let lock = NSLock()
    private var listeners: [ObjectIdentifier: NotificationListener] = [:]

    private override init() {
        super.init()
        let name = UserDefaults.didChangeNotification
        NotificationCenter.default.addObserver(self, selector: #selector(defaultsChanged), name: name, object: nil)
    }

    func add(_ listener: NotificationListener) {
        lock.withLock { listeners[ObjectIdentifier(listener)] = listener }
    }

    func remove(_ listener: NotificationListener) {
        _ = lock.withLock { listeners.removeValue(forKey: ObjectIdentifier(listener)) }
    }

    @objc private func defaultsChanged(_ notification: Notification) {
        let all = lock.withLock { Array(listeners.values) }
        for listener in all { listener.observers?.announceForeignOnMainQueue() }
    }
}
#endif
