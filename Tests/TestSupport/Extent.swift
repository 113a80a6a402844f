import Foundation
package import Testing

/// The extent of long tests: by default the same sample each time, and everything with `TSUD_TRIAL=full`.
package enum Extent {
    package static let isFull = ProcessInfo.processInfo.environment["TSUD_TRIAL"] == "full"

    /// The seed of all samples and random changes, which a full trial takes from the date and prints.
    ///
    /// `TSUD_TRIAL_SEED` repeats the run that has printed it.
    package static let seed: UInt64 = {
        let given = ProcessInfo.processInfo.environment["TSUD_TRIAL_SEED"].flatMap { UInt64($0) }
        let seed = given ?? (isFull ? UInt64(Date().timeIntervalSince1970 / 86_400) : 1)
        if isFull || given != nil { print("The seed of random changes is TSUD_TRIAL_SEED=\(seed).") }
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

extension Trait where Self == ConditionTrait {
    /// Runs a test in a full trial only, one at a time, because its result depends on how long something takes.
    package static var fullTrial: Self { .enabled(if: Extent.isFull, "it depends on time; TSUD_TRIAL=full runs it") }
}
