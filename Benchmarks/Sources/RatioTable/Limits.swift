/// The cost that an operation may have through a key, relative to its cost by hand.
package struct Limit: Sendable {
    /// The operation: the common part of the names of a pair of benchmarks.
    package let work: String
    /// The highest ratio allowed; `nil` if the ratio is only shown.
    package let ratio: Double?
    /// The implementation to compare keys with.
    package let reference: String
    /// How often a sample performs the operation.
    package let times: Int
    /// How the ratio is computed from the rounds.
    package let estimate: Estimate

    /// How the ratio is computed from the rounds.
    package enum Estimate: Sendable {
        /// From the lowest time of each implementation, that of its least disturbed round.
        case leastDisturbed
        /// The median of the rounds' own ratios.
        ///
        /// For operations that are disturbed in all rounds, but similarly for both implementations of a pair.
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

/// How often a sample reads a scalar or an unchanged structure.
///
/// It is often enough to make reading the clock insignificant, and not so often that the scheduler interrupts most
/// samples, which would affect the median.
package let readsInSample = 50

/// How often a sample writes a scalar.
///
/// It is often enough to make the benchmark package's work between samples, which leaves the caches cold,
/// insignificant.
package let writesInSample = 10

/// All limits, one for each operation, in the order of the table.
package let limits: [Limit] = atEachSize + unchanged + elsewhere + many + updates + launches

private let atEachSize: [Limit] = [10, 100, 1000].flatMap { keys in
    [
        Limit("read Bool at \(keys) keys", 1.05, times: readsInSample),
        Limit("read Int at \(keys) keys", 0.80, times: readsInSample),
        Limit("read Double at \(keys) keys", 0.80, times: readsInSample),
        Limit("read String at \(keys) keys", 0.80, times: readsInSample),
        Limit("read an absent key at \(keys) keys", 1.55, times: readsInSample),
        Limit("write Bool at \(keys) keys", 1.25, times: writesInSample),
        Limit("write Int at \(keys) keys", 1.25, times: writesInSample),
        Limit("write Double at \(keys) keys", 1.25, times: writesInSample),
        Limit("write String at \(keys) keys", 1.25, times: writesInSample),
    ]
}

/// Reads of unchanged values, for which a key returns the cached value.
private let unchanged: [Limit] =
    [10, 1000].flatMap { keys in
        [
            Limit("read [Int] of 100 at \(keys) keys", 0.03, times: readsInSample),
            Limit("read [String: Double] of 20 at \(keys) keys", 0.05, times: readsInSample),
        ]
    } + [
        Limit("read a struct at 10 keys", 0.15, times: readsInSample),
        Limit("read a struct at 1000 keys", 0.15, against: "JSON data", times: readsInSample),
    ]

private let elsewhere: [Limit] = [
    Limit("read a member by its handle", 0.80, times: readsInSample),
    Limit("read a member by its name", 3.20, times: readsInSample),
    Limit("write [Int] of 100", 1.15),
    Limit("write [String: Double] of 20", 1.10),
    Limit("read a struct, changed", 2.00),
    Limit("read a struct, changed, second read", nil),
    Limit("write a struct", 1.40),
    Limit("value += 1", 1.15),
]

/// The same limits for five hundred and for two thousand, so that the cost grows no faster than by hand.
private let many: [Limit] = [500, 2_000].flatMap { count in
    [
        "write \(count) settings", "write \(count) members", "write \(count) observed members",
        "restore \(count) members",
    ]
    .map { Limit($0, 2.00) }
}

/// Each is a replacement of the file, which is flushed to disk; by hand it is not.
private let updates: [Limit] = [10, 1000].flatMap { keys in
    [
        Limit("update at \(keys) keys", nil),
        Limit("update at \(keys) keys beside three others", nil, against: "alone"),
    ]
}

private let launches: [Limit] = [
    // To the end of the process: by hand the write ends with `synchronize()`, and is not flushed to disk.
    Limit("launch, read a scalar", 1.30, estimate: .middleRound),
    Limit("launch, read a struct", 1.30, estimate: .middleRound),
    Limit("launch, write a scalar", 1.45, estimate: .middleRound),
    // Unused keys must cost nothing: the tenth allows for the noise of launching and for the work of Swift's runtime
    // for any type; see the README.
    Limit("launch, 10 keys read", nil, estimate: .middleRound),
    Limit("launch, 10 of 1000 keys read", 1.10, against: "without the 990", estimate: .middleRound),
]
