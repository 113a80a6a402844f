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
    /// await sync.waitForFirstSync()
    /// ```
    ///
    /// The settings stay in user defaults: reading and writing cost what they cost without a store, and need no
    /// network. What is synchronized is what is stored. Launch arguments, managed values and registered defaults are
    /// not. See <doc:TSUDSync> for what happens when several devices change one setting.
    ///
    /// A value from the store that a setting can't read, or refuses in `validate(_:)`, is reported to the setting and
    /// changes nothing. What the store refuses is reported as `TSUDError.Code.notSynced`, once for each cause; that
    /// includes a setting with more than 1,000 members, and a text of more than a megabyte. A store that can't be reached
    /// is tried again after about a second, and then after up to a minute.
    ///
    /// The settings' own code, such as `validate(_:)`, and `note` run in the isolation in which this method is called.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - suite: the suite of all settings; `nil` for each setting's own, or the suite of an enclosing
    ///     `withEphemeralSettings`.
    ///   - isolation: the isolation of the caller.
    ///   - note: is called with what happens: each value that arrives, is sent or gives way, and each failure once.
    /// - Returns: the synchronization, which ends when it is deallocated.
    public func sync(
        with store: some SharedStore,
        in suite: UserDefaults? = nil,
        isolation: isolated (any Actor)? = #isolation,
        note: @escaping (TSUDSyncEvent) -> Void = { _ in }
    ) -> TSUDSynchronization {
        exchange(with: store, isFollowing: false, in: suite, isolation: isolation, note)
    }

    /// Stores here what a store has for the settings of the list, and never writes there, for as long as the result is
    /// kept.
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
    /// It is for the machines of a fleet, whose settings an operator writes, and needs only the permission to read. What
    /// the store has is stored here, and what it has removed since is reset. What it never had stays. A change on this
    /// device of what the store has is put back, and told as ``TSUDSyncEvent/lost(name:text:)``. If the store has lost
    /// its identity, nothing that is missing there is reset; see <doc:TSUDSync>.
    ///
    /// Otherwise it is like `sync(with:in:isolation:note:)`.
    ///
    /// - Parameters:
    ///   - store: the store.
    ///   - suite: the suite of all settings; `nil` for each setting's own, or the suite of an enclosing
    ///     `withEphemeralSettings`.
    ///   - isolation: the isolation of the caller.
    ///   - note: is called with what happens: each value that arrives or gives way, and each failure once.
    /// - Returns: the synchronization, which ends when it is deallocated.
    public func follow(
        _ store: some SharedStore,
        in suite: UserDefaults? = nil,
        isolation: isolated (any Actor)? = #isolation,
        note: @escaping (TSUDSyncEvent) -> Void = { _ in }
    ) -> TSUDSynchronization {
        exchange(with: store, isFollowing: true, in: suite, isolation: isolation, note)
    }

    private func exchange(
        with store: some SharedStore,
        isFollowing: Bool,
        in suite: UserDefaults?,
        isolation: isolated (any Actor)?,
        _ note: @escaping (TSUDSyncEvent) -> Void
    ) -> TSUDSynchronization {
        let listed = map { SyncedName(key: $0, suite: suite ?? $0.currentSuite) }
        let isRefused = suite == nil && isProcessEphemeral
        let (taken, others) = SettingsInUse.shared.take(isRefused ? [] : listed, for: store.identifier)
        let names = listed.filter { others[$0.name] == nil }
        let (all, state) = (Set(names.map(\.name)), SyncState(names, isFollowing: isFollowing))
        let exchange = Exchange(names, with: store, isFollowing: isFollowing, state)
        exchange.event = note
        for name in listed {
            guard let other = others[name.name] else { continue }
            exchange.report(SharedStoreRejection("it is already synchronized with \(other)"), of: name)
        }
        if isRefused { exchange.report(SharedStoreRejection("the process has ephemeral settings")) }
        if isRefused || names.isEmpty {
            state.refuse()
            return TSUDSynchronization([], state, taken, [])
        }
        // Both run in the caller's isolation, because they capture it.
        nonisolated(unsafe) let (confined, changes) = (exchange, changes(in: suite))
        let exchanging = Task {
            _ = isolation
            await exchangeAll(state, by: confined)
        }
        let listening = Task {
            _ = isolation
            for await key in changes { state.add(changed: [key.stringKey]) }
        }
        state.add(changed: all, heard: all)
        let hearing = Task { await hear(store, about: all, state) }
        return TSUDSynchronization([exchanging, listening, hearing], state, taken, all)
    }
}

/// A list of settings that is being synchronized with a store, or follows one.
///
/// It ends when it is deallocated. What has been written until then but not sent is sent the next time.
public final class TSUDSynchronization: Sendable {
    private let tasks: [Task<Void, Never>]
    private let state: SyncState
    private let taken: SettingsInUse.Taken
    private let settings: Set<String>

    init(
        _ tasks: [Task<Void, Never>],
        _ state: SyncState,
        _ taken: SettingsInUse.Taken,
        _ settings: Set<String>
    ) {
        (self.tasks, self.state, self.taken, self.settings) = (tasks, state, taken, settings)
    }

    deinit {
        for task in tasks { task.cancel() }
    }

    /// Waits until the store has answered for the first time, and both sides of all settings are equal.
    ///
    /// As long as the store can't be reached or refuses one of them, it waits, unless the task is cancelled.
    public func waitForFirstSync() async { await state.waitForFirstSync() }

    /// Waits until the store has answered for the first time, but not longer than some time.
    ///
    /// - Parameter limit: the time, such as `.seconds(5)`.
    /// - Returns: whether the store has answered, and both sides of all settings were equal.
    public func waitForFirstSync(within limit: Duration) async -> Bool {
        await wait(limit) { await self.waitForFirstSync() }
        return state.hasExchanged
    }

    /// Waits until the store has all that was written here before this call, but not longer than some time.
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
    /// A program that stores a setting and ends needs it; otherwise what it has stored is sent when it runs next. After
    /// failures it waits as long as any attempt does. Where others have changed the same, their value is here then. Of a
    /// list that only follows, it waits until what the store has is here.
    ///
    /// - Parameter limit: the time, such as `.seconds(5)`.
    /// - Returns: whether the store has it. It answers `false` if the time is over, or something can't be sent, such as a
    ///   value that a launch argument hides.
    public func flush(within limit: Duration) async -> Bool {
        await wait(limit) { await self.state.flush(self.settings) } ?? false
    }

    /// What a closure returns, if it does so in time.
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

    /// Whether the store is reached, since when, why not, whether changes are heard, and which names wait.
    ///
    /// It costs a look at each setting.
    public var status: TSUDSyncStatus { state.status }
}
