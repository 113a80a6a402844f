import Foundation
import TestSupport
import Testing

@testable import TSUD

extension Apple {
    /// Random changes from all sides, while observers come and go on several threads.
    ///
    /// It runs some rounds, or for `TSUD_TRIAL_MINUTES` with `TSUD_TRIAL=full`. `TSUD_TRIAL_SEED` repeats the round
    /// with the seed of a failure, although threads may be scheduled differently.
    @Suite(.serialized) struct AppleTrial {
        @Test func `Every observer ends at the last value, and none is notified inside a read`() async {
            let trial = Trial(minutes: 2)
            var round: UInt64 = 0
            repeat {
                await AppleTrialRound(seed: trial.seed + round).run()
                round += 1
            } while !trial.isOver(after: round)
        }
    }
}

/// The first seed of a trial and its end: by default after some rounds, and in a full trial after some minutes.
struct Trial {
    let seed: UInt64
    private let end: ContinuousClock.Instant?

    init(minutes: Double) {
        let environment = ProcessInfo.processInfo.environment
        let minutes = environment["TSUD_TRIAL_MINUTES"].flatMap { Double($0) } ?? minutes
        seed = Extent.seed
        end = Extent.isFull ? .now + .seconds(minutes * 60) : nil
    }

    func isOver(after rounds: UInt64) -> Bool { end.map { .now >= $0 } ?? (rounds >= 10) }
}

/// One round: changes by several threads at once, and then one change after the other.
private final class AppleTrialRound: @unchecked Sendable {
    private let seed: UInt64
    private let system = FakeSystem()
    private let suites: [FakeDefaults]
    private var random: SeededGenerator
    private var tracked: [Tracked] = []

    init(seed: UInt64) {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        suites = ["one", "one", "two"].map { [system] in .named($0, in: system) }
        system.callsPerChange = seed.isMultiple(of: 2) ? 2 : 1
    }

    func run() async {
        tracked = suites.flatMap { suite in keys.map { Tracked($0, suite) } }
        for observer in tracked { observer.track() }
        let readers = tracked.map { LastValue($0.key, $0.suite) }
        changeAtOnce()
        await settle()
        for reader in readers { await reader.awaitValue(comment) }
        for observer in tracked { await observer.awaitValue("\(observer.key), \(comment)") }
        // From now on only reads find changes. Otherwise two changes of one operation could be reported one by one.
        system.hasMainRunLoop = false
        for _ in 0..<20 { await changeOnce() }
        #expect(system.crashes == 0, comment)
        #expect(tracked.allSatisfy { !$0.wasNotifiedInside }, comment)
        for reader in readers { await reader.end() }
    }

    private var comment: Comment { "TSUD_TRIAL_SEED=\(seed)" }

    // MARK: At once

    private func changeAtOnce() {
        let finished = Counter()
        for _ in 0..<4 {
            let thread = SeededGenerator(seed: random.next())
            Thread.detachNewThread { [self] in
                var random = thread
                for _ in 0..<50 { change(&random) }
                finished.increment()
            }
        }
        finished.wait(for: 4)
    }

    private func change(_ random: inout SeededGenerator) {
        let (key, suite) = pick(&random)
        if Int.random(in: 0..<4, using: &random) == 0 {
            // Observers that come and go.
            withExtendedLifetime(iterator(of: key, in: suite)) {
                Tracked(key, suite).track()
                Inside.run { _ = key.get(suite) }
            }
        } else {
            let name = names(of: key).randomElement(using: &random) ?? key.stringKey
            Operation.random(&random).run(key, name, suite, Int.random(in: 1...9, using: &random))
        }
    }

    private func iterator<Key: TSUD<Int>>(of key: Key.Type, in suite: UserDefaults) -> Any {
        key.in(suite).values().makeAsyncIterator()
    }

    private func pick(_ random: inout SeededGenerator) -> (any TSUD<Int>.Type, FakeDefaults) {
        (keys.randomElement(using: &random) ?? triedOne.self, suites.randomElement(using: &random) ?? suites[0])
    }

