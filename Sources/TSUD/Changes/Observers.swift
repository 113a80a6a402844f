import Foundation
import Observation

/// Who hears of the changes of one key in one suite.
///
/// A write through the key is announced by the key. All other changes come from the suite, and the echo of a write that
/// the key has announced is swallowed: the stored object is compared with the one that was announced last.
final class Observers: Observable, @unchecked Sendable {
    let key: String
    private let suite: any Suite
    private let registrar = ObservationRegistrar()
    private let lock = NSLock()
    private var readers: [ObjectIdentifier: Reader] = [:]
    private var isListening = false
    private var listener: (any ForeignChangeListener)?
    /// The object that was announced last, or was there when it began to be listened to; `nil` where that is not known.
    private var announced: Any??
    /// How many writes through keys have begun, and how many of them are over.
    private var writes = (begun: 0, ended: 0)
    /// The type of the value that a key wrote last, unless something else was stored since.
    private var writtenType: ObjectIdentifier?

    init(of key: String, in suite: any Suite) {
        self.key = key
        self.suite = suite
    }

    deinit { listener?.stop() }

    // MARK: Reads that are tracked

    /// Stands for the stored object, which `UserDefaults` keeps.
    private subscript(tracked read: TrackedRead) -> Void { () }

    /// What a read is tracked by.
    typealias Path = any KeyPath<Observers, Void> & Sendable

    /// A path of this object, which holds it; made anew, in one and a half microseconds.
    var path: Path { \.[tracked: TrackedRead(observers: self)] }

    /// Notes a read of the stored object with whatever is tracking reads: before the read, so that no change is missed.
    func access(_ path: Path) {
        registrar.access(self, keyPath: path)
    }

    // MARK: Listening

    /// Begins to listen to foreign changes, the first time it is called; call it when somebody looks at what is stored.
    func listen() {
        let object = suite.storedObject(forKey: key)
        if let last = lock.withLock({ isListening ? announced : nil }) {
            // Of what is seen now nobody has been told yet; should it be taken back, that is news.
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
        lock.withLock { readers[ObjectIdentifier(reader)] = reader }
        listen()
    }

    func remove(_ reader: Reader) {
        lock.withLock { readers[ObjectIdentifier(reader)] = nil }
    }

    // MARK: Announcing

    /// Notes what a key is about to store, `nil` for a removal; call ``endWrite()`` once it is stored.
    ///
    /// - Parameters:
    ///   - object: the object.
    ///   - type: the type of the value that it stands for.
    /// - Returns: whether what is stored now is known to be of a value of that type.
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

    /// Tells everybody that the stored object may be new.
    ///
    /// Call it after the change, and with no lock held. Inside an `update` it is put off until that is over.
    ///
    /// - Parameter path: the path, where it is at hand.
    func announce(_ path: Path? = nil) {
        if Update.current?.putOff(self) == true { return }
        wakeReaders()
        invalidate(path ?? self.path)
    }

    /// Whether the stored object is another than the one announced last, which it becomes.
    func isNews() -> Bool {
        let (last, begun) = lock.withLock { (announced, writes.begun == writes.ended ? writes.begun : nil) }
        let object = suite.storedObject(forKey: key)
        if let last, isSameObject(last, object) { return false }
        lock.withLock {
            // With a write in between, this may be the object from before it.
            announced = begun == writes.begun ? .some(object) : nil
            writtenType = nil
        }
        return true
    }

    /// Tells everybody of a change that was not made through a key, if it is one.
    func announceForeign() {
        if isNews() { announce() }
    }

    /// Whether foreign changes are listened to; what was announced no longer counts where they are not.
    func isListeningElseForget() -> Bool {
        lock.withLock {
            if !isListening { (announced, writtenType) = (nil, nil) }
            return isListening
        }
    }

    /// Tells those who await values.
    func wakeReaders() {
        let woken = lock.withLock { Array(readers.values) }
        for reader in woken { reader.wake() }
    }

    /// Tells those whose reads were tracked.
    func invalidate(_ path: Path) {
        registrar.willSet(self, keyPath: path)
        registrar.didSet(self, keyPath: path)
    }
}

/// Stands in the key path of a read, and begins to listen once the read is tracked.
///
/// Observation puts the path of a tracked read into a set, and so hashes it; it does nothing with that of another read.
/// The set also keeps the observers alive for as long as the read is tracked.
private struct TrackedRead: Hashable, Sendable {
    let observers: Observers

    func hash(into hasher: inout Hasher) {
        observers.listen()
        hasher.combine(ObjectIdentifier(observers))
    }

    static func == (one: Self, other: Self) -> Bool { one.observers === other.observers }
}
