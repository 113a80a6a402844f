import Foundation

/// How much runs of what takes long: by default a sample, another one each day; all of it with `TSUD_TRIAL=full`.
///
/// `TSUD_TRIAL_SEED` draws the samples of the run that has printed it.
package enum Extent {
    package static let isFull = ProcessInfo.processInfo.environment["TSUD_TRIAL"] == "full"
    /// The seed of all samples, which is printed before the first one is drawn.
    package static let seed: UInt64 = {
        let given = ProcessInfo.processInfo.environment["TSUD_TRIAL_SEED"].flatMap { UInt64($0) }
        let seed = given ?? UInt64(Date().timeIntervalSince1970 / 86_400)
        print("Samples are drawn with TSUD_TRIAL_SEED=\(seed).")
        return seed
    }()

    /// All of a table in a full trial, or else some rows of it, in their order.
    package static func sample<Row>(_ count: Int, of table: some Collection<Row>) -> [Row] {
        if isFull { return Array(table) }
        // Not the same rows of each table.
        var generator = SeededGenerator(seed: seed &+ UInt64(table.count))
        let drawn = Set(Array(0..<table.count).shuffled(using: &generator).prefix(count))
        return table.enumerated().filter { drawn.contains($0.offset) }.map(\.element)
    }
}
