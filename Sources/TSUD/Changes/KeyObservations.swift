import Foundation

/// The observers of a suite's keys: one object for each key, as long as it is retained.
final class KeyObservations: Sendable {
    private let state = Locked(State())

    private struct State {
        var entries: [Observed: Entry] = [:]
        /// How many entries there may be before those of released observers are removed; keys may be computed.
        var limit = 64
        /// Who else is told of what is stored under a former key or its members: the key, or its members.
        var successors: [Observed: Set<Observed>] = [:]
        /// Whether anybody observes, or has observed.
        var isListening = false
        /// Whose tracked reads are to be told in the next turn of the main queue.
        var isDueOnMain: [ObjectIdentifier: KeyObservation] = [:]
        /// What keys are writing, and is announced after that, by thread.
        var writes: [(thread: Thread, names: Set<String>)] = []
        /// The key types that were used, each with its last name.
        var uses: [ObjectIdentifier: (type: any TSUD.Type, name: String)] = [:]
        var users: [String: ObjectIdentifier] = [:]

        /// - Returns: the observers that were there.
        mutating func removeReleasedIfFull() -> [KeyObservation] {
            if entries.count < limit { return [] }
            let others = entries.compactMapValues(\.observation)
            entries = others.mapValues { Entry(observation: $0) }
            successors = successors.compactMapValues { successors in
                let kept = successors.filter { entries[$0] != nil }
                return kept.isEmpty ? nil : kept
            }
            limit = max(64, 2 * entries.count)
            return Array(others.values)
        }
    }

    private struct Entry {
        weak var observation: KeyObservation?
    }

    func observation(of observed: Observed, in backend: any SuiteBackend) -> KeyObservation {
        let (observation, others) = state.withLock { state in
            if let observation = state.entries[observed]?.observation { return (observation, [KeyObservation]()) }
            let others = state.removeReleasedIfFull()
            let observation = KeyObservation(of: observed, in: backend)
            state.entries[observed] = Entry(observation: observation)
            return (observation, others)
        }
        // Released only now, without the lock: with the last one a suite may be, which then ends observing.
        withExtendedLifetime(others) {}
        return observation
    }

    /// Lets who observes something be told of what is stored under a former name of it as well.
    func add(_ former: Observed, of observed: Observed) {
        state.withLock { _ = $0.successors[former, default: []].insert(observed) }
    }

    /// Notes that somebody observes a key of the suite.
    func noteListening() { state.withLock { $0.isListening = true } }

    /// The observers of these names, as far as somebody observes them or has, each with the names that concern it.
    func listening(to names: [String]) -> [(observation: KeyObservation, names: [String])] {
        let found = state.withLock { state -> [(name: String, observation: KeyObservation)] in
            // A tenth of a write's time in a program in which nobody observes anything.
            guard state.isListening else { return [] }
            return names.flatMap { name in
                let concerned = Observed.concerned(by: name)
                let all = concerned + concerned.flatMap { state.successors[$0] ?? [] }
                return all.compactMap { observed in state.entries[observed]?.observation.map { (name, $0) } }
            }
        }
        var told: [(observation: KeyObservation, names: [String])] = []
        var indices: [ObjectIdentifier: Int] = [:]
        for (name, observation) in found where observation.isListening {
            if let index = indices[ObjectIdentifier(observation)] {
                told[index].names.append(name)
            } else {
                indices[ObjectIdentifier(observation)] = told.count
                told.append((observation, [name]))
            }
        }
        return told
    }

    /// Whether somebody observes one of these names, whether anybody ever has, and how many changes were announced.
    func look(at names: [String]) -> (isObserved: Bool, isListening: Bool, announcements: Int) {
        let looks = listening(to: names).map(\.observation.look)
        let isObserved = looks.contains { $0.isObserved }
        return (isObserved, !looks.isEmpty, looks.reduce(0) { $0 + $1.announcements })
    }

    /// Notifies the observers of these keys of changes that were not made through keys.
    ///
    /// A suite calls it after such changes, on any thread, with no lock held.
    func noteForeignChanges(of names: [String]) {
        let own = namesInWriting(by: .current)
        let foreign = names.filter { !own.contains($0) }
        if foreign.isEmpty { return }
        UpdateLock.shared.make(Announcement(observations: self, names: foreign, isForeign: true))
    }

    /// Tells who tracks a read in a turn of the main queue; of each suite, one at a time is queued.
    func invalidateOnMain(_ observation: [KeyObservation]) {
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

    /// Notes that the current thread is writing some names, and announces that afterwards: what the suite reports of
    /// them meanwhile, on this thread, is no news.
    func beginWrite(of names: Set<String>) {
        state.withLock { $0.writes.append((.current, names)) }
    }

    /// What keys are writing, on one thread or on any.
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

// MARK: Uses

extension KeyObservations {
    /// Notes that a key type is used under a name, which may be computed, and different each time.
    func noteUse(of type: any TSUD.Type, as name: String) {
        let identifier = ObjectIdentifier(type)
        state.withLock { state in
            let old = state.uses.updateValue((type, name), forKey: identifier)?.name
            if let old, old != name, state.users[old] == identifier { state.users[old] = nil }
            state.users[name] = identifier
        }
    }

    /// The key type that uses a name.
    func user(of name: String) -> (any TSUD.Type)? {
        state.withLock { state in state.users[name].flatMap { state.uses[$0]?.type } }
    }

    /// All key types that were used in the suite.
    var usedTypes: [any TSUD.Type] { state.withLock { $0.uses.values.map(\.type) } }
}
