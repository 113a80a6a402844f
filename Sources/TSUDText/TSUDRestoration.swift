/// The sorted names that a call of `restore` has stored, reset, skipped, or ignored.
public struct TSUDRestoration: Hashable, Sendable {
    /// The names that now have the data's object, even if they had it before.
    public let stored: [String]
    /// The names that had a stored value, but are absent from the data.
    public let reset: [String]
    /// The names whose value in the data is unreadable or invalid, and whose stored value stays.
    public let skipped: [String]
    /// The names in the data that belong to no setting of the list.
    public let unknown: [String]
}
