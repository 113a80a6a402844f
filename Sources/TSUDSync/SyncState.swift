import Foundation
import TSUD

/// What the tasks of a synchronization share: the settings that are to be exchanged, when, the status, and who waits.
final class SyncState: Sendable {
    /// An element when there may be something to do, for one reader.
    let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let lock = NSLock()
    private let start = ContinuousClock.now
    /// The settings that have changed here, and those that may have changed in the store.
    nonisolated(unsafe) private var changed: Set<String> = []
    nonisolated(unsafe) private var heard: Set<String> = []
    /// How long a setting is left alone after failures; under no name, the store.
    nonisolated(unsafe) private var pauses: [String: Pause] = [:]
    /// Until when changes of this device wait.
    nonisolated(unsafe) private var restEnd = ContinuousClock.now
    nonisolated(unsafe) private var passes = 0
    nonisolated(unsafe) private var known = TSUDSyncStatus()
    nonisolated(unsafe) private var waiting: WaitingNames
    nonisolated(unsafe) private var lastDeafness: String?
    nonisolated(unsafe) private var isRefused = false
    nonisolated(unsafe) private var first: Goal
    nonisolated(unsafe) private var goals: [UUID: Goal] = [:]

    private struct Pause {
        var failures = 0
        var end = ContinuousClock.now
    }

    /// Somebody who waits until some settings have been exchanged by a pass that begins from now on.
    private struct Goal {
        var left: Set<String>
        let after: Int
        var isConnected = true
        var readers: [AsyncStream<Never>.Continuation] = []

        mutating func finish(_ settings: Set<String>, _ withheld: Set<String>, in pass: Int) {
            if pass <= after { return }
            if !left.isDisjoint(with: withheld) { isConnected = false }
            left.subtract(settings)
            if left.isEmpty { for reader in readers { reader.finish() } }
        }
    }

    init(_ settings: [SyncedName], isFollowing: Bool) {
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        first = Goal(left: Set(settings.map(\.name)), after: 0)
        waiting = WaitingNames(settings, isFollowing: isFollowing)
    }

    // MARK: What is to be done

    /// Adds settings that have changed here, and others that may have changed in the store.
    func add(changed new: Set<String> = [], heard others: Set<String> = []) {
        lock.withLock {
            changed.formUnion(new)
            heard.formUnion(others)
        }
        waker.yield()
    }

    func wake() { waker.yield() }

    /// The settings that one pass exchanges.
    struct Pass {
        let number: Int
        let changed: Set<String>
        let heard: Set<String>
        var settings: Set<String> { changed.union(heard) }
    }

    /// Begins a pass over what is due; `nil` if nothing is.
    func beginPass() -> Pass? {
        lock.withLock {
            let now = ContinuousClock.now
            let pass = Pass(
                number: passes + 1,
                changed: changed.filter { time(of: $0, isHeard: false) <= now },
                heard: heard.filter { time(of: $0, isHeard: true) <= now }
            )
            if pass.settings.isEmpty { return nil }
            passes += 1
            changed.subtract(pass.changed)
            heard.subtract(pass.heard)
            return pass
        }
    }

    /// When a setting is due.
    private func time(of setting: String, isHeard: Bool) -> ContinuousClock.Instant {
        let pauses = [pauses[setting]?.end, pauses[""]?.end, isHeard ? nil : restEnd].compactMap(\.self)
        return pauses.max() ?? start
    }

    /// Whether something that was heard of is due.
    var hasHeard: Bool { lock.withLock { heard.contains { time(of: $0, isHeard: true) <= .now } } }

    /// When the next of what is to be exchanged is due, which may be over; `nil` if nothing is to be.
    var nextTime: ContinuousClock.Instant? {
        lock.withLock {
            (changed.map { time(of: $0, isHeard: false) } + heard.map { time(of: $0, isHeard: true) }).min()
        }
    }

