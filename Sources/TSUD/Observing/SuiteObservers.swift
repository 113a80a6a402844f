import Foundation

/// The observers of a suite's keys: one object for each key, as long as it is retained.
final class SuiteObservers: Sendable {
    /// The settings that were used in the suite.
    let usedNames = UsedNames()
    private let state = Locked(State())

    private struct State {
        var entries: [Observed: Entry] = [:]
        var limit = DoublingLimit()
        /// Whether any subject has or had an observer.
        var isListening = false
        /// The keys of members among the subjects, and their former ones.
        var members = KnownMembers()
        /// The observers whose tracked reads are invalidated next on the main queue.
        var isDueOnMain: [ObjectIdentifier: KeyObservers] = [:]
        /// The number of changes of which observers were notified.
        var notifications = 0
        /// The names that settings are writing, by thread.
        ///
        /// The settings notify observers of them afterwards.
        var writes: [(thread: Thread, names: Set<String>)] = []

        /// - Returns: The remaining observers.
        mutating func removeReleasedIfFull() -> [KeyObservers] {
            if !limit.isReached(by: entries.count) { return [] }
            var others: [KeyObservers] = []
            for (observed, entry) in entries {
                if let observation = entry.observation { others.append(observation) }
                let successors = entry.successors.filter { entries[$0]?.observation != nil }
                if successors.isEmpty, entry.observation == nil {
                    entries[observed] = nil
                } else if successors.count < entry.successors.count {
                    // A write copies all entries.
                    entries[observed]?.successors = successors
                }
            }
            limit.reset(to: entries.count)
            members = KnownMembers(entries.keys.compactMap(\.members))
            return others
        }
    }

    private struct Entry {
        weak var observation: KeyObservers?
        /// Whether the subject has or had an observer.
        var isListening = false
        /// The current keys, or their members, whose observers are notified of changes of this former one.
        var successors: [Observed] = []
    }

    func observation(of observed: Observed, in backend: any Suite) -> KeyObservers {
        let (observation, others) = state.withLock { state in
            if let observation = state.entries[observed]?.observation { return (observation, [KeyObservers]()) }
            let others = state.removeReleasedIfFull()
            let observation = KeyObservers(of: observed, in: backend)
            state.entries[observed, default: Entry()].observation = observation
            return (observation, others)
        }
        // Release them without the lock: the last one may release its suite, which then ends observing.
        withExtendedLifetime(others) {}
        return observation
    }

    /// Also notifies the observers of a key or its members of changes of a former one.
    func add(_ former: Observed, of observed: Observed) {
        state.withLock { state in
            let successors = state.entries[former]?.successors ?? []
            if !successors.contains(observed) { state.entries[former, default: Entry()].successors.append(observed) }
            if let keys = former.members { state.members.insert(keys) }
        }
    }

    /// Records that a key or members have an observer.
    func noteListening(to observed: Observed) {
        state.withLock { state in
            state.isListening = true
            state.entries[observed, default: Entry()].isListening = true
            if let keys = observed.members { state.members.insert(keys) }
        }
    }

    /// Whether any key of the suite has or had an observer.
    var isListening: Bool { state.withLock { $0.isListening } }

    /// Returns the keys of changes that have observers.
    func observedKeys(of changes: [Change]) -> Set<String> {
        let listening = state.withLock { state -> [(key: String, observers: KeyObservers)] in
            if !state.isListening { return [] }
            return changes.compactMap { change in
                guard let entry = state.entries[.key(change.key)], entry.isListening else { return nil }
                return entry.observation.map { (change.key, $0) }
            }
        }
        return Set(listening.lazy.filter(\.observers.isObserved).map(\.key))
    }

    /// Returns the present and former observers of names, each with its names.
    func listening(to names: [String]) -> [(observation: KeyObservers, names: [String])] {
        let found = state.withLock { state -> [(name: String, observation: KeyObservers)] in
            names.flatMap { name in
                let concerned = Observed.concerned(by: name, or: state.members)
                let all = concerned + concerned.flatMap { state.entries[$0]?.successors ?? [] }
                return all.compactMap { observed -> (name: String, observation: KeyObservers)? in
                    guard let entry = state.entries[observed], entry.isListening else { return nil }
                    return entry.observation.map { (name, $0) }
                }
            }
        }
        var notified: [(observation: KeyObservers, names: [String])] = []
        var indices: [ObjectIdentifier: Int] = [:]
        for (name, observation) in found {
            if let index = indices[ObjectIdentifier(observation)] {
                notified[index].names.append(name)
            } else {
                indices[ObjectIdentifier(observation)] = notified.count
                notified.append((observation, [name]))
            }
        }
        return notified
    }

    /// Records that observers are notified next.
    func noteNotification() { state.withLock { $0.notifications += 1 } }

    /// The number of changes of which observers were notified.
    ///
    /// If it differs after a write, the write may have undone another thread's change.
    var notifications: Int { state.withLock { $0.notifications } }

    /// Notifies the observers of external changes.
    ///
    /// A suite calls it after such changes, on any thread, with no lock held.
    func noteExternalChanges(of names: [String]) {
        let own = namesInWriting(by: .current)
        let external = names.filter { !own.contains($0) }
        if external.isEmpty { return }
        UpdateLock.shared.notify(of: SuiteChange(of: external, in: self, .external))
    }

    /// Invalidates tracked reads asynchronously on the main queue, where each suite queues one task at a time.
    func invalidateOnMain(_ observation: [KeyObservers]) {
        if observation.isEmpty { return }
        let isFirst = state.withLock { state in
            defer { for one in observation { state.isDueOnMain[ObjectIdentifier(one)] = one } }
            return state.isDueOnMain.isEmpty
        }
        guard isFirst else { return }
        Task.detached { @MainActor [self] in
            let due = state.withLock { state in
                defer { state.isDueOnMain = [:] }
                return state.isDueOnMain
            }
            for observation in due.values { observation.invalidate() }
        }
    }

    /// Begins a write on the current thread, on which the suite's reports about these names are ignored until its end.
    func beginWrite(of names: Set<String>) {
        state.withLock { $0.writes.append((.current, names)) }
    }

    /// Returns the names that settings are writing, on one thread or on any.
    func namesInWriting(by thread: Thread? = nil) -> Set<String> {
        state.withLock { state in
            state.writes.reduce(into: []) { if thread == nil || $1.thread === thread { $0.formUnion($1.names) } }
        }
    }

    /// Ends the last write of the current thread.
    func endWrite() {
        state.withLock { state in
            guard let index = state.writes.lastIndex(where: { $0.thread === Thread.current }) else { return }
            state.writes.remove(at: index)
        }
    }
}
