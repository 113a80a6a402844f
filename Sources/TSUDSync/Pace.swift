/// How long to wait before the next attempt: a second, then twice as long each time, up to a minute.
struct Pace: Sendable {
    var shortest = Duration.seconds(1)
    var longest = Duration.seconds(60)
    var last: Duration?

    mutating func next() -> Duration {
        let next = min(last.map { $0 * 2 } ?? shortest, longest)
        last = next
        return next
    }

    mutating func reset() { last = nil }
}
