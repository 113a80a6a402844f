/// The ratios of a run's results, compared with the limits.
package struct RatioTable: Sendable {
    /// An operation, with its times from all rounds.
    ///
    /// Other load only adds time. It lasts for seconds, so it doesn't affect all rounds alike.
    package struct Line: Sendable {
        package let limit: Limit
        /// The time of direct calls, or of the implementation that the limit names, in nanoseconds.
        package let byHand: Double
        /// The time with TSUD, in nanoseconds.
        package let tsud: Double
        /// The time with TSUD divided by ``byHand``.
        package let ratio: Double
        /// The limit in this run.
        package let allowed: Double?
        /// The times of other implementations, divided by ``byHand``.
        package let others: [String: Double]

        package var isOver: Bool { allowed.map { ratio > $0 } ?? false }
    }

    package let lines: [Line]
    /// The reasons why the results are unreliable; empty if they are reliable.
    package let problems: [String]

    /// Compares the results with the limits.
    ///
    /// - Parameters:
    ///   - rounds: the results of each round.
    ///   - limits: the operations that each round must contain.
    ///   - factor: a factor for the limits.
    ///   - known: other operations that the rounds may contain.
    package init(_ rounds: [Results], limits: [Limit], factor: Double = 1, known: [Limit] = []) {
        var lines: [Line] = []
        var problems: [String] = []
        if rounds.isEmpty { problems.append("No results.") }
        if limits.isEmpty { problems.append("No limits.") }
        let expected = Set((limits + known).map(\.work))
        for (index, results) in rounds.enumerated() {
            let found = results.problems + results.missing(from: limits) + results.unexpected(besides: expected)
            problems += found.map { "Round \(index + 1): \($0)" }
        }
        if problems.isEmpty {
            for limit in limits {
                lines.append(Line(limit, factor: factor, in: rounds.compactMap { $0.medians[limit.work] }))
            }
        }
        self.lines = lines
        self.problems = problems
    }

    /// The exit code: 0 if all ratios are within their limits, 1 if one exceeds its limit, 2 if results are unreliable.
    package var exitCode: Int32 {
        if !problems.isEmpty { return 2 }
        return lines.contains(where: \.isOver) ? 1 : 0
    }
}

extension Results {
    /// Returns the problems of operations that have a limit but no results.
    package func missing(from limits: [Limit]) -> [String] {
        limits.flatMap { limit in
            [limit.reference, "TSUD"].filter { medians[limit.work]?[$0] == nil }
                .map { "Missing: \(limit.work), \($0)." }
        }
    }

    /// Returns the problems of operations that have results but no limit.
    fileprivate func unexpected(besides works: Set<String>) -> [String] {
        medians.keys.filter { !works.contains($0) }.sorted().map { "Without a limit: \($0)." }
    }
}

extension RatioTable.Line {
    /// Computes a line from the times of each implementation in each round, none of which is missing or zero.
    fileprivate init(_ limit: Limit, factor: Double, in rounds: [[String: Double]]) {
        func times(_ implementation: String) -> [Double] { rounds.compactMap { $0[implementation] } }
        func time(_ implementation: String) -> Double {
            switch limit.estimate {
            case .leastDisturbed: times(implementation).min() ?? .nan
            case .middleRound: middle(of: times(implementation))
            }
        }
        self.limit = limit
        byHand = time(limit.reference) / Double(limit.times)
        tsud = time("TSUD") / Double(limit.times)
        ratio =
            switch limit.estimate {
            case .leastDisturbed: tsud / byHand
            case .middleRound: middle(of: zip(times("TSUD"), times(limit.reference)).map { $0 / $1 })
            }
        allowed = limit.ratio.map { $0 * factor }
        let implementations = Set(rounds.flatMap(\.keys)).subtracting([limit.reference, "TSUD"])
        // The table shows another implementation if every round contains it.
        let whole = implementations.filter { times($0).count == rounds.count }
        others = Dictionary(uniqueKeysWithValues: whole.map { ($0, time($0) / time(limit.reference)) })
    }
}

/// Returns the median, which for an even count is the mean of the middle two.
private func middle(of numbers: [Double]) -> Double {
    guard !numbers.isEmpty else { return .nan }
    let sorted = numbers.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
