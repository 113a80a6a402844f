/// A change of a suite that its observers are to be told of.
struct Announcement {
    let observations: KeyObservations
    /// The names that have changed.
    var names: [String]
    /// Whether it was not made through a key, and so may be noticed inside any read.
    let isForeign: Bool
    /// Whether only the stored objects have changed, and not the values.
    var isOfObjectsOnly = false

    /// Tells the observers, with no lock held.
    func make() {
        let told = observations.listening(to: names)
        if isOfObjectsOnly {
            for (observation, names) in told { observation.wakeReadersOfObjects(names) }
            return
        }
        guard isForeign else {
            for (observation, names) in told { observation.announce(names) }
            return
        }
        for (observation, names) in told { observation.wakeReaders(names) }
        // In a turn of its own, because this may be inside the body of a view.
        observations.invalidateOnMain(told.map(\.observation).filter(\.wasEverTracked))
    }

    /// Adds another announcement of the same kind in the same suite; `false` if it is not.
    mutating func add(_ other: Self) -> Bool {
        guard observations === other.observations, isForeign == other.isForeign,
            isOfObjectsOnly == other.isOfObjectsOnly
        else { return false }
        for name in other.names where !names.contains(name) { names.append(name) }
        return true
    }
}
