import Foundation
import TSUD

/// Makes the settings of a list and a store equal.
///
/// Three states decide about each name: the local value, the remote value, which is that in the store, and the last
/// synced value.
///
/// - Only the local value has changed: send it.
/// - Only the remote value has changed: receive it.
/// - Both have changed, or no last synced value exists: receive it, since all devices see the store's order. If the
///   store has nothing, send the local value.
///
/// A list that follows receives the store's value whenever one side has changed, and sends nothing.
///
/// A pass reads both sides, decides about all names, and records its intentions; then it receives, and then it sends.
/// Each of these changes a suite once. One task at a time may use it.
final class Synchronizer {
    let settings: [NamedHandle]
    let isolation: SettingsIsolation
    private let owners: Set<String>
    /// The settings whose names begin with the name of another one and a slash, by that.
    private let nested: [String: Set<String>]
    let store: any SharedStore
    let isFollowing: Bool
    let state: SyncState
    let rules: SyncRules
    /// A function that receives the events, each after the change of either side.
    var event: (TSUDSyncEvent) -> Void = { _ in }

    /// The remote values that can't be stored, and the local values, by name; TSUDSync treats them as last synced.
    ///
    /// They exist only in memory, because the next version of the program may be able to read them.
    var unreadable: [String: LastSynced] = [:]
    /// The causes of errors that were reported, by setting.
    var reportedCauses: [String: Set<String>] = [:]
    /// The errors to report to the settings at the end of the pass.
    var reports: [(name: NamedHandle, error: TSUDError)] = []
    /// The reasons why both sides stay different, by setting; that of removals is under their name in the store.
    var waiting: [String: String] = [:]
    /// The name to begin with when strings are sent again.
    var firstToTry: String?
    /// The versions of this process's fences, by name.
    var fences: [String: String] = [:]
    /// The fingerprints of other stores, whose writes this process doesn't settle.
    var foreignStores: Set<String> = []
    /// The fingerprint of the store and its ID, and the moment of the last reading of each setting.
    var knownStore: KnownStore?
    /// The latest numbers that the last synced values and removals have, by store.
    var latest: [String: Int] = [:]
    /// The current pass, or the last one.
    var pass = Pass()

