/// The subject of an observation: one key, or all members of a setting.
enum Observed: Hashable, Sendable {
    case key(String)
    case members(MemberKeys)

    /// Returns the subjects that a change of the object under a name concerns.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - independent: The keys of independent members that may be concerned.
    /// - Returns: The subjects.
    static func concerned(by name: String, or independent: [MemberKeys] = []) -> [Self] {
        let slashes = name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: "/") }
        // Compare bytes: an accent after the slash would combine with it into another character.
        return [.key(name)] + slashes.map { .members(MemberKeys(of: String(Substring(name.utf8[..<$0])))) }
            + independent.filter { $0.member(storedAs: name) != nil }.map(Self.members)
    }
}

extension Observed {
    /// The keys of independent members; `nil` for any other subject.
    var independent: MemberKeys? { if case .members(let keys) = self, keys.isIndependent { keys } else { nil } }
}

/// A change of a suite, of which TSUD notifies the observers.
struct SuiteChange {
    enum Origin {
        /// A setting has made the change.
        case own
        /// Any read may have found the change, because no setting has made it.
        case external
    }

    let observations: SuiteObservers
    /// The names that have changed.
    private(set) var names: DistinctNames
    let origin: Origin

    init(of names: [String], in observations: SuiteObservers, _ origin: Origin) {
        self.observations = observations
        self.names = DistinctNames(names)
        self.origin = origin
    }

    /// Notifies the observers, with no lock held.
    func notify() {
        observations.noteNotification()
        let notified = observations.listening(to: names.inOrder)
        for (observation, names) in notified {
            switch origin {
            case .own: observation.notify(names)
            case .external: observation.wakeReaders(names)
            }
        }
        // Asynchronously, because this may run inside the body of a view.
        if origin == .external { observations.invalidateOnMain(notified.map(\.observation).filter(\.wasEverTracked)) }
    }

    /// Adds the names of another change of the same origin in the same suite.
    ///
    /// - Returns: Whether it is of that origin and suite.
    mutating func add(_ other: Self) -> Bool {
        guard observations === other.observations, origin == other.origin else { return false }
        names.add(other.names.inOrder)
        return true
    }
}

/// Names in the order in which they were first added.
struct DistinctNames {
    private(set) var inOrder: [String] = []
    private var all: Set<String> = []

    init(_ names: [String] = []) { add(names) }

    mutating func add(_ names: [String]) {
        for name in names where all.insert(name).inserted { inOrder.append(name) }
    }
}
