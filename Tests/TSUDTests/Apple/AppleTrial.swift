import Foundation
import Observation
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// Random changes from all sides, while observers come and go on several threads.
    ///
    /// It runs for some seconds, or `TSUD_TRIAL_MINUTES` with `TSUD_TRIAL=full`. `TSUD_SEED` repeats the round with a
    /// seed that a failure has named, as far as the scheduling of threads allows.
    @Suite(.serialized) struct AppleTrial {
        @Test func `At the end everybody is at the last value, and each change was told once`() async throws {
            let environment = ProcessInfo.processInfo.environment
            let isFull = environment["TSUD_TRIAL"] == "full"
            let minutes = environment["TSUD_TRIAL_MINUTES"].flatMap { Double($0) } ?? 2
            let end = ContinuousClock.now + (isFull ? .seconds(minutes * 60) : .seconds(3))
            var seed = environment["TSUD_SEED"].flatMap { UInt64($0) } ?? 1
            repeat {
                try await AppleTrialRound(seed: seed).run()
                seed += 1
            } while ContinuousClock.now < end
        }
    }
}

/// One round: changes by several threads at once, and then one change after the other.
private final class AppleTrialRound: @unchecked Sendable {
    private let seed: UInt64
    private let system = StandInSystem()
    private let suites: [StandInDefaults]
    private var random: SeededGenerator
    private var tracked: [Tracked] = []

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        suites = ["one", "one", "two"].map { [system] in .named($0, in: system) }
    }

    func run() async throws {
        for suite in suites {
            for key in keys { tracked.append(Tracked(key, suite)) }
        }
        for observer in tracked { observer.track() }
        let readers = tracked.map { LastValue($0.key, $0.suite) }
        await changeAtOnce()
        try await settle()
        for reader in readers { try await reader.awaitValue(comment) }
        for observer in tracked {
            #expect(observer.seen == observer.key.get(observer.suite), "\(observer.key), \(comment)")
        }
        // Only reads meet changes from now on, or two changes by one operation could be told one by one.
        system.hasMainRunLoop = false
        for _ in 0..<20 { try await changeOnce() }
        #expect(system.crashes == 0, comment)
        #expect(tracked.allSatisfy { !$0.wasToldInside }, comment)
        for reader in readers { reader.end() }
    }

    private var comment: Comment { "TSUD_SEED=\(seed)" }

    // MARK: At once

    private func changeAtOnce() async {
        await withTaskGroup { group in
            for _ in 0..<4 {
                let thread = SeededGenerator(seed: random.next())
                group.addTask { [self] in
                    await onThread { [self] in
                        var random = thread
                        for _ in 0..<50 { change(&random) }
                    }
                }
            }
        }
    }

    private func change(_ random: inout SeededGenerator) {
        let (key, suite) = (
            keys.randomElement(using: &random) ?? triedOne.self, suites.randomElement(using: &random) ?? suites[0]
        )
        if Int.random(in: 0..<4, using: &random) == 0 {
            // Observers that come and go.
            let values = SomeValues(key, suite)
            let brief = Tracked(key, suite)
            brief.track()
            Inside.run { _ = key.get(suite) }
            values.end()
        } else {
            AppleTrialOperation.allCases.randomElement(using: &random)?.run(
                key,
                suite,
                Int.random(in: 1...9, using: &random)
            )
        }
    }

    // MARK: One after the other

    /// Every observer of what changes hears once, and no other.
    private func changeOnce() async throws {
        let operation = AppleTrialOperation.allCases.randomElement(using: &random) ?? .write
        let (key, suite) = (
            keys.randomElement(using: &random) ?? triedOne.self, suites.randomElement(using: &random) ?? suites[0]
        )
        let before = tracked.map { (told: $0.told, answer: $0.suite.object(forKey: $0.key.stringKey)) }
        operation.run(key, suite, Int.random(in: 10...99, using: &random))
        try await settle()
        for (observer, before) in zip(tracked, before) {
            let answer = observer.suite.object(forKey: observer.key.stringKey)
            let isWritten = operation.isByKey && observer.suite === suite && observer.key == key
            let isChanged = isWritten || !isSameObject(before.answer, answer)
            #expect(observer.told == before.told + (isChanged ? 1 : 0), "\(operation) \(observer.key), \(comment)")
            #expect(observer.seen == observer.key.get(observer.suite), "\(operation) \(observer.key), \(comment)")
        }
    }

    /// Waits until all changes have met, and all that was to be announced on the main actor has been.
    private func settle() async throws {
        for _ in 0..<3 {
            Inside.run { _ = suites[0].object(forKey: "") }
            await MainActor.run {}
        }
    }
}

/// Runs a closure on a thread of its own.
private func onThread(_ body: @escaping @Sendable () -> Void) async {
    let (finished, finish) = AsyncStream.makeStream(of: Void.self)
    Thread.detachNewThread {
        body()
        finish.yield()
    }
    for await _ in finished { break }
}

private var keys: [any TSUD<Int>.Type] { [triedOne.self, triedTwo.self, triedThree.self] }
private enum triedOne: TSUD { static let defaultValue = 0 }
private enum triedTwo: TSUD { static let defaultValue = 0 }

private enum triedThree: TSUD {
    static let defaultValue = 0
    static let formerKeys = ["former name"]
}
