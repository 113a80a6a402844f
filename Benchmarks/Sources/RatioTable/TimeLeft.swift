/// How long the rounds of a run will still take.
package struct TimeLeft: Sendable {
    /// A guess for the first round, in seconds.
    private let guess: Double
    private let rounds: Int
    /// How long each finished round took, in seconds.
    package var finished: [Double] = []

    package init(rounds: Int, operations: Int) {
        self.rounds = rounds
        // Each operation has two to four implementations, most of which are measured for a fifth of a second.
        guess = Double(operations) * 1.5
    }

    /// The time that is left when the current round has taken some seconds, as in "3 min left".
    package func text(after seconds: Double) -> String {
        let round = finished.isEmpty ? guess : finished.reduce(0, +) / Double(finished.count)
        // A round that takes longer than those before it is expected to end at any moment.
        let left = max(0, round - seconds) + round * Double(rounds - finished.count - 1)
        return left < 60 ? "less than a minute left" : "\(Int((left / 60).rounded(.up))) min left"
    }
}
