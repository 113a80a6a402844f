/// How long to wait before the next attempt: a second, then twice as long each time, up to a minute.
struct Pace: Sendable {
    var shortest = Duration.seconds(1)
    var longest = Duration.seconds(60)
    private var last: Duration?

    init() {}

    /// For tests.
    init(shortest: Duration, longest: Duration) {
        self.shortest = shortest
        self.longest = longest
    }

    mutating func next() -> Duration {
        let next = last.map { min($0 * 2, longest) } ?? shortest
        last = next
        return next
    }

    mutating func reset() { last = nil }
}
