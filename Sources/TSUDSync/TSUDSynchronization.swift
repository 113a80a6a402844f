public import Foundation
public import TSUD

extension Collection where Element == any TSUD.Type {
    /// Keeps the settings and a store equal for as long as you keep the result.
    ///
    /// ```swift
    /// import TSUDSync
    ///
    /// let endpoints = [URL(string: "http://127.0.0.1:2379")!]
    /// let settings: [any TSUD.Type] = [fontSize.self, username.self]
    /// let sync = settings.sync(with: .etcd(at: endpoints, prefix: "editor/"))
    /// await sync.waitForFirstSync()
    /// ```
    ///
    /// The settings stay in user defaults: reading and writing cost the same as without a store, and need no network.
    /// TSUDSync synchronizes stored values, but no launch arguments, managed values, or registered defaults. See
    /// <doc:Conflicts> for changes on several devices.
    ///
    /// If a setting can't read a value from the store, or rejects it in `validate(_:)`, TSUDSync reports that to the
    /// setting and changes nothing. If the store rejects a value, TSUDSync reports `TSUDError.Code.notSynced`, once for
    /// each cause. The same applies to a setting with more than 1,000 members, and to a string of more than a megabyte.
    /// TSUDSync retries an unreachable store after about a second, and then after up to a minute.
    ///
    /// The settings' own code, such as `validate(_:)`, runs in the isolation in which you call this method, until that
    /// actor is released.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - suite: The suite of all settings; `nil` for each setting's own, or the suite of an enclosing
    ///     `withEphemeralSettings`.
    ///   - isolation: The isolation of the caller.
    /// - Returns: The synchronization, which ends when it is deallocated.
    public func sync(
        with store: some SharedStore,
        in suite: UserDefaults? = nil,
        isolation: isolated (any Actor)? = #isolation
    ) -> TSUDSynchronization {
        synchronize(with: store, in: suite, isFollowing: false, isolation: isolation)
    }

    /// Stores the store's values here, and never writes to the store, for as long as you keep the result.
    ///
    /// ```swift
    /// import TSUDSync
    ///
    /// let endpoints = [URL(string: "http://127.0.0.1:2379")!]
    /// let settings: [any TSUD.Type] = [fontSize.self, username.self]
    /// let fleet = settings.follow(.etcd(at: endpoints, prefix: "service/"))
    /// if await !fleet.waitForFirstSync(within: .seconds(5)) { print(fleet.status) }
    /// ```
    ///
    /// Use this method on the machines of a fleet, whose settings an operator writes. It needs only the permission to
    /// read. It resets values that the store has removed. Values that the store never had, or lost with its store ID,
    /// stay. If the store has the name, TSUDSync reverts a change on this machine, and reports it as
    /// ``TSUDSyncEvent/overwritten(name:text:)``.
    ///
    /// If one change would reset more than half of the settings, and at least ten, TSUDSync resets none. It reports this
    /// until an operator confirms it; see <doc:SynchronizingThroughEtcd>.
    ///
    /// Otherwise, this method works like `sync(with:in:isolation:)`.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - suite: The suite of all settings; `nil` for each setting's own, or the suite of an enclosing
    ///     `withEphemeralSettings`.
    ///   - delay: The range of the random time for which a change of the store waits, to spread the machines of a
    ///     fleet.
    ///   - isolation: The isolation of the caller.
    /// - Returns: The synchronization, which ends when it is deallocated.
    public func follow(
        _ store: some SharedStore,
        in suite: UserDefaults? = nil,
        delay: ClosedRange<Duration> = .zero ... .milliseconds(200),
        isolation: isolated (any Actor)? = #isolation
    ) -> TSUDSynchronization {
        synchronize(with: store, in: suite, isFollowing: true, delay: delay, isolation: isolation)
    }
}

