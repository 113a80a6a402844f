import Foundation
import TestSupport
import Testing

@testable import TSUDSync

@Suite struct SimulationTests {
    /// `TSUD_TRIAL=full` runs 10,000 rounds of each mode, or `TSUD_TRIAL_ROUNDS`; `TSUD_TRIAL_SEED` one alone, and with
    /// `SWIFT_DETERMINISTIC_HASHING=1` always in the same way, since sets have an order then.
    ///
    /// `TSUD_TRIAL_MODE` runs one mode.
    static var seeds: Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["TSUD_TRIAL_SEED"].flatMap(UInt64.init) { return seed..<(seed + 1) }
        return 0..<(environment["TSUD_TRIAL_ROUNDS"].flatMap(UInt64.init) ?? (Extent.isFull ? 10_000 : 6))
    }

    static var modes: [Simulation.Mode] {
        let mode = ProcessInfo.processInfo.environment["TSUD_TRIAL_MODE"]
        return Simulation.Mode.allCases.filter { mode == nil || mode == "\($0)" }
    }

    @Test(arguments: modes)
    func `All devices end with the same values, and a person or program wrote each`(
        _ mode: Simulation.Mode
    )
        async
    {
        for seed in Self.seeds {
            do {
                try await Simulation(seed: seed, mode: mode).run()
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
            if seed % 500 == 499 { print("\(seed + 1) rounds, \(mode)") }
        }
    }

    /// All in a full trial, and a sample by default.
    ///
    /// One seed in a hundred finds the rarest ones, and most seeds find the others.
    @Test(arguments: Extent.sample(3, of: Mutation.allCases))
    func `The simulation finds each broken rule`(_ mutation: Mutation) async {
        for seed in 0..<(1_000 as UInt64) {
            for mode in mutation.modes {
                do {
                    try await Simulation(seed: seed, mode: mode, mutation: mutation).run()
                } catch {
                    return
                }
            }
        }
        Issue.record("No seed finds \(mutation).")
    }
}
