/// The subject of an observation: one key, or all members of a setting.
enum Observed: Hashable {
    case key(String)
    /// All names with a prefix.
    case members(prefix: String)

    /// Returns the subjects that a change of the object under a name concerns.
    static func concerned(by name: String) -> [Self] {
        let slashes = name.utf8.indices.filter { name.utf8[$0] == UInt8(ascii: "/") }
        // Compare bytes: an accent after the slash would combine with it into another character.
        return [.key(name)] + slashes.map { .members(prefix: String(Substring(name.utf8[...$0]))) }
    }
}

/// A change of a suite, of which TSUD notifies the observers.
struct Announcement {
    enum Kind {
        /// A setting has made the change.
        case own
        /// Any read may have found the change, because no setting has made it.
        case external
    }

    let observations: SuiteObservers
    /// The names that have changed.
    var names: [String]
    let kind: Kind

    /// Notifies the observers, with no lock held.
    func make() {
        observations.noteAnnouncement()
        let notified = observations.listening(to: names)
        for (observation, names) in notified {
            switch kind {
            case .own: observation.announce(names)
            case .external: observation.wakeReaders(names)
            }
        }
        // Asynchronously, because this may run inside the body of a view.
        if kind == .external { observations.invalidateOnMain(notified.map(\.observation).filter(\.wasEverTracked)) }
    }

    /// Adds the names of an announcement of the same kind in the same suite.
    ///
    /// - Returns: Whether it is of that kind and suite.
    mutating func add(_ other: Self) -> Bool {
        guard observations === other.observations, kind == other.kind else { return false }
        for name in other.names where !names.contains(name) { names.append(name) }
        return true
    }
}
