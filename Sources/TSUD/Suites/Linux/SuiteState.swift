#if os(Linux)
/// What is known of a suite: its file as last seen, and what keys have written since.
///
/// Memory has both. Where it differs, a plain call has changed it.
struct SuiteState {
    /// The settings in the file as last read or written; `nil` if they are not parsed yet.
    var seen: PropertyListDictionary?
    /// What memory was found to have where it differs from `seen`; it counts as seen.
    ///
    /// At the first use it is an older or a plain value, and under a name that was removed an object of another domain.
    var tolerated: [String: PropertyListObject] = [:]
    /// What keys have written and no save has had yet.
    var pending: [String: Write] = [:]
    /// Whether the next save is scheduled.
    var isScheduled = false
    var lastSave: ContinuousClock.Instant?

    /// A write through a key; an object, so that a save can tell it from a later one.
    final class Write: Sendable {
        /// The stored object; `nil` for a removal.
        let object: PropertyListObject?

        init(_ object: PropertyListObject?) { self.object = object }
    }

    /// The object that is stored under a name, unless a plain call has changed it.
    func known(_ name: String) -> PropertyListObject? {
        if let write = pending[name] { return write.object }
        return seen?[name]
    }

    /// The minimum time between two saves; changes in between are saved together.
    static let pause = Duration.milliseconds(100)

    var delayOfNextSave: Duration {
        lastSave.map { max(.zero, $0 + Self.pause - .now) } ?? .zero
    }
}
#endif
