/// An estimate of the time until the last round ends.
package struct TimeLeft: Sendable {
    /// The estimated length of the first round, in seconds.
    private let guess: Double
    private let rounds: Int
    /// The lengths of the finished rounds, in seconds.
    package var finished: [Double] = []

    package init(rounds: Int, operations: Int) {
        self.rounds = rounds
        // Each operation has two to four implementations, most of which are measured for a fifth of a second.
        guess = Double(operations) * 1.5
    }

    /// Returns the remaining time when the current round has taken some seconds, as in "3 min left".
    package func text(after seconds: Double) -> String {
        let round = finished.isEmpty ? guess : finished.reduce(0, +) / Double(finished.count)
        // If a round takes longer than the earlier ones, it may end at any moment.
        let left = max(0, round - seconds) + round * Double(rounds - finished.count - 1)
        return left < 60 ? "less than a minute left" : "\(Int((left / 60).rounded(.up))) min left"
    }
}
