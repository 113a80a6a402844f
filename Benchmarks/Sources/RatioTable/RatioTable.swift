/// The ratios that the results of a run make, and what is to be said of them.
package struct RatioTable: Sendable {
    /// One line: a piece of work, with its times out of all rounds.
    ///
    /// Whatever else the machine does only adds time, and for seconds on end; all rounds are not disturbed alike.
    package struct Line: Sendable {
        package let limit: Limit
        /// The time by hand, or in the way that the limit says, in nanoseconds.
        package let byHand: Double
        /// The time through keys, in nanoseconds.
        package let tsud: Double
        /// The time through keys in units of the time by hand.
        package let ratio: Double
        /// What the limit is in this run.
        package let allowed: Double?
        /// Other ways of doing the work, in units of the work by hand.
        package let others: [String: Double]

        package var isOver: Bool { allowed.map { ratio > $0 } ?? false }
        /// Whether the one or the other way was disturbed in all rounds, or the limit is exceeded indeed.
        package var isDoubtful: Bool { isOver || limit.least.map { ratio < $0 } ?? false }
    }

    package let lines: [Line]
    /// Why the results can't be relied upon; empty if they can.
    package let problems: [String]

    /// Holds the results against the limits.
    ///
    /// - Parameters:
    ///   - rounds: what was measured, each time.
    ///   - again: what was measured besides in further rounds, which need not have every piece of work.
    ///   - limits: what is expected to have been measured each time.
    ///   - factor: what the limits are multiplied with.
    ///   - known: what may have been measured besides.
    package init(
        _ rounds: [Results],
        again: [Results] = [],
        limits: [Limit],
        factor: Double = 1,
        known: [Limit] = []
    ) {
        var lines: [Line] = []
        var problems: [String] = []
        if rounds.isEmpty { problems.append("There are no results.") }
        if limits.isEmpty { problems.append("There is no limit to hold the results against.") }
        let expected = Set((limits + known).map(\.work))
        for (index, results) in rounds.enumerated() {
            let found = results.problems + results.missing(from: limits) + results.unexpected(besides: expected)
            problems += found.map { "Round \(index + 1): \($0)" }
        }
        for (index, results) in again.enumerated() {
            let measured = limits.filter { results.medians[$0.work] != nil }
            let found = results.problems + results.missing(from: measured) + results.unexpected(besides: expected)
            problems += found.map { "Further round \(index + 1): \($0)" }
        }
        if problems.isEmpty {
            for limit in limits {
                lines.append(Line(limit, factor: factor, in: (rounds + again).compactMap { $0.medians[limit.work] }))
            }
        }
        self.lines = lines
        self.problems = problems
    }

    /// What is to be measured again before it counts.
    package var doubtful: [Limit] { lines.filter(\.isDoubtful).map(\.limit) }

    /// Holds the results against the limits, and has what is doubtful measured again, as long as there is any.
    ///
    /// Whatever disturbs a machine only adds time: what goes away with more rounds was the machine's, what stays is the
    /// library's.
    ///
    /// - Parameters:
    ///   - rounds: what was measured, each time.
    ///   - limits: what is expected to have been measured each time.
    ///   - factor: what the limits are multiplied with.
    ///   - known: what may have been measured besides.
    ///   - furtherRounds: how often it is measured again at most.
    ///   - measure: measures the work of some limits, all its ways.
    /// - Returns: the table of all that was measured.
    /// - Throws: what `measure` throws.
    package static func settled<Failure>(
        _ rounds: [Results],
        limits: [Limit],
        factor: Double = 1,
        known: [Limit] = [],
        furtherRounds: Int,
        measure: ([Limit]) throws(Failure) -> Results
    ) throws(Failure) -> Self {
        var again: [Results] = []
        while true {
            let table = Self(rounds, again: again, limits: limits, factor: factor, known: known)
            if table.doubtful.isEmpty || again.count == furtherRounds { return table }
            again.append(try measure(table.doubtful))
        }
    }

    /// 0 when all is within its limit, 1 when something is over it, 2 when that can't be told.
    package var exitCode: Int32 {
        if !problems.isEmpty { return 2 }
        return lines.contains(where: \.isOver) ? 1 : 0
    }
}

extension Results {
    /// Whatever a limit is set for and the results have not.
    package func missing(from limits: [Limit]) -> [String] {
        limits.flatMap { limit in
            [limit.reference, "TSUD"].filter { medians[limit.work]?[$0] == nil }
                .map { "Missing: \(limit.work), \($0)." }
        }
    }

    /// Whatever the results have and no limit is set for.
    fileprivate func unexpected(besides works: Set<String>) -> [String] {
        medians.keys.filter { !works.contains($0) }.sorted().map { "Without a limit: \($0)." }
    }
}

extension RatioTable.Line {
    /// Works out a line from the times of each way in each round, of which none that matters is missing or zero.
    fileprivate init(_ limit: Limit, factor: Double, in rounds: [[String: Double]]) {
        func times(_ way: String) -> [Double] { rounds.compactMap { $0[way] } }
        func time(_ way: String) -> Double {
            switch limit.estimate {
            case .leastDisturbed: times(way).min() ?? .nan
            case .middleRound: middle(of: times(way))
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
        let ways = Set(rounds.flatMap(\.keys)).subtracting([limit.reference, "TSUD"])
        // Another way counts if each round has it.
        let whole = ways.filter { times($0).count == rounds.count }
        others = Dictionary(uniqueKeysWithValues: whole.map { ($0, time($0) / time(limit.reference)) })
    }
}

/// The median; between the two in the middle where there are two.
private func middle(of numbers: [Double]) -> Double {
    guard !numbers.isEmpty else { return .nan }
    let sorted = numbers.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
