/// When to remove the entries of objects that a program has released: whenever there are twice as many entries as after
/// the last time.
///
/// A program may make a new object for each access. A search at each would take longer, the more there are.
struct DoublingLimit {
    private static let smallest = 64
    private var limit: Int

    init(_ first: Int = smallest) { limit = first }

    func isReached(by count: Int) -> Bool { count >= limit }

    /// Notes how many entries are left.
    mutating func reset(to count: Int) { limit = max(Self.smallest, 2 * count) }
}
