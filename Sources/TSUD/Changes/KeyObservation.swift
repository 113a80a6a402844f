import Foundation
import Observation

/// The observers of one key in one suite.
///
/// A write through the key is announced by the key. All other changes are reported by the suite. The suite also reports
/// the key's own write, which is ignored: what the key answers is compared with what it answered at the last
/// announcement.
final class KeyObservation: Observable, @unchecked Sendable {
    let key: String
    private let backend: any SuiteBackend
    private let registrar = ObservationRegistrar()
    private var lock: SharedLock { keyObservationLock }
    private var readers: [Reader] = []
    /// Whether Observation has recorded a read since the last look.
    private var isTracked = false
    private var isListening = false
    private var listener: (any ForeignChangeListener)?
    private var announced = AnnouncedAnswer()

    /// Which keys are observed together, as one; `nil` for a single key.
    let prefix: String?

    init(of key: String, in backend: any SuiteBackend, together prefix: String? = nil) {
        self.key = key
        self.prefix = prefix
        self.backend = backend
    }

    deinit { listener?.stop() }

    /// Registers a read with Observation; for observers whose path is not kept.
    func access() { access(path) }

    // MARK: Tracked reads

    /// Represents what is stored, which `UserDefaults` keeps, in key paths.
    private subscript(tracked read: TrackedRead) -> Void {  // swiftlint:disable:this redundant_void_return
        // A subscript has to name its type.
        ()
    }

    /// The key path that identifies a tracked read.
    typealias Path = any KeyPath<KeyObservation, Void> & Sendable

    /// A new key path, which retains this object; creating one takes 1.5 microseconds.
    var path: Path { \.[tracked: TrackedRead(observation: self)] }

    /// Registers a read with Observation; call it before the read, so that no change is missed.
    func access(_ path: Path) {
        registrar.access(self, keyPath: path)
        // It costs one percent of a read, as a mark for each thread would; `withLock` costs a few percent more.
        lock.lock()
        let isTracked = isTracked
        if isTracked { self.isTracked = false }
        lock.unlock()
        if isTracked { listen() }
    }

    /// Notes that Observation has recorded a read.
    ///
    /// Observation may hold its lock, so nothing else may happen here: a read would call observers.
    func noteTracked() { lock.withLock { isTracked = true } }

    // MARK: Listening

    /// Starts listening for foreign changes on the first call; call it before an observer reads.
    func listen() {
        let isFirst = lock.withLock {
            defer { isListening = true }
            return !isListening
        }
        noteRead()
        guard isFirst, let listener = backend.listener(for: self) else { return }
        lock.withLock { self.listener = listener }
        listener.start()
        // Something may have changed before the listener was there.
        noteForeignChange()
    }

    /// Records what an observer is about to read.
    ///
    /// If it was not announced, a change back to what was announced is a change too.
    private func noteRead() {
        while let look = look(), !look.isAnnounced {
            if lock.withLock({ announced.noteRead(look) }) { return }
        }
    }

    func add(_ reader: Reader) {
        lock.withLock { readers.append(reader) }
        listen()
    }

    func remove(_ reader: Reader) {
        lock.withLock { readers.removeAll { $0 === reader } }
    }

    // MARK: Announcing

    /// Records that a key is about to be written.
    ///
    /// Call ``endWrite()`` once it is stored, and then ``announce(_:)``.
    func beginWrite() {
        lock.withLock { announced.beginWrite() }
    }

    /// Whatever the key answers now, be it by a foreign change, counts as announced, because that comes next.
    ///
    /// - Returns: whether it is something else than before, and somebody observes it.
    @discardableResult
    func endWrite() -> Bool {
        while true {
            let written = lock.withLock { () -> AnnouncedAnswer? in
                // The write ends when its result is recorded, or a check would take that for a foreign change.
                if isListening, announced.isWrittenOnce { return announced }
                // Nobody listens, or another write is in progress, and is announced after this.
                announced.endWrite()
                return nil
            }
            guard let look = written?.look(at: answer) else { return false }
            if lock.withLock({ announced.endWrite(look) }) { return !look.isAnnounced }
        }
    }

    /// Notifies all observers that the key may answer something else.
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

    /// Whether the key answers something else than was announced last; if so, it counts as announced from now on.
    ///
    /// During a write through a key it is `false`, because the key announces whatever there is after the write.
    func detectChange() -> Bool {
        while let look = look() {
            if look.isAnnounced { return false }
            if lock.withLock({ announced.announce(look) }) { return true }
        }
        return false
    }

    /// Notifies all observers of a change that was not made through a key, if there is one.
    ///
    /// Call it where any code may run. See ``noteForeignChange()``.
    func announceForeign() {
        if detectChange() { announce() }
    }

    /// Notifies all observers of a change that was not made through a key, if there is one.
    ///
    /// It may be called inside a read, and so inside the body of a view: Observation, and so SwiftUI, is notified later
    /// on the main actor. Asynchronous sequences wake immediately.
    func noteForeignChange() {
        if Update.current?.postponeCheck(of: self) == true { return }
        guard detectChange() else { return }
        wakeReaders()
        Task.detached { @MainActor in self.invalidate(self.path) }
    }

    /// Whether somebody observes, or has observed.
    var isListened: Bool { lock.withLock { isListening } }

    /// Wakes the asynchronous sequences.
    private func wakeReaders() {
        let woken = lock.withLock { readers }
        for reader in woken { reader.wake() }
    }

    /// Notifies the observers of tracked reads.
    private func invalidate(_ path: Path) {
        registrar.willSet(self, keyPath: path)
        registrar.didSet(self, keyPath: path)
    }

    /// Looks at the suite without a lock; `nil` during a write through a key.
    private func look() -> AnnouncedAnswer.Look? {
        guard let announced = lock.withLock({ announced.isBeingWritten ? nil : announced }) else { return nil }
        return announced.look(at: answer)
    }

    private var answer: Answer { prefix.map { Answer(backend, prefix: $0) } ?? Answer(backend, key) }
}

private let keyObservationLock = SharedLock()
