/// What a restored list of settings has changed, by the names that its settings and members are stored under.
///
/// Each list is sorted.
public struct TSUDRestoration: Hashable, Sendable {
    /// The names that are stored as they were in the data; some may have been before.
    public let stored: [String]
    /// The names that were not in the data and had something stored, which is removed.
    public let reset: [String]
    /// The names whose value in the data is unreadable or invalid; what is stored for them stays.
    public let skipped: [String]
    /// The names in the data that belong to no setting of the list; they are ignored.
    public let unknown: [String]
}
