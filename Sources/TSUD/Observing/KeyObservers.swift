import Foundation
import Observation

/// The observers of one key in one suite, or of all members of a setting there.
///
/// A setting reports its own writes, and the suite reports external changes, by name. TSUD may notify an observer more
/// than once of a change, but never skips the last one.
final class KeyObservers: Observable, Sendable {
    let observed: Observed
    private let backend: any Suite
    private let registrar = ObservationRegistrar()
    private let state = Locked(State())

    private struct State {
        /// The readers that wait.
        ///
        /// Each removes itself when it ends.
        var readers: [ObjectIdentifier: WeakReader] = [:]
        /// Whether Observation has recorded a read since the last notification.
        var isTracked = false
        /// The number of threads that are notifying Observation.
        var notifying = 0
        /// Whether it ever has.
        ///
        /// Another thread may not have registered its tracked read yet.
        var wasEverTracked = false
        /// The former keys, or their members, which are read as well.
        var former: [Observed] = []
        /// Whether the suite reports external changes.
        var isListening = false

        /// The readers, for use without the lock: a reader that is released removes itself, with the lock.
        var wakeable: [Reader] { readers.values.compactMap(\.reader) }
    }

    private struct WeakReader {
        weak var reader: Reader?
    }

    init(of observed: Observed, in backend: any Suite) {
        self.observed = observed
        self.backend = backend
    }

    // MARK: Tracked reads

    // Observation has no API for whether a read is tracked. But it inserts the key path of a tracked read into a set,
    // which hashes it, and ignores other key paths. This decides whether to begin key-value observing, to use the main
    // queue, and to compare in a write. `TrackedReadTests` fails if Observation stops hashing.

    /// The part of a read's key path that is hashed.
    ///
    /// The set also retains the observers as long as the read is tracked.
    private struct TrackedRead: Hashable, Sendable {
        let observation: KeyObservers
        /// Whether it is for a notification, which hashes it as well.
        var isSearch = false

        /// Records that the read is tracked, and does nothing else, because Observation may hold its lock.
        func hash(into hasher: inout Hasher) {
            if !isSearch { observation.state.withLock { ($0.isTracked, $0.wasEverTracked) = (true, true) } }
            hasher.combine(ObjectIdentifier(observation))
        }

        static func == (one: Self, other: Self) -> Bool { one.observation === other.observation }
    }

    /// Represents the stored value in key paths.
    private subscript(tracked read: TrackedRead) -> Void {  // swiftlint:disable:this redundant_void_return
        // A subscript has to name its type.
        ()
    }

    /// The key path that identifies a tracked read.
    typealias Path = any KeyPath<KeyObservers, Void> & Sendable

    /// A new key path, which retains this object; creating one takes 1.5 microseconds.
    var path: Path { \.[tracked: TrackedRead(observation: self)] }

    /// Registers a read with Observation, by a new key path.
    func access() { access(path) }

    /// Registers a read with Observation.
    ///
    /// Call it before the read, so that it misses no change.
    func access(_ path: Path) {
        registrar.access(self, keyPath: path)
        // Not before, because it may call observers.
        if state.withLock({ $0.isTracked && !$0.isListening }) { listen() }
    }

    var wasEverTracked: Bool { state.withLock(\.wasEverTracked) }

    // MARK: Listening

    func add(_ reader: Reader) {
        state.withLock { $0.readers[ObjectIdentifier(reader)] = WeakReader(reader: reader) }
        listen()
    }

    func remove(_ reader: Reader) {
        state.withLock { $0.readers[ObjectIdentifier(reader)] = nil }
    }

    /// Makes the suite report external changes.
    ///
    /// Call it before an observer reads.
    ///
    /// Two threads may both begin, and TSUD then notifies them twice. If one relied on the other, it could read before
    /// that has begun.
    private func listen() {
        if isListening { return }
        backend.observations.noteListening(to: observed)
        for observed in [observed] + state.withLock(\.former) { backend.listen(to: observed) }
        state.withLock { $0.isListening = true }
    }

    private var isListening: Bool { state.withLock { $0.isListening } }

    /// Whether there are observers, or some are being notified: a write then compares its object with the stored one.
    ///
    /// Observation removes a tracked read only after it has notified the observer, which may write the same object.
    var isObserved: Bool { state.withLock { $0.isTracked || $0.notifying > 0 || !$0.readers.isEmpty } }

    /// Adds former keys, or their members.
    ///
    /// Call it before there are observers.
    func add(former: [Observed]) {
        let new = state.withLock { state in
            let new = former.filter { !state.former.contains($0) }
            state.former += new
            return new
        }
        for former in new { backend.observations.add(former, of: observed) }
    }

    // MARK: Notifying

    /// Notifies all observers of a change that a setting has made, with no lock held.
    ///
    /// - Parameter names: The names that have changed.
    func notify(_ names: [String]) {
        let wasTracked = wakeReaders(names)
        invalidate()
        // A view that the main thread is drawing may have read. Observation registers its read afterwards.
        if wasTracked, !Thread.isMainThread { backend.observations.invalidateOnMain([self]) }
    }

    /// Wakes the asynchronous sequences.
    ///
    /// - Returns: Whether a read was tracked.
    @discardableResult
    func wakeReaders(_ names: [String]) -> Bool {
        let (readers, wasTracked) = state.withLock { state in
            defer { state.isTracked = false }
            return (state.wakeable, state.isTracked)
        }
        for reader in readers { reader.wake(names) }
        return wasTracked
    }

    /// Invalidates tracked reads.
    func invalidate() {
        let path: Path = \.[tracked: TrackedRead(observation: self, isSearch: true)]
        state.withLock { $0.notifying += 1 }
        defer { state.withLock { $0.notifying -= 1 } }
        registrar.withMutation(of: self, keyPath: path) {}
    }
}
