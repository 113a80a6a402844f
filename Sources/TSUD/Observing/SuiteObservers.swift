import Foundation

/// The observers of a suite's keys: one object for each key, as long as it is retained.
final class SuiteObservers: Sendable {
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
        var isDueOnMain: [ObjectIdentifier: KeyObservers] = [:]
        /// How many changes were announced.
        var announcements = 0
        /// What keys are writing, and is announced after that, by thread.
        var writes: [(thread: Thread, names: Set<String>)] = []
        /// The key types that were used, each with its last name.
        var uses: [ObjectIdentifier: (type: any TSUD.Type, name: String)] = [:]
        var users: [String: any TSUD.Type] = [:]
        /// The first type that each name is derived from, and the names for which another one was found.
        var owners: [String: any TSUD.Type] = [:]
        var shared: Set<String> = []

        /// - Returns: the observers that were there.
        mutating func removeReleasedIfFull() -> [KeyObservers] {
            if entries.count < limit { return [] }
            var others: [KeyObservers] = []
            for (observed, entry) in entries {
                if let observation = entry.observation {
                    others.append(observation)
                } else {
                    entries[observed] = nil
                }
            }
            for (former, observers) in successors {
                let kept = observers.filter { entries[$0] != nil }
                successors[former] = kept.isEmpty ? nil : kept
            }
            limit = max(64, 2 * entries.count)
            return others
        }
    }

    private struct Entry {
        weak var observation: KeyObservers?
    }

    func observation(of observed: Observed, in backend: any Suite) -> KeyObservers {
        let (observation, others) = state.withLock { state in
            if let observation = state.entries[observed]?.observation { return (observation, [KeyObservers]()) }
            let others = state.removeReleasedIfFull()
            let observation = KeyObservers(of: observed, in: backend)
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
    func listening(to names: [String]) -> [(observation: KeyObservers, names: [String])] {
        let found = state.withLock { state -> [(name: String, observation: KeyObservers)] in
            // A tenth of a write's time in a program in which nobody observes anything.
            guard state.isListening else { return [] }
            return names.flatMap { name in
                let concerned = Observed.concerned(by: name)
                let all = concerned + concerned.flatMap { state.successors[$0] ?? [] }
                return all.compactMap { observed in state.entries[observed]?.observation.map { (name, $0) } }
            }
        }
        var told: [(observation: KeyObservers, names: [String])] = []
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

    /// Notes that a change is announced next.
    func noteAnnouncement() { state.withLock { $0.announcements += 1 } }

    /// How many changes were announced, for who finds that it changes nothing: what another thread changes and announces
    /// meanwhile is undone by that.
    var announcements: Int { state.withLock { $0.announcements } }

    /// Notifies the observers of these keys of changes that were not made through keys.
    ///
    /// A suite calls it after such changes, on any thread, with no lock held.
    func noteExternalChanges(of names: [String]) {
        let own = namesInWriting(by: .current)
        let foreign = names.filter { !own.contains($0) }
        if foreign.isEmpty { return }
        UpdateLock.shared.make(Announcement(observations: self, names: foreign, kind: .foreign))
    }

    /// Tells who tracks a read in a turn of the main queue; of each suite, one at a time is queued.
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

extension SuiteObservers {
    /// Notes that a key type is used under a name, which may be computed, and different each time.
    func noteUse(of type: any TSUD.Type, as name: String) {
        state.withLock { state in
            let old = state.uses.updateValue((type, name), forKey: ObjectIdentifier(type))?.name
            if let old, old != name, state.users[old] == type { state.users[old] = nil }
            state.users[name] = type
        }
    }

    /// The key type that uses a name.
    func user(of name: String) -> (any TSUD.Type)? {
        state.withLock { $0.users[name] }
    }

    /// Notes that a name is derived from a type's.
    ///
    /// Specializations of one declaration are one setting.
    ///
    /// - Returns: another type with that name, the first time that there is one.
    func noteDerived(_ name: String, from type: any TSUD.Type) -> (any TSUD.Type)? {
        let (owner, isShared) = state.withLock { state in
            let owner = state.owners[name] ?? type
            state.owners[name] = owner
            return (owner, state.shared.contains(name))
        }
        // Names are compared with a regular expression, which would be a quarter of a short program's launch.
        guard owner != type, !isShared, declarationName(of: owner) != declarationName(of: type) else { return nil }
        return state.withLock { $0.shared.insert(name).inserted } ? owner : nil
    }

    /// All key types that were used in the suite.
    var usedTypes: [any TSUD.Type] { state.withLock { $0.uses.values.map(\.type) } }
}

/// What observers of a suite are told about: one key, or all members of a setting.
enum Observed: Hashable {
    case key(String)
    /// All names with a prefix.
    case members(prefix: String)

    /// Whom a change of what is stored under a name concerns.
    static func concerned(by name: String) -> [Self] {
        let slashes = name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: "/") }
        // Of the bytes, because an accent after the slash would make another character of it.
        return [.key(name)] + slashes.map { .members(prefix: String(Substring(name.utf8[...$0]))) }
    }
}

/// A change of a suite that its observers are to be told of.
struct Announcement {
    enum Kind {
        /// A key has stored another value.
        case value
        /// A key has stored another object of an equal value.
        case object
        /// It was not made through a key, and so may be noticed inside any read.
        case foreign
    }

    let observations: SuiteObservers
    /// The names that have changed.
    var names: [String]
    let kind: Kind

    /// Looks up the observers, and tells them, with no lock held.
    func make() {
        observations.noteAnnouncement()
        let told = observations.listening(to: names)
        for (observation, names) in told {
            switch kind {
            case .value: observation.announce(names)
            case .object: observation.wakeReadersOfObjects(names)
            case .foreign: observation.wakeReaders(names)
            }
        }
        // In a turn of its own, because this may be inside the body of a view.
        if kind == .foreign { observations.invalidateOnMain(told.map(\.observation).filter(\.wasEverTracked)) }
    }

    /// Adds another announcement of the same kind in the same suite; `false` if it is not.
    mutating func add(_ other: Self) -> Bool {
        guard observations === other.observations, kind == other.kind else { return false }
        for name in other.names where !names.contains(name) { names.append(name) }
        return true
    }
}