    // MARK: One after the other

    /// Every observer of the change is notified, and none without end.
    private func changeOnce() async {
        let operation = Operation.random(&random)
        let (key, suite) = pick(&random)
        let before = tracked.map { (notified: $0.notified, answers: answers($0)) }
        let name = names(of: key).randomElement(using: &random) ?? key.stringKey
        operation.run(key, name, suite, Int.random(in: 10...99, using: &random))
        await settle()
        for (observer, before) in zip(tracked, before) {
            let isWritten = operation.isByKey && observer.suite === suite && observer.key == key
            let changes = zip(before.answers, answers(observer)).count { $0 != $1 }
            // The repeated notification of an earlier write may arrive only now. Each observer then reads again, so its
            // last value shows whether one was missed.
            let most = isWritten ? 3 : max(1, 2 * changes)
            #expect(observer.notified - before.notified <= most, "\(operation) \(observer.key), \(comment)")
            await observer.awaitValue("\(operation) \(observer.key), \(comment)")
        }
    }

    /// The suite's objects under the names of an observer's key.
    private func answers(_ observer: Tracked) -> [Int?] {
        names(of: observer.key).map { observer.suite.object(forKey: $0) as? Int }
    }

    /// Waits until all changes have met, and all due notifications on the main actor were sent.
    private func settle() async {
        for _ in 0..<3 {
            Inside.run { _ = suites[0].object(forKey: "") }
            await MainActor.run {}
        }
    }
}

/// A change that the trial makes.
private enum Operation: CaseIterable {
    case write, reset, update, updateWithForeignChange
    case set, remove, otherProcess, manage, unmanage, register, addSuite, removeSuite

    /// Whether observers of a key are notified of it.
    var isByKey: Bool { [.write, .reset, .update, .updateWithForeignChange].contains(self) }

    static func random(_ random: inout SeededGenerator) -> Self { allCases.randomElement(using: &random) ?? .write }

    /// - Parameters:
    ///   - key: the key for the operations of keys.
    ///   - name: the current or former name for all other operations.
    ///   - suite: the suite.
    ///   - number: the number to store.
    func run<Key: TSUD<Int>>(_ key: Key.Type, _ name: String, _ suite: FakeDefaults, _ number: Int) {
        let system = suite.system
        switch self {
        case .write: key.set(number, suite)
        case .reset: key.in(suite).reset()
        case .update: _ = try? key.in(suite).update { value in Inside.run { value = number } }
        case .updateWithForeignChange:
            _ = try? key.in(suite).update { value in
                Inside.run {
                    system.setElsewhere(number + 100, forKey: name, in: suite.domain)
                    _ = key.get(suite)
                    value = number
                }
            }
        case .set: suite.set(number, forKey: name)
        case .remove: suite.removeObject(forKey: name)
        case .otherProcess:
            system.setElsewhere(number, forKey: name, in: suite.domain)
            Inside.run { _ = key.get(suite) }
        case .manage:
            system.manage(number + 1_000, forKey: name, in: suite.domain)
            Inside.run { _ = suite.object(forKey: "another") }
        case .unmanage: system.manage(nil, forKey: name, in: suite.domain)
        // The number is never a stored one. An equal registered or managed object would not seem stored, and the result
        // would be undefined.
        case .register: suite.register(defaults: [name: -number])
        case .addSuite: suite.addSuite(named: "two")
        case .removeSuite: suite.removeSuite(named: "two")
        }
    }
}

private func names(of key: any TSUD<Int>.Type) -> [String] { [key.stringKey] + key.formerKeys }

private var keys: [any TSUD<Int>.Type] { [triedOne.self, triedTwo.self, triedThree.self] }
private enum triedOne: TSUD { static let defaultValue = 0 }
private enum triedTwo: TSUD { static let defaultValue = 0 }

private enum triedThree: TSUD {
    static let defaultValue = 0
    static let formerKeys = ["former name"]
}