extension Collection where Element == any TSUD.Type {
    /// Synchronizes the settings, or follows the store, with some pauses between attempts.
    func synchronize(
        with store: any SharedStore,
        in suite: UserDefaults?,
        isFollowing: Bool,
        delay: ClosedRange<Duration>? = nil,
        pace: Pace = Pace(),
        isolation: isolated (any Actor)?
    ) -> TSUDSynchronization {
        var names: Set<String> = []
        let listed = handles(in: suite).filter { names.insert($0.name).inserted }
        var reason = suite == nil && isProcessEphemeral ? "the process has ephemeral settings" : nil
        if !isFollowing, let etcd = store as? EtcdStore, etcd.prefixes.count > 1 {
            reason = "several prefixes can only be followed"
        }
        let usable = listed.filter { !StoreID.isReserved($0.name) }
        let (reservation, others) = SettingsInUse.shared.reserve(reason == nil ? usable : [], for: store.identifier)
        let free = usable.filter { others[$0.name] == nil }
        let state = SyncState(free, isFollowing: isFollowing, delay: delay, pace: pace)
        let synchronizer = Synchronizer(free, with: store, isFollowing: isFollowing, state, isolation: isolation)
        let settings = synchronizer.settings
        let (events, continuation) = AsyncStream.makeStream(
            of: TSUDSyncEvent.self,
            bufferingPolicy: .bufferingNewest(1_000)
        )
        synchronizer.event = { continuation.yield($0) }
        for name in listed {
            let reason =
                StoreID.isReserved(name.name)
                ? "TSUDSync reserves this name for the store ID"
                : others[name.name].map { "it is already synchronized with \($0)" }
            if let reason { synchronizer.report(SharedStoreRejection(reason), of: NamedHandle(name)) }
        }
        if let reason { synchronizer.report(SharedStoreRejection(reason)) }
        for report in synchronizer.takeReports() { report.name.handle.setting.report(report.error) }
        if settings.count < listed.count { state.rejectSome() }
        if reason != nil || settings.isEmpty {
            state.rejectAll()
            return TSUDSynchronization([], state, reservation, events, continuation)
        }
        // Only the first task uses it.
        nonisolated(unsafe) let confined = synchronizer
        let synchronizing = Task { await syncAll(state, by: confined) }
        let changes = ListReader(settings.map(\.handle))
        let observing = Task {
            while await changes.change() {
                state.add(changed: Set(changes.takeNames().map { settings[$0.setting].name }))
            }
        }
        state.add(changed: Set(settings.map(\.name)))
        state.addAll()
        let receiving = Task { await receiveChanges(of: store, state) }
        return TSUDSynchronization([synchronizing, observing, receiving], state, reservation, events, continuation)
    }
}

/// A list of settings that is synchronized with a store, or follows one.
///
/// It ends when it is deallocated. TSUDSync sends the remaining changes in the next synchronization.
public final class TSUDSynchronization: Sendable {
    private let tasks: [Task<Void, Never>]
    private let state: SyncState
    private let reservation: SettingsInUse.Reservation
    private let continuation: AsyncStream<TSUDSyncEvent>.Continuation
    /// The events, in order; the latest thousand wait for a reader.
    ///
    /// One task at a time may read them. The sequence ends with the synchronization, so keep the synchronization while
    /// you read.
    public let events: AsyncStream<TSUDSyncEvent>

    init(
        _ tasks: [Task<Void, Never>],
        _ state: SyncState,
        _ reservation: SettingsInUse.Reservation,
        _ events: AsyncStream<TSUDSyncEvent>,
        _ continuation: AsyncStream<TSUDSyncEvent>.Continuation
    ) {
        (self.tasks, self.state, self.reservation) = (tasks, state, reservation)
        (self.events, self.continuation) = (events, continuation)
    }

    deinit {
        for task in tasks { task.cancel() }
        continuation.finish()
    }

    /// Waits until the store has responded and both sides of all settings are equal.
    ///
    /// It waits as long as the store can't be reached or rejects a setting, unless the task is canceled.
    public func waitForFirstSync() async { await state.waitForFirstSync() }

    /// Waits for the first sync, for a limited time.
    ///
    /// - Parameter limit: The longest time to wait, such as `.seconds(5)`.
    /// - Returns: Whether the store has responded, and both sides of all settings were equal.
    public func waitForFirstSync(within limit: Duration) async -> Bool {
        await wait(limit) { await self.waitForFirstSync() }
        return state.hasSynced
    }

    /// Waits until the store has all changes made here before the call, for a limited time.
    ///
    /// ```swift
    /// import TSUDSync
    ///
    /// let endpoints = [URL(string: "http://127.0.0.1:2379")!]
    /// let settings: [any TSUD.Type] = [fontSize.self, username.self]
    /// let sync = settings.sync(with: .etcd(at: endpoints, prefix: "editor/"))
    /// fontSize.value = 14
    /// if await !sync.flush(within: .seconds(5)) { print(sync.status) }
    /// ```
    ///
    /// Call this method before a program ends that has changed a setting. If you don't, TSUDSync sends the change when
    /// the program runs next. If another device has changed the same setting, its value is stored here when this method
    /// returns. For a list that follows, this method waits until the store's values are stored here.
    ///
    /// - Parameter limit: The longest time to wait, such as `.seconds(5)`.
    /// - Returns: Whether the store has all changes. The result is `false` if the time is over, if any name is pending,
    ///   or if both sides of a setting stay different. For example, a launch argument can override the value here, or
    ///   the store's value can be invalid.
    public func flush(within limit: Duration) async -> Bool {
        await wait(limit) { await self.state.flush() } ?? false
    }

    /// The result of a closure, if it returns in time.
    @discardableResult
    private func wait<Result: Sendable>(
        _ limit: Duration,
        _ body: @escaping @Sendable () async -> Result
    ) async -> Result? {
        await withTaskGroup(of: Result?.self) { group in
            group.addTask { await body() }
            group.addTask {
                try? await Task.sleep(for: limit)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }

    /// The current state, available at once.
    ///
    /// Reading it costs a lookup for each setting.
    public var status: TSUDSyncStatus { state.status }
}
