#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Plain calls beside keys, at random, in several processes, one of which calls `synchronize()`.
    ///
    /// If two did, they would overwrite each other's plain values, with or without the library.
    ///
    /// `TSUD_TRIAL=full swift test --filter MixedCallsTrial` runs fifty rounds instead of one. `TSUD_TRIAL_SEED=n`
    /// repeats the operations of a round, though not their timing.
    @Suite(.serialized) struct MixedCallsTrial {
        @Test func `What a key wrote is never lost, and what a plain call wrote is not undone`() throws {
            let seed = ProcessInfo.processInfo.environment["TSUD_TRIAL_SEED"].flatMap { Int($0) }
            for _ in 0..<(isFull ? 50 : 1) { try run(seed ?? Int.random(in: 0..<1_000_000)) }
        }

        private func run(_ seed: Int) throws {
            let directory = try TemporaryDirectory()
            let helpers = try (0..<3).map { _ in try Helper(directory) }
            // In use: what a plain call stores before the first key counts as looked at.
            for helper in helpers { try helper("get size") }
            for helper in helpers { while try helper("watches") == "0" { sched_yield() } }
            for (index, helper) in helpers.enumerated() {
                let name = "abc".dropFirst(index).prefix(1)
                helper.tell("mix \(name) 400 \(seed + index) \(index == 0 ? "synchronizing" : "")")
            }
            var stored: [String: String] = [:]
            for helper in helpers {
                let answer = try #require(helper.nextLine())
                guard answer.hasPrefix("mixed ") else {
                    Issue.record("seed \(seed): \(answer)")
                    return
                }
                for entry in answer.dropFirst(6).split(separator: ",") {
                    let parts = entry.split(separator: "=")
                    stored[String(parts[0])] = String(parts[1])
                }
            }
            // It may have read what was in the file before the others saved again.
            try helpers[0].run("synchronize → true")
            // The first has not seen yet what the last has saved.
            for helper in helpers + helpers { try helper.run("flush") }
            for name in "abc".flatMap({ prefix in (0..<5).map { "\(prefix)key\($0)" } }) {
                for helper in helpers {
                    #expect(try helper("get \(name)") == stored[name] ?? "none", "seed \(seed), \(name)")
                }
            }
            let keys = try directory.numbers().filter { $0.key.contains("key") }.mapValues { "\($0)" }
            #expect(keys == stored, "seed \(seed)")
            for helper in helpers { helper.end() }
        }
    }
}
#endif
