#if os(Linux)
import Foundation
import TestSupport
import Testing

/// Processes that do to one suite at random whatever programs do, and after each round a look at what has to hold then.
///
/// `TSUD_TRIAL=full TSUD_TRIAL_MINUTES=20 swift test --filter ModelTrial` tries one random seed after the other and
/// prints each; `TSUD_TRIAL_SEED=n` tries one again. The seed decides on the steps, not on how they fall together, so it
/// may take some runs until a failure shows again.
@Suite(.serialized) struct ModelTrial {
    static let file = "saving-helper.plist"
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = 12

    @Test("whatever processes do at random, nothing is lost, nothing comes back and all agree")
    func trial() throws {
        if let seed = Self.environment["TSUD_TRIAL_SEED"].flatMap(UInt64.init) { return try run(seed) }
        guard Self.environment["TSUD_TRIAL"] == "full" else { return try run(UInt64.random(in: 0..<1_000_000)) }
        let minutes = Self.environment["TSUD_TRIAL_MINUTES"].flatMap(Int.init) ?? 5
        let end = ContinuousClock.now + .seconds(60 * minutes)
        while ContinuousClock.now < end { try run(UInt64.random(in: 0..<1_000_000)) }
    }

    /// Runs the rounds of one seed, until something does not hold.
    private func run(_ seed: UInt64) throws {
        if Self.environment["TSUD_TRIAL"] == "full" { print("seed \(seed)") }
        let directory = try TemporaryDirectory()
        var planner = TrialPlanner(seed: seed)
        var settings: [String: Int] = [:]
        for key in TrialPlanner.keys { settings[key] = planner.newNumber() }
        try directory.write(settings, to: Self.file)
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
                The steps\(plan.isSynchronizing ? ", with synchronize()" : ""):
                \(steps(of: places))
                What they told, by their clock:
                \(told(by: places))
                """
            )
            return
        }
        for place in places {
            #expect(place.helper.finish() == .exited(0))
            #expect(place.helper.log == "")
        }
    }

    /// All places at once.
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

    /// What does not hold after a round; updates the settings to those that the file has now.
    private func judge(
        _ places: [TrialPlace],
        _ directory: TemporaryDirectory,
        _ settings: inout [String: Int]
    ) throws -> [String] {
        var complaints = places.flatMap(\.complaints)
        // What follows would only wait for who is gone.
        guard complaints.isEmpty else { return complaints }
        complaints += try rest(places, directory)
        complaints += directory.names.filter { $0.contains(".damaged") }.map { "there is a \($0)" }
        guard let found = try? directory.settings(in: Self.file) as? [String: Int] else {
            return complaints + ["the file does not parse"]
        }
        let expected = TrialPlanner.keys.map { key in
            let number = found[key].map(String.init) ?? "none"
            return "\(key) \(number) \(number)"
        }
        for place in places {
            let memory = try place.helper("dump").split(separator: ",").map(String.init)
            complaints += zip(memory, expected).filter { $0 != $1 }
                .map { "p\(place.number) has in memory, by the key and plainly, \($0), and the file \($1)" }
            let answer = try place.helper("settled " + place.keysWithoutPlainSteps.joined(separator: " "))
            if answer != "settled" { complaints.append("p\(place.number) was not told of the last value: \(answer)") }
        }
        complaints += TrialVerdict(start: settings, lives: places.flatMap(\.lives)).complaints(about: found)
        settings = found
        return complaints
    }

    /// Has all flush until nobody changes the file any more: who flushed first has not seen yet what the last one saved.
    private func rest(_ places: [TrialPlace], _ directory: TemporaryDirectory) throws -> [String] {
        for _ in 0..<10 {
            let before = directory.status(of: Self.file)
            for place in places { place.helper.tell("flush") }
            for place in places {
                let answer = place.helper.nextLine()
                if answer != "flushed" { return ["p\(place.number) answered to flush: \(answer ?? "nothing")"] }
            }
            let after = directory.status(of: Self.file)
            if before?.st_ino == after?.st_ino, before?.st_ctim.tv_nsec == after?.st_ctim.tv_nsec { return [] }
        }
        return ["the file does not come to rest"]
    }

    private func steps(of places: [TrialPlace]) -> String {
        places.flatMap(\.lives).map { life in
            let threads = life.plan.threads.enumerated().map { thread, steps in
                "  thread \(thread): " + steps.map(\.description).joined(separator: ", ")
            }
            let setBack = life.plan.setsBackAfter.map { ", clock set back after line \($0)" } ?? ""
            let kill = life.plan.killedAfter.map { ", killed after line \($0)" } ?? ""
            return (["\(life.name)\(setBack)\(kill)"] + threads).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// All lines of a round by the time at their end.
    private func told(by places: [TrialPlace]) -> String {
        let lines = places.flatMap(\.lives).flatMap { life in
            life.lines.enumerated().map { number, line in
                let step = Int(line[0]).flatMap { thread in
                    Int(line[1]).map { life.plan.threads[thread][$0].description }
                }
                let words = line[2...].dropLast().joined(separator: " ")
                return "\(line.last ?? "") \(life.name) line \(number + 1), thread \(line[0]): \(step ?? "") \(words)"
            }
        }
        return lines.sorted().joined(separator: "\n")
    }
}
#endif