    /// Synchronizes settings with a store; call it in the isolation of the settings.
    init(
        _ settings: [any AnyHandle],
        with store: any SharedStore,
        isFollowing: Bool,
        _ state: SyncState? = nil,
        rules: SyncRules = SyncRules(),
        isolation: (any Actor)? = #isolation
    ) {
        (self.store, self.isFollowing) = (store, isFollowing)
        self.settings = settings.map(NamedHandle.init)
        self.isolation = SettingsIsolation(isolation)
        self.rules = rules
        let owners = Set(self.settings.map(\.name))
        self.owners = owners
        nested = owners.reduce(into: [:]) { nested, name in
            var rest = name[...]
            while let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")) {
                rest = rest[..<slash]
                if owners.contains(String(rest)) { nested[String(rest), default: []].insert(name) }
            }
        }
        self.state = state ?? SyncState(settings, isFollowing: isFollowing)
    }

    /// The settings of one call of ``sync(_:reported:_:)``, their last synced values, and the outcome.
    struct Pass {
        var settings: [NamedHandle] = []
        /// The last synced values, when they were read last, by suite and name.
        var records: [SuiteIdentity: [String: Record]] = [:]
        /// The removals of each suite, when they were read last.
        var removals: [SuiteIdentity: Removals] = [:]
        /// The settings that the pass has not brought to an end.
        var unfinished: Set<String> = []
        /// The settings with a local change that can't be sent: an override takes precedence, the value can't be read,
        /// or the store has no store ID.
        var unsendable: Set<String> = []
        /// The settings that stay different on both sides until one of them changes.
        var unequal: Set<String> = []
        /// The causes of errors, by setting.
        var causes: [String: Set<String>] = [:]
    }

    /// Makes both sides equal under the names of some settings.
    ///
    /// - Parameters:
    ///   - names: the settings.
    ///   - reported: the settings among them that may have changed in the store. For the others, it reads the store
    ///     only if they have changed locally.
    ///   - updates: new values in the store of these and other settings.
    /// - Returns: the settings to synchronize again, because both sides changed in the meantime or the store rejects
    ///   something.
    /// - Throws: the error of the store, if it can't be reached or read, or of a suite. The changes until then stay,
    ///   and are not ``unfinished``.
    func sync(
        _ names: Set<String>,
        reported: Set<String>,
        _ updates: [String: [String: SharedUpdate]] = [:]
    ) async throws -> Set<String> {
        do {
            try await runPass(over: names, reported: reported, updates)
        } catch {
            await deliverReports()
            throw error
        }
        await deliverReports()
        if let reason = waiting.values.min() { state.update { $0.reason = reason } }
        return pass.unfinished
    }

    private func runPass(
        over names: Set<String>,
        reported: Set<String>,
        _ updates: [String: [String: SharedUpdate]]
    ) async throws {
        let all = names.union(updates.keys)
        pass = Pass(settings: settings.filter { all.contains($0.name) }, unfinished: all)
        var sides = await readSides()
        if try await settleAttempts() { sides = await readSides() }
        let news = news(updates, sides)
        let read = sides.filter { side in
            let name = side.setting.name
            if reported.contains(name) || news.unordered.contains(name) { return true }
            return names.contains(name) && side.hasChanged
        }
        pass.unfinished = Set(read.map(\.setting.name))
        let known = sides.filter { side in
            news.values[side.setting.name] != nil && !pass.unfinished.contains(side.setting.name)
        }
        var actions: [Action] = []
        var failure: (any Error)?
        if let knownStore, !known.isEmpty {
            var values: [String: SharedUpdate] = [:]
            for side in known { values.merge(news.values[side.setting.name] ?? [:]) { $1 } }
            let contents = Contents(updates: values, in: knownStore)
            actions += await decide(known, contents)
        }
        for part in read.parts(of: rules.readingSize) {
            do {
                let contents = try await self.read(part.map(\.setting.name))
                pass.unfinished.subtract(part.map(\.setting.name))
                actions += await decide(Array(part), contents)
            } catch {
                failure = error
                break
            }
        }
        do {
            // The store has another history, so nothing changes.
            if knownStore == nil, let failure { throw failure }
            if failure == nil {
                guard let limited = try await limitingRemovals(actions, isWhole: read.count == settings.count) else {
                    let all = Set(settings.map(\.name))
                    return try await runPass(over: all, reported: all, [:])
                }
                actions = limited
            } else if isFollowing {
                // A part of a reading doesn't show how many values are missing.
                for action in actions where action.value == nil { repeatLater(action.name) }
                actions.removeAll { $0.value == nil }
            }
            try await carryOut(actions)
        } catch {
            for action in actions { repeatLater(action.name) }
            failure = error
        }
        for side in read + known where failure == nil {
            reportedCauses[side.setting.name] = pass.causes[side.setting.name]
        }
        if let failure { throw failure }
        // iCloud doesn't report which of them it has rejected.
        if (store as? UbiquitousStore)?.isOverQuota == true { pass.unequal = all }
    }

    /// Notes that a setting has to be synchronized again.
    func repeatLater(_ name: NamedHandle) { pass.unfinished.insert(name.settingName) }

    /// Notes that a setting differs on both sides, and stays so.
    func noteUnequal(_ name: NamedHandle) { pass.unequal.insert(name.settingName) }

    // MARK: Reading this device

    /// Returns the local values of the settings of the pass, with the last synced values.
    private func readSides() async -> [Side] {
        readRecords()
        let records = pass.records.mapValues { all in Dictionary(grouping: all) { owner(of: $0.key) ?? "" } }
        let names = StoredNames(in: Dictionary(grouping: pass.settings, by: \.suiteIdentity).values.map { $0[0].suite })
        let objects = await isolation.map(pass.settings) { name, _ in
            var names = names
            return name.handle.storedObjectsByName(&names)
        }
        let sides = zip(pass.settings, objects).map { setting, objects in
            let own = records[setting.suiteIdentity]?[setting.name] ?? []
            let byName = Dictionary(uniqueKeysWithValues: own.map { ($0.key, $0.value) })
            let stored = objects.filter { owner(of: $0.key) == setting.name }
            let local = stored.mapValues { fingerprint(of: $0) }
            return Side(setting: setting, objects: stored, local: local, records: byName)
        }
        state.note(sides)
        return sides
    }

    /// Reads the last synced values of the settings of the pass.
    func readRecords() {
        let names = Set(pass.settings.map(\.name))
        for (suite, settings) in Dictionary(grouping: pass.settings, by: \.suiteIdentity) {
            // First, so that a removal in between isn't missed.
            let removals = Removals(stored: Removals.place(in: settings[0].suite).stored)
            pass.removals[suite] = removals
            latest[removals.store] = max(latest[removals.store] ?? 0, removals.number)
            let records = records(of: names, in: settings[0].suite)
            pass.records[suite] = records
            for record in records.values { noteLatest(record.lastSynced) }
        }
    }

    private func records(of names: Set<String>, in suite: UserDefaults) -> [String: Record] {
        Record.all(in: suite) { owner(of: $0).map(names.contains) ?? false }
    }

    /// Reads the last synced values of the whole list.
    func allRecords() -> [String: Record] {
        var all: [String: Record] = [:]
        for settings in Dictionary(grouping: settings, by: \.suiteIdentity).values {
            all.merge(records(of: owners, in: settings[0].suite)) { $1 }
        }
        return all
    }

    func owner(of name: String) -> String? { name.owner(among: owners) }

    /// Returns the names of some settings, and of all settings whose names begin with one of them and a slash.
    func withNested(_ names: [String]) -> [String] {
        Array(names.reduce(into: Set(names)) { $0.formUnion(nested[$1] ?? []) })
    }

    // MARK: Deciding

    /// Returns the actions that the three states of some settings require, and that are possible now.
    private func decide(_ sides: [Side], _ contents: Contents) async -> [Action] {
        let names = Dictionary(grouping: contents.names) { owner(of: $0) }
        var actions: [Action] = []
        for side in sides {
            for name in self.names(of: side, names[side.setting.name] ?? [], contents) {
                if let action = action(name, side, contents) { actions.append(action) }
            }
        }
        let states = await isolation.map(actions.map(\.name)) { name, _ in name.resolved().map(HandleState.init(of:)) }
        return zip(actions, states).compactMap { action, state in
            state.flatMap { possible(action, $0, hasStoreID: contents.hasStoreID) }
        }
    }

    /// Returns the names of a setting and its members: the local, the remote, and the last synced ones, sorted.
    private func names(of side: Side, _ remote: [String], _ contents: Contents) -> [String] {
        let setting = side.setting.name
        if contents.isPartial { return remote.sorted() }
        // TSUDSync then syncs no member, because a part of them would make the others appear removed.
        let isCut = contents.incomplete.contains(setting)
        if isCut || [Array(side.local.keys), remote].contains(where: { $0.count { $0 != setting } > 1_000 }) {
            let rejection = SharedStoreRejection("it has more than 1,000 members")
            report(rejection, of: side.setting)
            waiting[setting] = known(rejection, of: side.setting)?.description
            noteUnequal(side.setting)
            return [setting]
        }
        waiting[setting] = nil
        return Set(side.local.keys).union(remote).union(side.records.keys).filter { owner(of: $0) == setting }.sorted()
    }

    /// Returns the action that the three states of a name require; `nil` if none is necessary.
    private func action(_ stored: String, _ side: Side, _ contents: Contents) -> Action? {
        let record = side.records[stored] ?? Record(handle: lastSynced.in(side.setting.suite).of(stored))
        let last = rules.lastSynced(record, with: contents.store)
        // The outcome of the last write is still unknown.
        if last.attempt != nil, !isFollowing {
            repeatLater(side.setting)
            return nil
        }
        let (local, remote) = (side.local[stored] ?? "", contents.fingerprints[stored] ?? "")
        let name = side.setting.named(stored)
        let step = step(name, local, remote, last)
        if step == .nothing { return nil }
        return Action(
            name: name,
            step: step,
            local: local,
            value: contents.values[stored],
            remote: remote,
            number: contents.number(of: stored),
            isReported: contents.isPartial,
            last: last,
            record: record
        )
    }

    /// Returns the step for a name; it treats a remote value that can't be stored as last synced.
    private func step(_ name: NamedHandle, _ local: String, _ remote: String, _ last: LastSynced) -> SyncRules.Step {
        var last = last
        if let unreadable = unreadable[name.name], unreadable.remote == remote {
            last = unreadable
            noteUnequal(name)
        }
        return rules.step(local, remote, last, isFollowing: isFollowing)
    }

    /// Returns an action, with another step if its local value is invisible; `nil` if it has to wait.
    ///
    /// It reports that an administrator's file locks the setting.
    private func possible(_ action: Action, _ state: HandleState, hasStoreID: Bool) -> Action? {
        var action = action
        action.name = state.name
        if let lock = state.lock {
            report(lock, of: action.name)
            noteUnequal(action.name)
            return nil
        }
        if state.visibility == .unknown {
            // TSUDSync treats it as unchanged.
            (action.local, action.isVisible) = (action.last.local, false)
            action.step = step(action.name, action.local, action.remote, action.last)
        }
        switch action.step {
        case .nothing: return nil
        // Without a store ID, TSUDSync treats no missing value as removed.
        case .receive: return action.remote.isEmpty && !hasStoreID ? nil : action
        case .send:
            if state.visibility == .known, hasStoreID { return action }
            noteUnsendable(action)
            if !hasStoreID { repeatLater(action.name) }
            return nil
        }
    }

    func noteUnsendable(_ action: Action) { pass.unsendable.insert(action.name.settingName) }

    // MARK: Carrying out

    /// Records the intentions, receives, and sends.
    private func carryOut(_ actions: [Action]) async throws {
        let incoming = await incoming(actions.filter { $0.step == .receive })
        let sending = try await prepare(await withTexts(actions.filter { $0.step == .send }))
        // If the process ends after this, the next process finds its intentions in the records.
        let new = incoming.filter { $0.change != nil && !$0.action.name.isSavedAtOnce }
        let noted = try note(
            new.map { ($0.action, receiving($0.action)) } + sending.new.joined().map { ($0, self.sending($0)) }
        )
        let current = incoming.compactMap { value -> Incoming? in
            if value.change == nil || value.action.name.isSavedAtOnce { return value }
            var value = value
            guard let action = noted[value.action.name.name] else { return nil }
            value.action = action
            return value
        }
        try receive(current)
        let requests = sending.new.map { $0.compactMap { noted[$0.name.name] } }
        try await write(requests, equal: sending.equal)
    }

    /// Records last synced values.
    ///
    /// - Returns: the actions by name, with the new records. An action is missing if its record has changed since
    ///   TSUDSync read it. The next pass decides again.
    @discardableResult
    func note(
        _ new: [(action: Action, last: LastSynced)],
        _ values: [String: PreparedChange] = [:]
    ) throws -> [String: Action] {
        let changes = try new.map { try rules.change($0.action, $0.last, values[$0.action.name.name]) }
        let (made, removals) = try changes.make(after: pass.removals)
        pass.removals = removals
        var noted: [String: Action] = [:]
        for (action, last) in new {
            guard made.contains(action.name.name) else {
                repeatLater(action.name)
                continue
            }
            var action = action
            (action.last, action.record.stored) = (last, last.stored)
            noteLatest(last)
            noted[action.name.name] = action
        }
        return noted
    }

    private func noteLatest(_ last: LastSynced) {
        if let number = last.number ?? last.removal { latest[last.store] = max(latest[last.store] ?? 0, number) }
    }

    /// Returns the record that the store's value is about to be stored.
    private func receiving(_ action: Action) -> LastSynced {
        var last = action.last
        last.doubt(action.number)
        return last
    }

    /// Returns the record that a string is about to be sent.
    func sending(_ action: Action) -> LastSynced {
        var last = action.last
        last.remote = action.remote
        last.attempt = action.attempt
        return last
    }

    /// Returns the last synced value once both sides are equal, given the fingerprints.
    func synced(_ action: Action, local: String, remote: String) -> LastSynced {
        unreadable[action.name.name] = nil
        return rules.synced(action, local: local, remote: remote)
    }
}

extension NamedHandle {
    /// Whether a suite saves a value and its record together, so that none of them can be missing after a power cut.
    fileprivate var isSavedAtOnce: Bool { suite.filePath != nil }
}

/// The properties of a setting or member that its own code determines.
private struct HandleState {
    let name: NamedHandle
    /// The error of a setting that an administrator's file locks.
    var lock: TSUDError?
    let visibility: Visibility

    init(of name: NamedHandle) {
        self.name = name
        visibility = name.handle.visibility
        do throws(TSUDError) { try name.handle.checkUnlocked() } catch { lock = error }
    }
}

extension Collection {
    /// The elements in parts of a length; the last one may be shorter.
    func parts(of length: Int) -> [SubSequence] {
        stride(from: 0, to: count, by: length).map { dropFirst($0).prefix(length) }
    }
}
