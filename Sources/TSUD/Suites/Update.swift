import Foundation

/// The suites that an update has begun in.
///
/// It changes all of them or none.
final class Update {
    /// The key that an error names, if there is only one.
    private let key: String?
    private let deadline: ContinuousClock.Instant
    private var suites: [(suite: any Suite, file: (any FileUpdate)?)] = []
    /// The error of the first suite that the update could not begin in.
    private(set) var failure: TSUDError?

    init(_ key: String?, by deadline: ContinuousClock.Instant) {
        (self.key, self.deadline) = (key, deadline)
    }

    /// Begins in a suite, at its first use.
    ///
    /// After a failure, it waits for no other suite.
    func begin(in suite: any Suite) {
        // Several `UserDefaults` objects of one suite share its observers.
        if failure != nil || suites.contains(where: { $0.suite.observations === suite.observations }) { return }
        do throws(TSUDError) {
            UpdateLock.shared.begin(in: suite.observations)
            suites.append((suite, try suite.beginUpdate(by: deadline)))
        } catch {
            failure = error.code == .busy ? .busy(key) : error
        }
    }

    /// Stores all changes, by one call for each suite, and notifies the observers.
    ///
    /// It prepares all suites, which may fail, before it changes the first.
    ///
    /// - Throws: The error of the first suite that the update could not begin in; `notSaved`.
    func store(_ changes: Changes) throws(TSUDError) {
        for (suite, _) in changes.suites { begin(in: suite) }
        if let failure { throw failure }
        let stores = changes.suites.map { suite, changes in (suite, file(of: suite), changes) }
        for (_, file, changes) in stores { try file?.prepareUpdate(changes) }
        for (suite, file, changes) in stores { suite.notify(try file?.commitUpdate(changes) ?? suite.store(changes)) }
    }

    /// Ends it in all suites.
    func end() {
        for (_, file) in suites { file?.endUpdate() }
    }

    private func file(of suite: any Suite) -> (any FileUpdate)? {
        suites.first { $0.suite.observations === suite.observations }?.file
    }
}

/// The reentrant lock of all updates in the process, which threads get in the order in which they came.
///
/// It postpones notifications until the update ends, so that no observer runs inside an update: those of changes by its
/// thread, and those of external changes in its suites.
final class UpdateLock: Sendable {
    static let shared = UpdateLock()

    /// How long to wait for another thread, if it isn't the usual time.
    private let patience: Duration?
    private var deadline: ContinuousClock.Instant { patience.map { .now + $0 } ?? WaitLimit.end }
    private let lock = FairLock()
    private let state = Locked(State())

    private struct State {
        /// The thread that has the lock.
        var thread: Thread?
        var depth = 0
        /// The observers of the suites that the update has begun in.
        var suites: [SuiteObservers] = []
        var waiting: [SuiteChange] = []

        /// Whether it is an external change in a suite that is updated.
        func isUpdating(_ change: SuiteChange) -> Bool {
            change.origin == .external && suites.contains { $0 === change.observations }
        }
    }

    init(patience: Duration? = nil) { self.patience = patience }

    /// Calls a closure with the lock.
    ///
    /// - Parameters:
    ///   - key: The key that an error names, if there is only one.
    ///   - body: The closure.
    /// - Returns: The result of `body`.
    /// - Throws: ``TSUDError/Code/busy`` if another thread keeps the lock too long, or the error of `body`.
    func run<Result>(updating key: String? = nil, _ body: () throws -> Result) throws -> Result {
        guard isHeld || lock.lock(by: deadline) else { throw TSUDError.busy(key) }
        state.withLock { state in
            state.thread = .current
            state.depth += 1
        }
        defer { end() }
        return try body()
    }

    private func end() {
        let ended = state.withLock { state -> State? in
            state.depth -= 1
            if state.depth > 0 { return nil }
            defer { state = State() }
            return state
        }
        guard let ended else { return }
        lock.unlock()
        for change in ended.waiting { change.notify() }
    }

    /// Whether the current thread is in an update.
    var isHeld: Bool { state.withLock { $0.thread.map { $0 === Thread.current } ?? false } }

    /// Records that the update has begun in a suite.
    func begin(in observations: SuiteObservers) {
        state.withLock { if !$0.suites.contains(where: { $0 === observations }) { $0.suites.append(observations) } }
    }

    /// Notifies observers of a change, now or at the end of the update that it concerns.
    func notify(of change: SuiteChange) {
        guard change.observations.isListening else { return }
        let isPostponed = state.withLock { state in
            guard let thread = state.thread, thread === Thread.current || state.isUpdating(change) else {
                return false
            }
            for index in state.waiting.indices {
                if state.waiting[index].add(change) { return true }
            }
            state.waiting.append(change)
            return true
        }
        if !isPostponed { change.notify() }
    }
}

extension UpdateLock {
    /// Calls a closure that reads and stores in an update.
    func update<Result>(of key: String? = nil, _ body: (Update) throws -> Result) throws -> Result {
        let update = Update(key, by: deadline)
        return try run(updating: key) {
            defer { update.end() }
            return try body(update)
        }
    }
}

extension TSUDError {
    /// An update has waited too long for another one, of this process or of another.
    static func busy(
        _ key: String?,
        because reason: String = "another update has taken longer than ten seconds"
    ) -> Self {
        let setting = key.map { "Key '\($0)' can't be updated" } ?? "Settings can't be updated"
        return Self(.busy, key: key, description: "\(setting): \(reason).")
    }
}
