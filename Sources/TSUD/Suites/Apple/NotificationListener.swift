import Foundation

/// Listens to a key that key-value observing can't observe: after changes of any defaults in the process, what it
/// answers is compared with what was announced last.
final class NotificationListener: ForeignChangeListener, @unchecked Sendable {
    fileprivate weak var observation: KeyObservation?

    init(_ observation: KeyObservation) {
        self.observation = observation
    }

    func start() { Listeners.shared.add(self) }
    func stop() { Listeners.shared.remove(self) }
}

/// Observes the notification for all listeners, and compares once for all changes in one turn of the main queue.
private final class Listeners: @unchecked Sendable {
    static let shared = Listeners()
    private let lock = NSLock()
    private var listeners: [NotificationListener] = []
    private var isDue = false
    private var observer: (any NSObjectProtocol)?

    private init() {
        let name = UserDefaults.didChangeNotification
        // Without a queue, which would make the writer wait.
        observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
            self?.defaultsChanged()
        }
    }

    func add(_ listener: NotificationListener) {
        lock.withLock { listeners.append(listener) }
    }

    func remove(_ listener: NotificationListener) {
        lock.withLock { listeners.removeAll { $0 === listener } }
    }

    private func defaultsChanged() {
        let isFirst = lock.withLock {
            defer { isDue = !listeners.isEmpty }
            return !isDue && !listeners.isEmpty
        }
        guard isFirst else { return }
        Task.detached { @MainActor [self] in
            let listeners = lock.withLock {
                isDue = false
                return self.listeners
            }
            for listener in listeners { listener.observation?.noteForeignChange() }
        }
    }
}
