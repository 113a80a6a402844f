import Foundation
import TSUD

/// The state that the tasks of a synchronization share: the settings to synchronize, the times, the status, and the
/// callers that wait.
final class SyncState: Sendable {
    /// An element when there may be something to do, for one reader.
    let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let state: Locked<State>
    /// The settings of the list.
    private let settings: Set<String>
    /// How long changes of the store wait, because not all machines should read them at the same moment.
    private let delay: ClosedRange<Duration>
    let pace: Pace

    private struct State {
        /// The settings that have changed locally, and the settings that may have changed in the store.
        var changed: Set<String> = []
        var reported: Set<String> = []
        /// The new values that the store has reported, by setting and name.
        var updates: [String: [String: SharedUpdate]] = [:]
        /// When the store's changes are due.
        var reportedTime = ContinuousClock.now
        /// How long a setting waits after failures; under no name, the store.
        var pauses: [String: Pause] = [:]
        /// Until when changes of this device wait.
        var restEnd = ContinuousClock.now
        var passes = 0
        var status = TSUDSyncStatus()
        var pending: PendingNames
        var isRejected = false
        var hasRejectedSettings = false
        var first: Goal
        var goals: [UUID: Goal] = [:]

        var readers: [AsyncStream<Never>.Continuation] { first.readers + goals.values.flatMap(\.readers) }

        /// When a setting is due.
        func time(of setting: String, isReported: Bool) -> ContinuousClock.Instant {
            let times = [pauses[setting]?.end, pauses[""]?.end].compactMap(\.self)
            return times.reduce(isReported ? reportedTime : restEnd) { max($0, $1) }
        }

        mutating func pause(_ setting: String, _ pace: Pace) {
            let failures = (pauses[setting]?.failures ?? 0) + 1
            pauses[setting] = Pause(failures: failures, end: .now + pace.pause(after: failures))
        }
    }

    private struct Pause {
        var failures = 0
        var end = ContinuousClock.now
    }

    /// A caller that waits until a pass that begins from now on has synchronized some settings.
    private struct Goal {
        var left: Set<String>
        let after: Int
        var isReached = true
        var readers: [AsyncStream<Never>.Continuation] = []

        mutating func finish(_ settings: Set<String>, failed: Set<String>, in pass: Int) {
            if pass <= after { return }
            if !left.isDisjoint(with: failed) { isReached = false }
            left.subtract(settings)
            if left.isEmpty { for reader in readers { reader.finish() } }
        }
    }

    init(
        _ settings: [any AnyHandle],
        isFollowing: Bool,
        delay: ClosedRange<Duration>? = nil,
        pace: Pace = Pace()
    ) {
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.settings = Set(settings.map { $0.name })
        self.delay = delay ?? pace.delay
        self.pace = pace
        let pending = PendingNames(settings, isFollowing: isFollowing)
        state = Locked(State(pending: pending, first: Goal(left: self.settings, after: 0)))
    }

    // MARK: Work to do

    /// Adds settings that have changed locally, and others that may have changed in the store.
    func add(changed: Set<String> = [], reported: Set<String> = []) {
        state.withLock { state in
            state.changed.formUnion(changed)
            if !reported.isEmpty { delayReports(&state) }
            state.reported.formUnion(reported)
        }
        waker.yield()
    }

    /// Adds all settings, since anything may have changed in the store.
    func addAll() { add(reported: settings) }

    /// Adds names that may have changed in the store.
    func add(names: [String]) {
        if names.contains(StoreID.name) { return addAll() }
        add(reported: Set(names.compactMap { $0.owner(among: settings) }))
    }

    /// Adds new values of the store.
    func add(_ updates: [SharedUpdate]) {
        if updates.contains(where: { StoreID.isReserved($0.name) }) { return addAll() }
        state.withLock { state in
            for update in updates {
                guard let owner = update.name.owner(among: settings) else { continue }
                delayReports(&state)
                // The initial sync of a setting ends with a reading.
                if state.first.left.contains(owner) {
                    state.reported.insert(owner)
                } else {
                    state.updates[owner, default: [:]][update.name] = update
                    // More than a setting may have, such as those of a server that sends without end.
                    if state.updates[owner]?.count ?? 0 > 1_001 {
                        state.updates[owner] = nil
                        state.reported.insert(owner)
                    }
                }
            }
        }
        waker.yield()
    }

    /// Delays the store's changes, unless other changes already wait; only briefly if a caller waits for a sync.
    private func delayReports(_ state: inout State) {
        guard state.reported.isEmpty, state.updates.isEmpty else { return }
        let isShort = state.first.left.isEmpty && state.goals.isEmpty || delay.upperBound < pace.delay.upperBound
        let delay = isShort ? delay : pace.delay
        let width = delay.upperBound - delay.lowerBound
        state.reportedTime = .now + delay.lowerBound + width * Double.random(in: 0...1)
    }

    func wake() { waker.yield() }

    /// The settings of one pass.
    struct Pass {
        let number: Int
        let changed: Set<String>
        let reported: Set<String>
        /// The new values that the store has reported, by setting and name.
        let updates: [String: [String: SharedUpdate]]
        var settings: Set<String> { changed.union(reported) }
        var all: Set<String> { settings.union(updates.keys) }
    }

