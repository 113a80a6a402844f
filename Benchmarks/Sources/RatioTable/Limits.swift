/// What a piece of work may cost through a key, in units of what it costs by hand.
package struct Limit: Sendable {
    /// The work: what the names of a pair of benchmarks have in common.
    package let work: String
    /// The most that the ratio may be; `nil` where it is shown only.
    package let ratio: Double?
    /// The way that the work through keys is compared with.
    package let reference: String
    /// What the ratio can't be under, where a key does about what is done by hand, and something besides.
    package let least: Double?
    /// How often a sample does the work.
    package let times: Int
    /// How the rounds make one ratio.
    package let estimate: Estimate

    /// How the rounds make one ratio.
    package enum Estimate: Sendable {
        /// Of each time the one from the round in which it was least disturbed.
        case leastDisturbed
        /// The middle one of the rounds' own ratios.
        ///
        /// For what is disturbed in all rounds, and in each of them much the same for both of a pair.
        case middleRound
    }

    package init(
        _ work: String,
        _ ratio: Double?,
        against reference: String = "by hand",
        least: Double? = nil,
        times: Int = 1,
        estimate: Estimate = .leastDisturbed
    ) {
        self.work = work
        self.ratio = ratio
        self.reference = reference
        self.least = least
        self.times = times
        self.estimate = estimate
    }
}

/// How often a sample of reading a scalar, or a structure again and again, does it.
///
/// Often enough that looking at the clock doesn't count, and so seldom that most samples are over before the system
/// gives the processor to somebody else: then the median isn't touched by it.
package let readsInSample = 50

/// How often a sample of writing a scalar does it.
///
/// So often that what the benchmark package does between two samples, which leaves the caches cold, doesn't count.
package let writesInSample = 10

/// All limits: one for each piece of work that is measured, in the order of the table.
package let limits: [Limit] = atEachSize + elsewhere

private let atEachSize: [Limit] = [10, 100, 1000].flatMap { keys in
    [
        Limit("read Bool at \(keys) keys", 1.15, least: 1, times: readsInSample),
        Limit("read Int at \(keys) keys", 1.15, least: 1, times: readsInSample),
        Limit("read Double at \(keys) keys", 1.15, least: 1, times: readsInSample),
        Limit("read String at \(keys) keys", 1.15, least: 1, times: readsInSample),
        Limit("read an absent key at \(keys) keys", 1.40, least: 1, times: readsInSample),
        Limit("write Bool at \(keys) keys", 1.25, least: 1, times: writesInSample),
        Limit("write Int at \(keys) keys", 1.25, least: 1, times: writesInSample),
        Limit("write Double at \(keys) keys", 1.25, least: 1, times: writesInSample),
        Limit("write String at \(keys) keys", 1.25, least: 1, times: writesInSample),
    ]
}

private let elsewhere: [Limit] = [
    Limit("read [Int] of 100", 1.10),
    Limit("read [String: Double] of 20", 1.10),
    Limit("write [Int] of 100", 1.00),
    Limit("write [String: Double] of 20", 1.00),
    Limit("read a struct, unchanged", 2.50, least: 1, times: readsInSample),
    Limit("read a struct, changed", 4.50),
    Limit("read a struct, changed, second read", nil),
    Limit("write a struct", 1.35),
    Limit("value += 1", 1.15, least: 1),
    // What linking and starting the library costs is shown; that it does nothing for keys which nobody uses is required.
    // The tenth is for the noise of launching, and for what Swift's runtime does for any type: see the README.
    Limit("launch, 10 keys read", nil, estimate: .middleRound),
    Limit("launch, 10 of 1000 keys read", 1.10, against: "without the 990", estimate: .middleRound),
]
