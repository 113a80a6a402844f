import Foundation
import Observation

/// The observers of one key in one suite.
///
/// A write through the key is announced by the key. All other changes are reported by the suite. The suite also reports
/// the key's own write, which is ignored: the stored object is compared with the one announced last.
final class Observers: Observable, @unchecked Sendable {
    let key: String
    private let suite: any Suite
    private let registrar = ObservationRegistrar()
    private let lock = NSLock()
    private var readers: [Reader] = []
    private var isListening = false
    private var listener: (any ForeignChangeListener)?
    /// The object announced last, or stored when listening began; `nil` if that is unknown.
    private var announced: Any??
    /// How many writes through keys have begun, and how many have ended.
    private var writes = (begun: 0, ended: 0)
    /// The type of the value that a key wrote last; `nil` if something else may have been stored since.
    private var writtenType: ObjectIdentifier?

    /// Which keys are observed together, as one; `nil` for a single key.
    private let prefix: String?

    init(of key: String, in suite: any Suite, together prefix: String? = nil) {
        self.key = key
        self.prefix = prefix
        self.suite = suite
    }

    deinit { listener?.stop() }

    /// What is observed: the stored object, or the stored objects of all the keys.
    private var storedObject: Any? {
        guard let prefix else { return suite.storedObject(forKey: key) }
        var objects: [String: Any] = [:]
        for key in suite.storedKeys(withPrefix: prefix) { objects[key] = suite.storedObject(forKey: key) }
        return objects
    }

    /// Registers a read with Observation; for observers whose path is not kept.
    func access() { access(path) }

    // MARK: Tracked reads

    /// Represents the stored object, which `UserDefaults` keeps, in key paths.
    private subscript(tracked read: TrackedRead) -> Void { () }

    /// The key path that identifies a tracked read.
    typealias Path = any KeyPath<Observers, Void> & Sendable

    /// A new key path, which retains this object; creating one takes 1.5 microseconds.
    var path: Path { \.[tracked: TrackedRead(observers: self)] }

    /// Registers a read with Observation; call it before the read, so that no change is missed.
    func access(_ path: Path) {
        registrar.access(self, keyPath: path)
    }

    // MARK: Listening

    /// Starts listening for foreign changes on the first call; call it when an observer reads what is stored.
    func listen() {
        let object = storedObject
        if let last = lock.withLock({ isListening ? announced : nil }) {
            // This object was not announced. If it changes back to the announced one, that is a change too.
            if !isSameObject(last, object) { lock.withLock { announced = nil } }
            return
        }
        let isFirst = lock.withLock {
            defer { isListening = true }
            if announced == nil, !isListening { announced = .some(object) }
            return !isListening
        }
        guard isFirst, let listener = suite.listener(for: self) else { return }
        lock.withLock { self.listener = listener }
        listener.start()
    }

    func add(_ reader: Reader) {
        lock.withLock { readers.append(reader) }
        listen()
    }

    func remove(_ reader: Reader) {
        lock.withLock { readers.removeAll { $0 === reader } }
    }

    // MARK: Announcing

    /// Records what a key is about to store, `nil` for a removal.
    ///
    /// Call ``endWrite()`` once it is stored.
    ///
    /// - Parameters:
    ///   - object: the object.
    ///   - type: the type of the value that the object was encoded from.
    /// - Returns: whether the object stored now was encoded from a value of that type.
    @discardableResult
    func beginWrite(_ object: Any?, as type: Any.Type? = nil) -> Bool {
        lock.withLock {
            defer { writtenType = type.map { ObjectIdentifier($0) } }
            writes.begun += 1
            announced = .some(object)
            return type.map { ObjectIdentifier($0) == writtenType } ?? false
        }
    }

    func endWrite() { lock.withLock { writes.ended += 1 } }

    /// Records that one of the keys that are observed together is about to be written.
    ///
    /// Call ``endWriteOfOne()`` once it is stored, and announce that then.
    func beginWriteOfOne() {
        lock.withLock {
            writes.begun += 1
            (announced, writtenType) = (nil, nil)
        }
    }

    func endWriteOfOne() {
        let object = storedObject
        lock.withLock {
            writes.ended += 1
            announced = .some(object)
        }
    }

    /// Notifies all observers that the stored object may have changed.
    ///
    /// Call it after the change, without holding a lock. Inside an `update`, the notification is postponed until that
    /// returns.
    ///
    /// - Parameter path: the key path, if there is one already.
    func announce(_ path: Path? = nil) {
        if Update.current?.postpone(self) == true { return }
        wakeReaders()
        invalidate(path ?? self.path)
    }

    /// Whether the stored object differs from the one announced last; if so, it counts as announced from now on.
    func detectChange() -> Bool {
        let (last, begun) = lock.withLock { (announced, writes.begun == writes.ended ? writes.begun : nil) }
        let object = storedObject
        if let last, isSameObject(last, object) { return false }
        return lock.withLock {
            if begun == writes.begun {
                (announced, writtenType) = (.some(object), nil)
                return true
            }
            // A key writes meanwhile. This may be its object, or the one from before.
            if let announced, isSameObject(announced, object) { return false }
            (announced, writtenType) = (nil, nil)
            // A write in progress is announced after this.
            return writes.begun == writes.ended
        }
    }

    /// Notifies all observers of a change that was not made through a key, if there is one.
    func announceForeign() {
        if detectChange() { announce() }
    }

    /// Whether foreign changes are listened to; if not, the object announced last may be outdated and is forgotten.
    func isListeningElseForget() -> Bool {
        lock.withLock {
            if !isListening { (announced, writtenType) = (nil, nil) }
            return isListening
        }
    }

    /// Wakes the asynchronous sequences.
    func wakeReaders() {
        let woken = lock.withLock { readers }
        for reader in woken { reader.wake() }
    }

    /// Notifies the observers of tracked reads.
    func invalidate(_ path: Path) {
        registrar.willSet(self, keyPath: path)
        registrar.didSet(self, keyPath: path)
    }
}

/// A part of a tracked read's key path, which starts listening once the read is tracked.
///
/// Observation inserts the key path of a tracked read into a set, which hashes it. It doesn't do that with other reads.
/// The set also retains the observers as long as the read is tracked.
private struct TrackedRead: Hashable, Sendable {
    let observers: Observers

    func hash(into hasher: inout Hasher) {
        observers.listen()
        hasher.combine(ObjectIdentifier(observers))
    }

    static func == (one: Self, other: Self) -> Bool { one.observers === other.observers }
}
