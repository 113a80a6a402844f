#if os(Linux)
import Foundation
import TestSupport
import Testing

extension Linux {
    /// Lets processes execute random operations on one suite, and checks the invariants after each round.
    ///
    /// `TSUD_TRIAL=full TSUD_TRIAL_MINUTES=20 swift test --filter ModelTrial` runs one random seed after another and
    /// prints each. `TSUD_TRIAL_SEED=n` repeats one. The seed determines the steps but not their timing, so it may take
    /// several runs to reproduce a failure.
    ///
    /// With the usual tests it runs one seed.
    @Suite(.serialized) struct ModelTrial {
        private static let environment = ProcessInfo.processInfo.environment
        private static let rounds = 12
        private static let seed = environment["TSUD_TRIAL_SEED"].flatMap { UInt64($0) }

        @Test func `After random operations nothing is lost, nothing comes back, and all processes agree`() throws {
            let minutes = isFull && Self.seed == nil ? Self.environment["TSUD_TRIAL_MINUTES"].flatMap(Int.init) ?? 5 : 0
            let end = ContinuousClock.now + .seconds(60 * minutes)
            repeat { try run(Self.seed ?? UInt64.random(in: 0..<1_000_000)) } while ContinuousClock.now < end
        }

        /// Runs the rounds of one seed until an invariant is violated.
        private func run(_ seed: UInt64) throws {
            if isFull || Self.seed != nil { print("seed \(seed)") }
            let directory = try TemporaryDirectory()
            var planner = TrialPlanner(seed: seed)
            var settings: [String: Int] = [:]
            for key in TrialPlanner.keys { settings[key] = planner.newNumber() }
            try directory.write(settings, to: file)
            let places = try (0..<planner.places).map { try TrialPlace($0, directory) }
            for round in 1...Self.rounds {
                let plan = planner.round()
                run(plan, places)
                let complaints = try judge(places, directory, &settings)
                if complaints.isEmpty { continue }
                Issue.record(
                    """
                    seed \(seed), round \(round):
                    \(complaints.joined(separator: "\n"))
                    The steps\(plan.isSynchronizing ? ", with synchronize()" : ""), and their output, by time:
                    \(story(of: places))
                    """
                )
                return
            }
            for place in places {
                place.helper.end()
                #expect(place.helper.log.isEmpty)
            }
        }

        /// Runs all places concurrently.
        private func run(_ plan: TrialRoundPlan, _ places: [TrialPlace]) {
            let done = Counter()
            for (place, lives) in zip(places, plan.lives) {
                Thread.detachNewThread {
                    place.run(lives, isSynchronizing: plan.isSynchronizing)
                    done.increment()
                }
            }
            done.wait(for: places.count)
        }

        /// The violated invariants after a round.
        ///
        /// Updates the settings to those in the file.
        private func judge(
            _ places: [TrialPlace],
            _ directory: TemporaryDirectory,
            _ settings: inout [String: Int]
        ) throws -> [String] {
            var complaints = places.flatMap(\.complaints)
            // The checks below would only wait for a process that has exited.
            guard complaints.isEmpty else { return complaints }
            complaints += try rest(places, directory)
            complaints += directory.names.filter { $0.contains(".damaged") }.map { "there is a \($0)" }
            guard let found = try? directory.settings(in: file) as? [String: Int] else {
                return complaints + ["the file does not parse"]
            }
            let numbers = TrialPlanner.keys.map { found[$0].map(String.init) ?? "none" }
            let expected = zip(TrialPlanner.keys, numbers).map { "\($0) \($1) \($1)" }
            for place in places {
                let memory = try place.helper("dump").split(separator: ",").map(String.init)
                complaints += zip(memory, expected).filter { $0 != $1 }
                    .map { "p\(place.number) has in memory, by the key and plainly, \($0), and the file \($1)" }
                let answer = try place.helper("settled " + place.keysWithoutPlainSteps.joined(separator: " "))
                if answer != "settled" { complaints.append("p\(place.number) missed the last value: \(answer)") }
            }
            complaints += TrialVerdict(start: settings, lives: places.flatMap(\.lives)).complaints(about: found)
            settings = found
            return complaints
        }

        /// Flushes all processes until the file no longer changes: the first one has not seen yet what the last one
        /// saved.
        private func rest(_ places: [TrialPlace], _ directory: TemporaryDirectory) throws -> [String] {
            for _ in 0..<10 {
                let before = directory.status(of: file)
                for place in places { place.helper.tell("flush") }
                for place in places {
                    let answer = place.helper.nextLine()
                    if answer != "done" { return ["p\(place.number) answered to flush: \(answer ?? "nothing")"] }
                }
                let after = directory.status(of: file)
                if before?.st_ino == after?.st_ino, before?.st_ctim.tv_nsec == after?.st_ctim.tv_nsec { return [] }
            }
            return ["the file does not come to rest"]
        }

        /// The steps and the output of a round, the latter by time.
        private func story(of places: [TrialPlace]) -> String {
            let lives = places.flatMap(\.lives)
            let lines = lives.flatMap { life in
                life.lines.enumerated().map { number, line in
                    let step = Int(line[0]).flatMap { thread in Int(line[1]).map { life.plan.threads[thread][$0] } }
                    let words = [line.last ?? "", life.name, "line \(number + 1)"] + line.dropLast()
                    return words.joined(separator: " ") + " '\(step.map(\.description) ?? "")'"
                }
            }
            return (lives.map { "\($0.name): \($0.plan)" } + lines.sorted()).joined(separator: "\n")
        }
    }
}
#endif