    /// Ends a pass.
    ///
    /// - Parameters:
    ///   - pass: the pass.
    ///   - unfinished: those of its settings that have to be exchanged again.
    ///   - withheld: those of its settings of which something is here that can't be sent.
    ///   - isFailed: whether the store could not be asked, or a suite not be changed.
    func end(_ pass: Pass, unfinished: Set<String>, withheld: Set<String> = [], isFailed: Bool = false) {
        lock.withLock {
            if isFailed {
                changed.formUnion(pass.changed.intersection(unfinished))
                heard.formUnion(pass.heard.intersection(unfinished))
                pause("")
            } else {
                heard.formUnion(unfinished)
                pauses[""] = nil
                for setting in unfinished { pause(setting) }
            }
            let finished = pass.settings.subtracting(unfinished)
            for setting in finished { pauses[setting] = nil }
            if !isFailed, unfinished.isEmpty { known.lastSync = .now }
            if !pass.changed.isEmpty { restEnd = .now + Pace.rest }
            first.finish(finished, [], in: pass.number)
            for (name, var goal) in goals {
                goal.finish(finished, withheld, in: pass.number)
                goals[name] = goal
            }
        }
    }

    private func pause(_ setting: String) {
        let failures = (pauses[setting]?.failures ?? 0) + 1
        pauses[setting] = Pause(failures: failures, end: .now + Pace.pause(after: failures))
    }

    // MARK: Status

    var status: TSUDSyncStatus {
        var (status, waiting) = lock.withLock { (known, self.waiting) }
        status.pendingNames = waiting.names
        return status
    }

    func update(_ change: (inout TSUDSyncStatus) -> Void) { lock.withLock { change(&known) } }

    /// Why changes in the store are not heard; `nil` if they are, or may be again in a moment.
    var deafness: String? { lock.withLock { known.isReceivingChanges ? nil : lastDeafness } }

    var isReceivingChanges: Bool { lock.withLock { known.isReceivingChanges } }

    func noteDeafness(_ reason: String?) {
        lock.withLock { (known.isReceivingChanges, lastDeafness) = (false, reason) }
    }

    func forgetDeafness() { lock.withLock { lastDeafness = nil } }

    /// Notes the fingerprint of the store and its identity.
    func note(_ store: String) { lock.withLock { waiting.store = store } }

    /// Notes what is stored under former names.
    func noteFormerNames(of side: Side) { lock.withLock { waiting.noteFormerNames(of: side) } }

    // MARK: Waiting

    /// Waits for the first exchange of all settings, or until the task is cancelled.
    func waitForFirstSync() async {
        await read { reader in
            if isRefused || first.left.isEmpty { return false }
            first.readers.append(reader)
            return true
        }
    }

    var hasExchanged: Bool { lock.withLock { !isRefused && first.left.isEmpty } }

    /// Waits until a pass has exchanged all settings that begins from now on, or until the task is cancelled.
    ///
    /// - Returns: whether everything was sent.
    func flush(_ settings: Set<String>) async -> Bool {
        let name = UUID()
        lock.withLock {
            goals[name] = Goal(left: settings, after: passes)
            changed.formUnion(settings)
        }
        waker.yield()
        await read { reader in
            if isRefused || goals[name]?.left.isEmpty != false { return false }
            goals[name]?.readers.append(reader)
            return true
        }
        let goal = lock.withLock { goals.removeValue(forKey: name) }
        return !settings.isEmpty && goal?.left.isEmpty == true && goal?.isConnected == true
    }

    /// Waits for the end of a stream, if a closure with the lock wants that.
    private func read(_ begin: (AsyncStream<Never>.Continuation) -> Bool) async {
        let stream = AsyncStream<Never> { reader in
            if !lock.withLock({ begin(reader) }) { reader.finish() }
        }
        for await _ in stream {}
    }

    /// Notes that there will be no exchange; nobody may wait yet.
    func refuse() { lock.withLock { isRefused = true } }

    // Those who wait must not do so for ever.
    deinit {
        for reader in first.readers + goals.values.flatMap(\.readers) { reader.finish() }
    }
}
