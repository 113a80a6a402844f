import Foundation

/// The suites that an update has begun in, all of which it changes or none.
final class Update {
    /// The key that an error names, if it is only one.
    private let key: String?
    private let deadline: ContinuousClock.Instant
    private var suites: [any Suite] = []
    /// Why the first suite could not be begun in.
    private(set) var failure: TSUDError?

    init(_ key: String?, patience: Duration) {
        (self.key, deadline) = (key, .now + patience)
    }

    /// Begins in a suite, at its first use.
    ///
    /// After a failure no other is waited for.
    func begin(in suite: any Suite) {
        // Several `UserDefaults` objects may be of one suite, and have its observers in common.
        if failure != nil || suites.contains(where: { $0.observations === suite.observations }) { return }
        do throws(TSUDError) {
            UpdateLock.shared.begin(in: suite.observations)
            try suite.beginUpdate(by: deadline)
            suites.append(suite)
        } catch {
            failure = error.code == .busy ? .busy(key) : error
        }
    }

    /// Stores all changes, by one call for each suite, and tells the observers of those that are some.
    ///
    /// What can fail is done in all suites before the first is changed.
    ///
    /// - Throws: what has kept the update from a suite, `notSaved`.
    func store(_ changes: [KeyChange]) throws(TSUDError) {
        for change in changes { begin(in: change.backend) }
        if let failure { throw failure }
        let writes = changes.suiteWrites
        for write in writes { try write.backend.prepareUpdate(write.stored) }
        for write in writes { write.announce(try write.backend.commitUpdate(write.stored)) }
    }

    /// Ends it in all suites.
    func end() {
        for suite in suites { suite.endUpdate() }
    }
}

/// The lock of all updates in the process, which a thread may take again while it has it.
///
/// What the thread that has it changes, and what others change in the suites of the update that is noticed meanwhile on
/// any thread, is announced when that thread returns it, so that no observer runs inside an update.
final class UpdateLock: Sendable {
    static let shared = UpdateLock(patience: 10)

    /// How many seconds to wait for another thread.
    private let patience: TimeInterval
    private let lock = NSRecursiveLock()
    private let state = Locked(State())

    private struct State {
        /// The thread that has the lock.
        var thread: Thread?
        var depth = 0
        /// The observers of the suites that the update has begun in.
        var suites: [SuiteObservers] = []
        var waiting: [Announcement] = []

        /// Whether it is a foreign change in a suite that is updated.
        func isUpdating(_ announcement: Announcement) -> Bool {
            announcement.kind == .foreign && suites.contains { $0 === announcement.observations }
        }
    }

    init(patience: TimeInterval) { self.patience = patience }

    /// Calls a closure with the lock.
    ///
    /// - Parameters:
    ///   - key: the key that an error names, if it is only one.
    ///   - body: the closure.
    /// - Returns: what `body` returns.
    /// - Throws: ``TSUDError/Code/busy`` if another thread does not return the lock in time; what `body` throws.
    func run<Result>(updating key: String? = nil, _ body: () throws -> Result) throws -> Result {
        guard lock.lock(before: Date(timeIntervalSinceNow: patience)) else { throw TSUDError.busy(key) }
        state.withLock { ($0.thread, $0.depth) = (.current, $0.depth + 1) }
        defer {
            let waiting = state.withLock { state -> [Announcement] in
                state.depth -= 1
                guard state.depth == 0 else { return [] }
                defer { (state.thread, state.suites, state.waiting) = (nil, [], []) }
                return state.waiting
            }
            lock.unlock()
            for announcement in waiting { announcement.make() }
        }
        return try body()
    }

    /// Whether the current thread is in an update.
    var isHeld: Bool { state.withLock { $0.thread.map { $0 === Thread.current } ?? false } }

    /// Notes that the update has begun in a suite.
    func begin(in observations: SuiteObservers) {
        state.withLock { if !$0.suites.contains(where: { $0 === observations }) { $0.suites.append(observations) } }
    }

    /// Makes an announcement, now or at the end of the update that it concerns.
    func make(_ announcement: Announcement) {
        let isPostponed = state.withLock { state in
            guard let thread = state.thread, thread === Thread.current || state.isUpdating(announcement) else {
                return false
            }
            for index in state.waiting.indices where state.waiting[index].add(announcement) { return true }
            state.waiting.append(announcement)
            return true
        }
        if !isPostponed { announcement.make() }
    }
}

extension UpdateLock {
    /// Calls a closure that reads and stores in an update.
    func update<Result>(of key: String? = nil, _ body: (Update) throws -> Result) throws -> Result {
        let update = Update(key, patience: .seconds(patience))
        return try run(updating: key) {
            defer { update.end() }
            return try body(update)
        }
    }
}

extension TSUDError {
    /// An update has waited too long for another one, of this process or of another.
    static func busy(_ key: String?) -> Self {
        let setting = key.map { "Key '\($0)' can't be updated" } ?? "Settings can't be updated"
        return Self(.busy, key: key, description: "\(setting): another update has taken longer than ten seconds.")
    }
}
