#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Keys and plain calls at random in several processes, some of which change the same keys.
    ///
    /// `TSUD_TRIAL=full swift test --filter MixedCallsTrial` runs two hundred rounds instead of three.
    /// `TSUD_TRIAL_SEED` repeats the operations of a round, though not their timing.
    @Suite(.serialized) struct MixedCallsTrial {
        @Test func `The last writes of keys are saved at exit, and direct calls' values stay`() throws {
            for round in 0..<(isFull ? 200 : 3) { try run(Int(Extent.seed) + round) }
        }

        private func run(_ seed: Int) throws {
            let directory = try TemporaryDirectory()
            let helpers = try (0..<4).map { _ in try Helper(directory) }
            for (index, helper) in helpers.enumerated() {
                helper.tell("mix \("abcd".dropFirst(index).prefix(1)) 300 \(seed + index)")
            }
            /// The last values that each process has stored, by name.
            var last: [String: Set<String>] = [:]
            for helper in helpers {
                let answer = try #require(helper.nextLine())
                try #require(answer.hasPrefix("mixed "), "seed \(seed): \(answer)")
                for entry in answer.dropFirst(6).split(separator: ",") {
                    let parts = entry.split(separator: "=").map(String.init)
                    last[parts[0], default: []].insert(parts[1])
                }
            }
            for helper in helpers { helper.end() }
            let saved = try directory.numbers()
            for (name, values) in last {
                let value = saved[name].map(String.init) ?? "none"
                #expect(values.contains(value), "seed \(seed): \(name) is \(value), and was last \(values)")
            }
            #expect(Set(saved.keys).isSubset(of: last.keys))
            for helper in helpers { #expect(helper.log.isEmpty) }
        }
    }
}
#endif
