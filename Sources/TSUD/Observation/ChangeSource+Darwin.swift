#if canImport(Darwin)
import Dispatch
import Foundation

/// What hears of changes to one key of one suite, by whomever they are made: key-value observing.
///
/// It can't take a key with a dot in it or an at sign before it, which are a path and an operator to it. For those the
/// notification that this process changed some defaults has to do.
final class ChangeSource: NSObject, @unchecked Sendable {
    weak var observers: Observers?
    private let key: String
    private let suite: UserDefaults
    private let lock = NSLock()
    private var isStarted = false
    private var lastObject: Any?

    init(key: String, suite: UserDefaults) {
        self.key = key
        self.suite = suite
    }

    private var canBeObserved: Bool { !key.isEmpty && !key.contains(".") && !key.hasPrefix("@") }

    /// Begins to listen, the first time it is called.
    func start() {
        lock.lock()
        let wasStarted = isStarted
        isStarted = true
        lock.unlock()
        if wasStarted { return }
        if canBeObserved {
            suite.addObserver(self, forKeyPath: key, options: [], context: nil)
        } else {
            lastObject = suite.object(forKey: key)
            NotificationCenter.default.addObserver(
                self,
                selector: #selector(someDefaultsChanged),
                name: UserDefaults.didChangeNotification,
                object: nil
            )
        }
    }

    /// Ends listening.
    ///
    /// A notification may be on its way on another thread, so this object has to outlive it.
    func stop() {
        lock.lock()
        let wasStarted = isStarted
        isStarted = false
        lock.unlock()
        guard wasStarted else { return }
        if canBeObserved {
            suite.removeObserver(self, forKeyPath: key)
        } else {
            NotificationCenter.default.removeObserver(self)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { withExtendedLifetime(self) {} }
    }

    override func observeValue(
        forKeyPath keyPath: String?,
        of object: Any?,
        change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        observers?.changed()
    }

    @objc private func someDefaultsChanged(_ notification: Notification) {
        let object = suite.object(forKey: key)
        lock.lock()
        let isNew = !isSameObject(object, lastObject)
        lastObject = object
        lock.unlock()
        if isNew { observers?.changed() }
    }
}
#endif
