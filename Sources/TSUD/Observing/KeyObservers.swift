import Foundation
import Observation

/// The observers of one key in one suite, or of all members of a setting there.
///
/// What a key writes is announced by the key, and all else by the suite, by name. An observer may be told twice of one
/// change, and is always told.
final class KeyObservers: Observable, Sendable {
    let observed: Observed
    private let backend: any Suite
    private let registrar = ObservationRegistrar()
    private let state = Locked(State())

    private struct State {
        /// Those that still wait; each removes itself when it ends.
        var readers: [ObjectIdentifier: WeakReader] = [:]
        /// Whether Observation has recorded a read since the last announcement.
        var isTracked = false
        /// Whether it ever has: a read that was tracked on another thread may still be about to be registered.
        var wasEverTracked = false
        /// Under which other names something may be stored that is read.
        var former: [Observed] = []
        /// Whether the suite reports foreign changes.
        var isListening = false

        /// The readers, to be used without the lock: who has the last reference to one makes it remove itself.
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

    // Observation tells nobody whether a read is tracked. But it puts the key path of a tracked one into a set, which
    // hashes it, and does not do that with others. That is used here, and nowhere else: for listening, which costs
    // something on Apple systems, for turns of the main queue, and for what a write has to ask.
    // `TrackedReadTests` fails if Observation stops hashing.

    /// The part of a read's key path that is hashed.
    ///
    /// The set also retains the observers as long as the read is tracked.
    private struct TrackedRead: Hashable, Sendable {
        let observation: KeyObservers
        /// Whether it looks for those who have read, which hashes it as well.
        var isSearch = false

        /// Notes that the read is tracked, and does nothing else: Observation may hold its lock.
        func hash(into hasher: inout Hasher) {
            if !isSearch { observation.state.withLock { ($0.isTracked, $0.wasEverTracked) = (true, true) } }
            hasher.combine(ObjectIdentifier(observation))
        }

        static func == (one: Self, other: Self) -> Bool { one.observation === other.observation }
    }

    /// Represents what is stored, which `UserDefaults` keeps, in key paths.
    private subscript(tracked read: TrackedRead) -> Void {  // swiftlint:disable:this redundant_void_return
        // A subscript has to name its type.
        ()
    }

    /// The key path that identifies a tracked read.
    typealias Path = any KeyPath<KeyObservers, Void> & Sendable

    /// A new key path, which retains this object; creating one takes 1.5 microseconds.
    var path: Path { \.[tracked: TrackedRead(observation: self)] }

    /// Registers a read with Observation; for observers whose path is not kept.
    func access() { access(path) }

    /// Registers a read with Observation; call it before the read, so that no change is missed.
    func access(_ path: Path) {
        registrar.access(self, keyPath: path)
        // Only now: listening may call observers.
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

    /// Makes the suite report foreign changes; call it before an observer reads.
    ///
    /// Two threads may both do so at the same time, and are told twice from then on. If one relied on the other, it
    /// could read before that has begun.
    private func listen() {
        if isListening { return }
        backend.observations.noteListening()
        for observed in [observed] + state.withLock(\.former) { backend.listen(to: observed) }
        state.withLock { $0.isListening = true }
    }

    /// Whether somebody observes, or has observed.
    var isListening: Bool { state.withLock { $0.isListening } }

    /// Whether somebody observes, as far as anybody knows; then a write asks what was there.
    var isObserved: Bool { state.withLock { $0.isTracked || !$0.readers.isEmpty } }

    /// Adds names under which something may be stored that is read; call it before anybody observes.
    func add(former: [Observed]) {
        let new = state.withLock { state in
            let new = former.filter { !state.former.contains($0) }
            state.former += new
            return new
        }
        for former in new { backend.observations.add(former, of: observed) }
    }

    // MARK: Announcing

    /// Tells all observers of a change that a key has made, with no lock held.
    ///
    /// - Parameter names: what has changed.
    func announce(_ names: [String]) {
        let wasTracked = wakeReaders(names)
        invalidate()
        // A view that the main thread is drawing has read, but is not registered before it is drawn.
        if wasTracked, !Thread.isMainThread { backend.observations.invalidateOnMain([self]) }
    }

    /// Wakes the asynchronous sequences.
    ///
    /// - Returns: whether a read was tracked.
    @discardableResult
    func wakeReaders(_ names: [String]) -> Bool {
        let (readers, wasTracked) = state.withLock { state in
            defer { state.isTracked = false }
            return (state.wakeable, state.isTracked)
        }
        for reader in readers { reader.wake(names) }
        return wasTracked
    }

    /// Wakes the asynchronous sequences after a write of an equal value, which those of values then don't deliver.
    ///
    /// Who tracks a read goes on.
    func wakeReadersOfObjects(_ names: [String]) {
        for reader in state.withLock({ $0.wakeable }) { reader.wake(names) }
    }

    /// Tells those who track a read.
    func invalidate() {
        let path: Path = \.[tracked: TrackedRead(observation: self, isSearch: true)]
        registrar.withMutation(of: self, keyPath: path) {}
    }
}
