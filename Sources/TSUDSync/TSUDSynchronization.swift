public import Foundation
public import TSUD

extension Collection where Element == any TSUD.Type {
    /// Keeps the settings of the list and a store equal, for as long as the result is kept.
    ///
    /// ```swift
    /// import TSUDSync
    ///
    /// let endpoints = [URL(string: "http://127.0.0.1:2379")!]
    /// let settings: [any TSUD.Type] = [fontSize.self, username.self]
    /// let sync = settings.sync(with: .etcd(at: endpoints, prefix: "editor/"))
    /// await sync.firstExchange()
    /// ```
    ///
    /// The settings stay in user defaults: reading and writing cost what they cost without a store, and need no
    /// network. What is synchronized is what is stored. Launch arguments, managed values and registered defaults are
    /// not. See <doc:TSUDSync> for what happens when several devices change one setting.
    ///
    /// A value from the store that a setting can't read, or refuses in `validate(_:)`, is reported to the setting and
    /// changes nothing. What the store refuses is reported as `TSUDError.Code.notSynced`, once for each cause. A store
    /// that can't be reached is tried again after a second, and then after up to a minute.
    ///
    /// The settings' own code, such as `validate(_:)`, runs in the isolation in which this method is called.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - suite: the suite of all settings; `nil` for each setting's own, or the suite of an enclosing
    ///     `withEphemeralSuite`.
    ///   - isolation: the isolation of the caller.
    /// - Returns: the synchronization, which ends when it is deallocated.
    public func sync(
        with store: some SharedStore,
        in suite: UserDefaults? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) -> TSUDSynchronization {
        sync(with: store, in: suite, pace: Pace(), isolation: isolation)
    }

    func sync(
        with store: some SharedStore,
        in suite: UserDefaults?,
        pace: Pace,
        isolation: isolated (any Actor)? = #isolation
    ) -> TSUDSynchronization {
        let settings = map { SyncedName(key: $0, suite: suite ?? $0.currentSuite) }
        let names = Set(settings.map(\.name))
        let (inbox, log) = (Inbox(), EventLog())
        let exchange = Exchange(settings, with: store, ground: suite ?? commonGround.currentSuite) { log.add($0) }
        // Both run in the caller's isolation, because they capture it.
        nonisolated(unsafe) let (confined, changes) = (exchange, changes(in: suite))
        let exchanging = Task {
            _ = isolation
            await exchangeAll(in: inbox, by: confined, pace: pace, log: log)
        }
        let listening = Task {
            _ = isolation
            for await key in changes { inbox.add([key.stringKey]) }
        }
        let hearing = Task { await hear(store, about: names, into: inbox, pace: pace) }
        inbox.add(names)
        return TSUDSynchronization([exchanging, listening, hearing], log)
    }
}

/// A list of settings that is being synchronized with a store; see `sync(with:in:isolation:)`.
///
/// It ends when it is deallocated. What has been written until then but not sent is sent the next time.
public final class TSUDSynchronization: Sendable {
    private let tasks: [Task<Void, Never>]
    private let log: EventLog

    init(_ tasks: [Task<Void, Never>], _ log: EventLog) {
        self.tasks = tasks
        self.log = log
    }

    deinit {
        for task in tasks { task.cancel() }
    }

    /// Waits until the store has answered for the first time, and both sides are equal.
    ///
    /// As long as the store can't be reached, it waits, unless the task is cancelled.
    public func firstExchange() async { await log.firstExchange() }

    /// What happens from now on: each value that arrives or is sent, and each failure once.
    ///
    /// The sequence ends with the synchronization. It keeps all events for a slow reader.
    public func events() -> AsyncStream<TSUDSyncEvent> { log.events() }
}
