#if canImport(Darwin) || DEBUG
import Foundation

/// Finds the external changes that key-value observing can't observe: of keys with a dot, and of members.
///
/// It compares all observed keys with their last objects after a change of any defaults in the process, and when the
/// app becomes active. It does so asynchronously on the main queue, and once for several changes.
final class SuiteComparison: Sendable {
    private let suite: Unchecked<UserDefaults>
    private let observations: SuiteObservers
    private let state = Locked(State())
    private let tokens = Locked<[Unchecked<any NSObjectProtocol>]>([])

    private struct State {
        var observed: Set<Observed> = []
        /// The last objects of all observed names.
        var objects: PropertyListDictionary = [:]
        /// Whether a comparison is due.
        var isDue = false
    }

    private static let occasions = [UserDefaults.didChangeNotification] + ActiveApp.notifications

    init(of defaults: UserDefaults, for observations: SuiteObservers) {
        suite = Unchecked(defaults)
        self.observations = observations
        let tokens = Self.occasions.map { name in
            // A queue would make the writer wait.
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                self?.schedule()
            }
        }
        self.tokens.withLock { $0 = tokens.map(Unchecked.init) }
    }

    deinit {
        for token in tokens.copy { NotificationCenter.default.removeObserver(token.value) }
    }

    /// Begins to compare a key, or the members of a setting.
    func add(_ observed: Observed) {
        let objects = objects(of: [observed])
        state.withLock { state in
            guard state.observed.insert(observed).inserted else { return }
            for (name, object) in objects { state.objects[name] = object }
        }
    }

    /// Takes the current objects of names as the last ones, because a setting notifies observers of their change.
    func take(_ names: Set<String>) {
        let observed = state.withLock { $0.observed }
        let members = KnownMembers(observed.compactMap(\.members))
        for name in names where Observed.concerned(by: name, or: members).contains(where: observed.contains) {
            let object = object(forKey: name)
            state.withLock { $0.objects[name] = object }
        }
    }

    private func schedule() {
        let isFirst = state.withLock { state in
            defer { state.isDue = true }
            return !state.isDue
        }
        if isFirst { Task.detached { @MainActor [weak self] in self?.compare() } }
    }

    private func compare() {
        let observed = state.withLock { state in
            state.isDue = false
            return state.observed
        }
        // A setting that is writing a name notifies observers of the change.
        let own = observations.namesInWriting()
        let new = objects(of: observed)
        let changed = state.withLock { state in
            let names = new.keys + state.objects.keys.filter { new[$0] == nil }
            let changed = names.filter { state.objects[$0] != new[$0] && !own.contains($0) }
            for name in changed { state.objects[name] = new[name] }
            return changed.sorted()
        }
        if !changed.isEmpty { observations.noteExternalChanges(of: changed) }
    }

    private func objects(of observed: Set<Observed>) -> PropertyListDictionary {
        var names = observed.compactMap(\.key)
        if names.count < observed.count {
            let members = KnownMembers(observed.compactMap(\.members))
            names += suite.value.dictionaryRepresentation().keys.filter { !members.keys(of: $0).isEmpty }
        }
        var objects: PropertyListDictionary = [:]
        for name in names { objects[name] = object(forKey: name) }
        return objects
    }

    private func object(forKey key: String) -> PropertyListObject? {
        suite.value.object(forKey: key).flatMap { PropertyListObject($0) }
    }
}
#endif
