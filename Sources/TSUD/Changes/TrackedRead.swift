/// A part of a read's key path, which notes that the read is tracked.
///
/// Observation inserts the key path of a tracked read into a set, which hashes it, and does not do that with other
/// reads. Nothing else tells the two apart. The set also retains the observers as long as the read is tracked.
struct TrackedRead: Hashable, Sendable {
    let observation: KeyObservation
    /// Whether it looks for those who have read, which hashes it as well.
    var isSearch = false

    /// Hashes, and notes that the read is tracked.
    func hash(into hasher: inout Hasher) {
        if !isSearch { observation.noteTracked() }
        hasher.combine(ObjectIdentifier(observation))
    }

    static func == (one: Self, other: Self) -> Bool { one.observation === other.observation }
}
