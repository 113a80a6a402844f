/// A part of a tracked read's key path, which notes that the read is tracked.
///
/// Observation inserts the key path of a tracked read into a set, which hashes it. It doesn't do that with other reads.
/// The set also retains the observers as long as the read is tracked.
struct TrackedRead: Hashable, Sendable {
    let observation: KeyObservation

    func hash(into hasher: inout Hasher) {
        observation.noteTracked()
        hasher.combine(ObjectIdentifier(observation))
    }

    static func == (one: Self, other: Self) -> Bool { one.observation === other.observation }
}
