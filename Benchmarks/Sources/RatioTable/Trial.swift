/// A count that `TSUD_TRIAL=full swift test --filter CrashTrial` prints on Linux, for settings and for direct
/// `UserDefaults` calls with `synchronize()`.
package struct Trial: Sendable {
    package let name: String
    package let tsud: Figure
    package let direct: Figure
    /// The highest number possible.
    let limit: Double

    fileprivate init(_ name: String, tsud: [Double], direct: [Double], of limit: Double) {
        self.name = name
        self.tsud = Figure(tsud)
        self.direct = Figure(direct)
        self.limit = limit
    }
}

/// The trials in the picture, to replace after each full trial.
package let trials = [
    Trial("1,000 kills while saving 200 keys: unreadable files", tsud: [0], direct: [329], of: 1_000),
    Trial(
        "Three processes saving 300 keys each, five times: saved of 900",
        tsud: [900, 900, 900, 900, 900],
        direct: [419, 412, 493, 486, 629],
        of: 900
    ),
]
