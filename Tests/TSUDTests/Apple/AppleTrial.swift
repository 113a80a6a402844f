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
            Operation.allCases.randomElement(using: &random)?.run(key, suite, Int.random(in: 1...9, using: &random))
        }
    }

    // MARK: One after the other

    /// Every observer of what changes hears once, and no other.
    private func changeOnce() async throws {
        let operation = Operation.allCases.randomElement(using: &random) ?? .write
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

private enum Operation: CaseIterable {
    case write, reset, update, updateWithForeignChange
    case set, remove, otherProcess, manage, unmanage, register, addSuite, removeSuite

    /// Whether a key announces it, be there a difference or not.
    var isByKey: Bool { [.write, .reset, .update, .updateWithForeignChange].contains(self) }

    func run(_ key: any TSUD<Int>.Type, _ suite: StandInDefaults, _ number: Int) {
        let (name, system) = (key.stringKey, suite.system)
        switch self {
        case .write: key.set(number, suite)
        case .reset: key.reset(in: suite)
        case .update: _ = try? key.update(in: suite) { value in Inside.run { value = number } }
        case .updateWithForeignChange:
            _ = try? key.update(in: suite) { value in
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
            system.manage(number, forKey: name, in: suite.domain)
            Inside.run { _ = suite.object(forKey: "another") }
        case .unmanage: system.manage(nil, forKey: name, in: suite.domain)
        case .register: suite.register(defaults: [name: number])
        case .addSuite: suite.addSuite(named: "two")
        case .removeSuite: suite.removeSuite(named: "two")
        }
    }
}

/// Whether the current thread is inside a read or the body of an update, where nothing may be announced.
private enum Inside {
    private static let key = "TSUD.inside"
    static var isCurrent: Bool { Thread.current.threadDictionary[key] != nil }

    static func run<Result>(_ body: () -> Result) -> Result {
        let outer = Thread.current.threadDictionary[key]
        Thread.current.threadDictionary[key] = true
        defer { Thread.current.threadDictionary[key] = outer }
        return body()
    }
}

/// An observer by Observation, which reads again whenever it is told of a change.
private final class Tracked: @unchecked Sendable {
    let key: any TSUD<Int>.Type
    let suite: StandInDefaults
    private let lock = NSLock()
    private var state = (seen: 0, told: 0, wasToldInside: false)
    /// How often it has begun to track; what an earlier tracking is told counts no more.
    private var round = 0

    init(_ key: any TSUD<Int>.Type, _ suite: StandInDefaults) { (self.key, self.suite) = (key, suite) }

    var seen: Int { lock.withLock { state.seen } }
    var told: Int { lock.withLock { state.told } }
    var wasToldInside: Bool { lock.withLock { state.wasToldInside } }

    func track() {
        let round = lock.withLock {
            self.round += 1
            return self.round
        }
        let value = withObservationTracking {
            Inside.run { key.get(suite) }
        } onChange: { [weak self] in
            self?.noteChange(round)
        }
        lock.withLock { if round == self.round { state.seen = value } }
        // Observation records the read only now: a change in between is missed by every observer.
        if Inside.run({ key.get(suite) }) != value { track() }
    }

    private func noteChange(_ round: Int) {
        let isCurrent = lock.withLock {
            if Inside.isCurrent { state.wasToldInside = true }
            guard round == self.round else { return false }
            state.told += 1
            return true
        }
        if isCurrent { track() }
    }
}

/// Reads all values of a key.
private final class LastValue: @unchecked Sendable {
    private let key: any TSUD<Int>.Type
    private let suite: StandInDefaults
    private let lock = NSLock()
    private var last: Int?
    private var task: Task<Void, Never>?

    init(_ key: any TSUD<Int>.Type, _ suite: StandInDefaults) {
        (self.key, self.suite) = (key, suite)
        let key = Unchecked(key)
        task = Task.detached { await self.read(key.value) }
    }

    private func read<Key: TSUD<Int>>(_ key: Key.Type) async {
        for await value in key.values(in: suite) { lock.withLock { last = value } }
    }

    func awaitValue(_ comment: Comment) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while lock.withLock({ last }) != key.get(suite) {
            if ContinuousClock.now > deadline { break }
            await Task.yield()
        }
        #expect(lock.withLock { last } == key.get(suite), comment)
    }

    func end() { task?.cancel() }
}

/// An iterator that begins to listen, and ends.
private final class SomeValues {
    private var iterator: Any?

    init(_ key: any TSUD<Int>.Type, _ suite: StandInDefaults) { iterator = Self.iterator(key, suite) }

    private static func iterator<Key: TSUD<Int>>(_ key: Key.Type, _ suite: StandInDefaults) -> Any {
        key.values(in: suite).makeAsyncIterator()
    }

    func end() { iterator = nil }
}

private var keys: [any TSUD<Int>.Type] { [triedOne.self, triedTwo.self, triedThree.self] }
private enum triedOne: TSUD { static let defaultValue = 0 }
private enum triedTwo: TSUD { static let defaultValue = 0 }

private enum triedThree: TSUD {
    static let defaultValue = 0
    static let formerKeys = ["former name"]
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