    /// Begins a pass over the settings that are due; returns `nil` if none is.
    func beginPass() -> Pass? {
        state.withLock { state in
            let now = ContinuousClock.now
            let pass = Pass(
                number: state.passes + 1,
                changed: state.changed.filter { state.time(of: $0, isReported: false) <= now },
                reported: state.reported.filter { state.time(of: $0, isReported: true) <= now },
                updates: state.updates.filter { state.time(of: $0.key, isReported: true) <= now }
            )
            if pass.all.isEmpty { return nil }
            state.passes += 1
            state.changed.subtract(pass.changed)
            state.reported.subtract(pass.reported)
            for setting in pass.updates.keys { state.updates[setting] = nil }
            return pass
        }
    }

    /// The earliest time at which something is due, which may have passed; `nil` if nothing is left to do.
    var nextTime: ContinuousClock.Instant? {
        state.withLock { state in
            let reported = state.reported.union(state.updates.keys)
            return
                (state.changed.map { state.time(of: $0, isReported: false) }
                + reported.map { state.time(of: $0, isReported: true) }).min()
        }
    }

    /// Ends a pass.
    ///
    /// - Parameters:
    ///   - pass: the pass.
    ///   - unfinished: the settings to synchronize again.
    ///   - unsendable: the settings with a local change that can't be sent.
    ///   - unequal: the settings that stay different on both sides.
    ///   - isFailed: whether the store can't be reached, or a suite can't be changed.
    func end(
        _ pass: Pass,
        unfinished: Set<String>,
        unsendable: Set<String> = [],
        unequal: Set<String> = [],
        isFailed: Bool = false
    ) {
        state.withLock { state in
            if isFailed {
                state.changed.formUnion(pass.changed.intersection(unfinished))
                state.reported.formUnion(pass.reported.union(pass.updates.keys).intersection(unfinished))
                state.pause("", pace)
            } else {
                state.reported.formUnion(unfinished)
                state.pauses[""] = nil
                for setting in unfinished { state.pause(setting, pace) }
            }
            let finished = pass.all.subtracting(unfinished)
            for setting in finished { state.pauses[setting] = nil }
            // A pass without a request shows nothing about a store that can't be reached.
            if !isFailed, unfinished.isEmpty, state.status.isConnected { state.status.lastSync = .now }
            if !pass.changed.isEmpty { state.restEnd = .now + pace.rest }
            // Only a reading shows the store's values.
            let read = finished.intersection(pass.reported)
            state.first.finish(read.subtracting(unequal), failed: [], in: pass.number)
            for (name, var goal) in state.goals {
                goal.finish(read, failed: unsendable.union(unequal), in: pass.number)
                state.goals[name] = goal
            }
        }
    }

    // MARK: Status

    var status: TSUDSyncStatus {
        var (status, pending) = state.withLock { ($0.status, $0.pending) }
        status.pendingNames = pending.names
        return status
    }

    func update(_ change: (inout TSUDSyncStatus) -> Void) { state.withLock { change(&$0.status) } }

    /// The status without pending names, which cost more.
    var link: TSUDSyncStatus { state.withLock(\.status) }

    /// Notes the fingerprint of the store and its ID.
    func note(_ store: String) { state.withLock { $0.pending.store = store } }

    /// Notes the local values of some settings.
    func note(_ sides: [Side]) {
        let known = state.withLock(\.pending).known(sides)
        state.withLock { $0.pending.known.merge(known) { $1 } }
    }

    // MARK: Waiting

    /// Waits for the initial sync of all settings, or until the task is canceled.
    func waitForFirstSync() async {
        await read { state, reader in
            if state.isRejected || state.first.left.isEmpty { return false }
            state.first.readers.append(reader)
            return true
        }
    }

    var hasSynced: Bool { state.withLock { !$0.hasRejectedSettings && $0.first.left.isEmpty } }

    /// Waits until a pass that begins from now on has read and synchronized all settings, or until the task is
    /// canceled.
    ///
    /// - Returns: whether both sides are equal.
    func flush() async -> Bool {
        let name = UUID()
        state.withLock { state in
            state.goals[name] = Goal(left: settings, after: state.passes)
            state.changed.formUnion(settings)
            // The store may have lost values without a report.
            state.reported.formUnion(settings)
            state.reportedTime = .now
        }
        waker.yield()
        await read { state, reader in
            if state.isRejected || state.goals[name]?.left.isEmpty != false { return false }
            state.goals[name]?.readers.append(reader)
            return true
        }
        let goal = state.withLock { $0.goals.removeValue(forKey: name) }
        guard let goal, goal.left.isEmpty, goal.isReached else { return false }
        return !state.withLock(\.hasRejectedSettings)
    }

    /// Waits for the end of a stream, if a closure with the lock returns `true`.
    private func read(_ begin: (inout State, AsyncStream<Never>.Continuation) -> Bool) async {
        let stream = AsyncStream<Never> { reader in
            if !state.withLock({ begin(&$0, reader) }) { reader.finish() }
        }
        for await _ in stream {}
    }

    /// Notes that some settings of the list are not synchronized.
    func rejectSome() { state.withLock { $0.hasRejectedSettings = true } }

    /// Notes that no sync will take place; no caller may wait yet.
    func rejectAll() { state.withLock { ($0.isRejected, $0.hasRejectedSettings) = (true, true) } }

    // Callers must not wait for ever.
    deinit {
        for reader in state.withLock(\.readers) { reader.finish() }
    }
}
