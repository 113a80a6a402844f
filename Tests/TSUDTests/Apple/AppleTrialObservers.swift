import Foundation
import Observation
import Testing

@testable import TSUD

/// An observer by Observation, which reads again after each notification.
final class Tracked: @unchecked Sendable {
    let key: any TSUD<Int>.Type
    let suite: FakeDefaults
    private let lock = NSLock()
    private var state = (seen: 0, notified: 0, wasNotifiedInside: false)
    /// The number of the current tracking.
    ///
    /// Notifications of an earlier one are ignored.
    private var round = 0

    init(_ key: any TSUD<Int>.Type, _ suite: FakeDefaults) { (self.key, self.suite) = (key, suite) }

    var seen: Int { lock.withLock { state.seen } }
    var notified: Int { lock.withLock { state.notified } }
    var wasNotifiedInside: Bool { lock.withLock { state.wasNotifiedInside } }

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

    /// Waits for a reader's thread that has found a change, and on a busy machine has not notified observers yet.
    func awaitValue(_ comment: Comment) async {
        let deadline = ContinuousClock.now + .seconds(300)
        while seen != key.get(suite), .now < deadline { await Task.yield() }
        #expect(seen == key.get(suite), comment)
    }

    private func noteChange(_ round: Int) {
        let isCurrent = lock.withLock {
            if Inside.isCurrent { state.wasNotifiedInside = true }
            guard round == self.round else { return false }
            state.notified += 1
            return true
        }
        if isCurrent { track() }
    }
}

/// Reads all values of a key.
final class LastValue: @unchecked Sendable {
    private let key: any TSUD<Int>.Type
    private let suite: UserDefaults
    private let lock = NSLock()
    private var last: Int?
    private var task: Task<Void, Never>?

    init(_ key: any TSUD<Int>.Type, _ suite: UserDefaults) {
        (self.key, self.suite) = (key, suite)
        task = Task.detached { await self.read(self.key) }
    }

    private func read<Key: TSUD<Int>>(_ key: Key.Type) async {
        for await value in key.in(suite).values() { lock.withLock { last = value } }
    }

    var value: Int? { lock.withLock { last } }

    func awaitValue(_ comment: Comment) async {
        let deadline = ContinuousClock.now + .seconds(300)
        while value != key.get(suite), .now < deadline { await Task.yield() }
        #expect(value == key.get(suite), comment)
    }

    func end() async {
        task?.cancel()
        await task?.value
    }
}

/// Whether the current thread is inside a read or the body of an update, where no observer may be notified.
enum Inside {
    private static let key = "TSUD.inside"
    static var isCurrent: Bool { Thread.current.threadDictionary[key] != nil }

    static func run<Result>(_ body: () -> Result) -> Result {
        let outer = Thread.current.threadDictionary[key]
        Thread.current.threadDictionary[key] = true
        defer { Thread.current.threadDictionary[key] = outer }
        return body()
    }
}
