import Foundation
import Testing

@testable import TSUDSync

@Suite struct SimulationTests {
    /// `TSUD_TRIAL=full` runs a hundred times as many; `TSUD_TRIAL_SEED` one alone, and with
    /// `SWIFT_DETERMINISTIC_HASHING=1` always in the same way, since sets have an order then.
    static var seeds: Range<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["TSUD_TRIAL_SEED"].flatMap(UInt64.init) { return seed..<(seed + 1) }
        return 0..<(environment["TSUD_TRIAL"] == "full" ? 3_000 : 40)
    }

    @Test func `Whatever happens, all devices end with the same values, each of which somebody wrote`() async {
        for seed in Self.seeds {
            do {
                try await Simulation(seed: seed).run()
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    @Test(arguments: Mutation.allCases)
    func `Each broken rule is found`(_ mutation: Mutation) async {
        for seed in 0..<(100 as UInt64) {
            do {
                try await Simulation(seed: seed, mutation: mutation).run()
            } catch {
                return
            }
        }
        Issue.record("No seed finds \(mutation).")
    }
}
