/// The highest time that an operation with TSUD may take, relative to direct `UserDefaults` calls.
package struct Limit: Sendable {
    /// The operation: the common part of the names of a pair of benchmarks.
    package let work: String
    /// The highest ratio allowed; `nil` if the ratio is only shown.
    package let ratio: Double?
    /// The implementation to compare TSUD with.
    package let reference: String
    /// The number of operations in a sample.
    package let times: Int
    /// The computation of the ratio from the rounds.
    package let estimate: Estimate

    /// A computation of a ratio from several rounds.
    package enum Estimate: Sendable {
        /// The ratio of the lowest times, those of the least disturbed rounds.
        case leastDisturbed
        /// The median of the rounds' own ratios.
        ///
        /// It is for operations that other load disturbs in all rounds, but similarly for both implementations.
        case middleRound
    }

    package init(
        _ work: String,
        _ ratio: Double?,
        against reference: String = "by hand",
        times: Int = 1,
        estimate: Estimate = .leastDisturbed
    ) {
        self.work = work
        self.ratio = ratio
        self.reference = reference
        self.times = times
        self.estimate = estimate
    }
}

/// The number of reads of a scalar or an unchanged structure in a sample.
///
/// The time for reading the clock is then insignificant. With many more reads, the scheduler would interrupt most
/// samples, which would affect the median.
package let readsInSample = 50

/// The number of writes of a scalar in a sample.
///
/// Between samples, the benchmark package's work replaces the contents of the processor's caches. With this number, the
/// effect is insignificant.
package let writesInSample = 10

/// All limits, one for each operation, in the order of the table.
package let limits: [Limit] = atEachSize + unchanged + elsewhere + many + updates + launches

private let atEachSize: [Limit] = [10, 100, 1000].flatMap { keys in
    [
        Limit("read Bool at \(keys) keys", 0.90, times: readsInSample),
        Limit("read Int at \(keys) keys", 0.70, times: readsInSample),
        Limit("read Double at \(keys) keys", 0.70, times: readsInSample),
        Limit("read String at \(keys) keys", 0.70, times: readsInSample),
        Limit("read an absent key at \(keys) keys", 1.50, times: readsInSample),
        Limit("write Bool at \(keys) keys", 1.25, times: writesInSample),
        Limit("write Int at \(keys) keys", 1.25, times: writesInSample),
        Limit("write Double at \(keys) keys", 1.25, times: writesInSample),
        Limit("write String at \(keys) keys", 1.25, times: writesInSample),
    ]
}

/// The limits of reads of unchanged values, for which TSUD returns the cached value.
private let unchanged: [Limit] =
    [10, 1000].flatMap { keys in
        [
            Limit("read [Int] of 100 at \(keys) keys", 0.03, times: readsInSample),
            Limit("read [String: Double] of 20 at \(keys) keys", 0.05, times: readsInSample),
        ]
    } + [
        Limit("read a struct at 10 keys", 0.15, times: readsInSample),
        Limit("read a struct in generic code", 0.15, times: readsInSample),
        Limit("read a struct at 1000 keys", 0.15, against: "JSON data", times: readsInSample),
    ]

private let elsewhere: [Limit] = [
    Limit("read a member by its handle", 0.70, times: readsInSample),
    Limit("read a member by its name", 1.20, times: readsInSample),
    Limit("write [Int] of 100", 1.20),
    Limit("write [String: Double] of 20", 1.20),
    Limit("read a struct, changed", 2.00),
    Limit("read a struct, changed, second read", nil),
    Limit("write a struct", 1.65),
    Limit("value += 1", 1.20),
]

/// The limits for many settings, which are the same for 500 and for 2,000: the time grows as that of direct calls.
private let many: [Limit] = [500, 2_000].flatMap { count in
    [
        "write \(count) settings", "write \(count) members", "write \(count) observed members",
        "restore \(count) members",
    ]
    .map { Limit($0, 2.00) }
}

/// The limits of updates: each replaces the file and flushes it to disk, and direct calls don't.
private let updates: [Limit] = [10, 1000].flatMap { keys in
    [
        Limit("update at \(keys) keys", nil),
        Limit("update at \(keys) keys beside three others", nil, against: "alone"),
    ]
}

private let launches: [Limit] = [
    // A launch lasts until the process exits. The direct write ends with `synchronize()`, which flushes nothing to disk.
    Limit("launch, read a scalar", 1.30, estimate: .middleRound),
    Limit("launch, read a struct", 1.30, estimate: .middleRound),
    Limit("launch, write a scalar", 1.45, estimate: .middleRound),
    // Unused settings must cost nothing. The limit allows for noise, and for the Swift runtime's work for each type; see
    // the README.
    Limit("launch, 10 keys read", nil, estimate: .middleRound),
    Limit("launch, 10 of 1000 keys read", 1.10, against: "without the 990", estimate: .middleRound),
    // The commands also read and print the origin of each value, and edit explains each setting.
    Limit("launch, config list with 500 settings", 6.00, estimate: .middleRound),
    Limit("launch, config edit with 500 settings", 9.50, estimate: .middleRound),
    Limit("launch, config get with 500 settings", 2.00, estimate: .middleRound),
]
