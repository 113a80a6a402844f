/// The subject of an observation: one key, or all members of a setting.
enum Observed: Hashable, Sendable {
    case name(Spelling)
    case members(MemberKeys)

    static func key(_ key: String) -> Self { .name(Spelling(key)) }

    /// Returns the subjects that a change of the object under a name concerns.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - members: The keys of members that may be concerned.
    /// - Returns: The subjects.
    static func concerned(by name: String, or members: KnownMembers) -> [Self] {
        [.key(name)] + members.keys(of: name).map(Self.members)
    }

    /// The key; `nil` for members.
    var key: String? { if case .name(let key) = self { key.name } else { nil } }
    /// The keys of members; `nil` for a key.
    var members: MemberKeys? { if case .members(let keys) = self { keys } else { nil } }
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
package struct DistinctNames {
    private(set) var inOrder: [String] = []
    private var all: Set<Spelling> = []

    package init(_ names: [String] = []) { add(names) }

    package var sorted: [String] { all.sorted().map(\.name) }

    mutating func add(_ names: [String]) {
        for name in names where all.insert(Spelling(name)).inserted { inOrder.append(name) }
    }
}
