import Foundation
import TSUD

/// Makes the settings of a list and a store equal.
///
/// Three states decide about each name: the value stored here, the value in the store ("there"), and the last synced
/// value.
///
/// - Changed here only: send it.
/// - Changed there only: take it.
/// - Changed on both sides, or without a last synced value: take it, since all devices see the store's order. If the
///   store has nothing, send it.
///
/// A list that follows takes the store's value whenever one side has changed, and sends nothing.
///
/// A pass reads both sides, decides about all names, and records its intentions; then it takes, and then it sends. Each
/// of these changes a suite once. One task at a time may use it, in whose isolation the settings' code runs. Subclasses
/// in the tests break one rule each.
class Synchronizer {
    enum Step: Sendable { case nothing, take, send }

    /// Returns the step for a name, given the fingerprints of the three states.
    func step(here: String, there: String, last: LastSynced) -> Step {
        if isFollowing {
            // Values that the store never had stay.
            if there.isEmpty { return last.there.isEmpty ? .nothing : .take }
            return there != last.there || here != last.here ? .take : .nothing
        }
        if there != last.there { return .take }
        return here != last.here ? .send : .nothing
    }

    enum Age: Sendable { case new, outdated, unknown }

    /// Returns the age of an update, since another process of the suite may have synchronized a later state.
    func age(of update: Int, _ last: LastSynced, _ removals: Removals) -> Age {
        if let number = last.number { return update < number || update == number && !last.isInDoubt ? .outdated : .new }
        return removals.store == last.store && update <= removals.number ? .unknown : .new
    }

    let settings: [any AnyHandle]
    private let owners: Set<String>
    let store: any SharedStore
    let isFollowing: Bool
    /// Whether a change may reset most of the settings that the store had.
    let acceptsRemovals: Bool
    let state: SyncState
    /// A function that receives the events, each after the change of either side.
    var event: (TSUDSyncEvent) -> Void = { _ in }

    /// The store's values that can't be stored here, and the values here, by name; TSUDSync treats them as last synced.
    ///
    /// They exist only in memory, because the next version of the program may be able to read them.
    var unreadable: [String: LastSynced] = [:]
    /// The causes of errors that were reported, by setting.
    var reportedCauses: [String: Set<String>] = [:]
    var rivals = Rivals()
    /// The name to begin with when strings are sent again.
    var firstToTry: String?
    var fence = Fence()
    /// The fingerprints of other stores, whose writes this process doesn't settle.
    var foreignStores: Set<String> = []
    /// The fingerprint of the store and its ID, and the moment of the last reading of each setting.
    var knownStore: KnownStore?
    /// The store of the last synced value, and the latest number of one.
    var latest = (store: "", number: 0)
    /// The names that the store has removed, and that stay here until an operator confirms that.
    var brakedNames: Set<String> = []
    /// The current pass, or the last one.
    var pass = Pass()

    /// Synchronizes settings with a store.
    init(
        _ settings: [any AnyHandle],
        with store: any SharedStore,
        isFollowing: Bool,
        acceptsRemovals: Bool = false,
        _ state: SyncState? = nil
    ) {
        (self.settings, self.store, self.isFollowing) = (settings, store, isFollowing)
        self.acceptsRemovals = acceptsRemovals
        owners = Set(settings.map { $0.name })
        self.state = state ?? SyncState(settings, isFollowing: isFollowing)
    }

    /// The settings of one call of ``sync(_:reported:_:)``, their last synced values, and the outcome.
    struct Pass {
        var settings: [any AnyHandle] = []
        /// The last synced values, when they were read last, by suite and name.
        var records: [SuiteIdentity: [String: Record]] = [:]
        /// The removals of each suite, when they were read last.
        var removals: [SuiteIdentity: Removals] = [:]
        /// The settings that the pass has not brought to an end.
        var unfinished: Set<String> = []
        /// The settings with a change here that can't be sent: an override takes precedence, the value can't be read,
        /// or the store has no store ID.
        var withheld: Set<String> = []
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
    ///     only if they have changed here.
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
        let all = names.union(updates.keys)
        pass = Pass(settings: settings.filter { all.contains($0.name) }, unfinished: all)
        var sides = await look()
        if try await settleAttempts() { sides = await look() }
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
            let contents = await Contents(updates: values, in: knownStore)
            actions += await decide(known, contents)
        }
        // As many as the protocol of stores allows.
        for part in read.parts(of: 60) {
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
            try await carryOut(await braked(actions, isWhole: failure == nil))
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
        return pass.unfinished
    }

    /// Notes that a setting has to be synchronized again.
    func repeatLater(_ name: any AnyHandle) { pass.unfinished.insert(name.settingName) }

    /// Notes that a setting differs on both sides, and stays so.
    func noteUnequal(_ name: any AnyHandle) { pass.unequal.insert(name.settingName) }

    // MARK: Reading this device

    /// Returns the values of the settings of the pass here, with the last synced values.
    private func look() async -> [Side] {
        await readRecords()
        let records = pass.records.mapValues { all in Dictionary(grouping: all) { owner(of: $0.key) ?? "" } }
        var (names, slice, sides, objects) = (StoredNames(), Slice(), [Side](), [[String: Any]]())
        for setting in pass.settings {
            let own = records[setting.suite.suiteIdentity]?[setting.name] ?? []
            let byName = Dictionary(uniqueKeysWithValues: own.map { ($0.key, $0.value) })
            sides.append(Side(setting: setting, records: byName))
            objects.append(setting.storedObjectsByName(&names).filter { owner(of: $0.key) == setting.name })
            await slice.end()
        }
        nonisolated(unsafe) let found = objects
        for (index, prints) in await fingerprints(of: found).enumerated() {
            sides[index].here = prints.here
            for (name, error) in prints.errors {
                report(error, of: sides[index].setting.named(name))
                sides[index].unknown.insert(name)
                noteUnequal(sides[index].setting)
            }
            state.noteFormerNames(of: sides[index])
        }
        return sides
    }

    /// Reads the last synced values of the settings of the pass.
    func readRecords() async {
        let names = Set(pass.settings.map { $0.name })
        for (suite, settings) in Dictionary(grouping: pass.settings, by: \.suite.suiteIdentity) {
            pass.records[suite] = await records(of: names, in: settings[0].suite)
            pass.removals[suite] = Removals(stored: Removals.place(in: settings[0].suite).value)
        }
    }

    private func records(of names: Set<String>, in suite: UserDefaults) async -> [String: Record] {
        let owners = owners
        return await Record.all(in: lastSynced.in(suite)) { $0.owner(among: owners).map(names.contains) ?? false }
    }

    /// Reads the last synced values of the whole list.
    func allRecords() async -> [String: Record] {
        var all: [String: Record] = [:]
        for settings in Dictionary(grouping: settings, by: \.suite.suiteIdentity).values {
            all.merge(await records(of: owners, in: settings[0].suite)) { $1 }
        }
        return all
    }

    func owner(of name: String) -> String? { name.owner(among: owners) }

    // MARK: Deciding

    private func decide(_ sides: [Side], _ contents: Contents) async -> [Action] {
        let names = Dictionary(grouping: contents.names) { owner(of: $0) }
        var (actions, slice) = ([Action](), Slice())
        for side in sides {
            if rivals.haveWon(side, contents.store) {
                report(SharedStoreRejection("another process synchronizes it with another store"), of: side.setting)
                noteUnequal(side.setting)
                continue
            }
            for name in self.names(of: side, names[side.setting.name] ?? [], contents) {
                if let action = action(name, side, contents) { actions.append(action) }
                await slice.end()
            }
        }
        return actions
    }

    /// Returns the action for a name; `nil` if none is necessary or possible.
    private func action(_ stored: String, _ side: Side, _ contents: Contents) -> Action? {
        let print = contents.prints[stored] ?? ""
        brakedNames.remove(stored)
        if side.unknown.contains(stored) { return nil }
        let record = side.records[stored] ?? Record(handle: lastSynced.in(side.setting.suite).of(stored))
        let last = self.last(record, with: contents.store)
        // The outcome of the last write is still unknown.
        if last.attempt != nil, !isFollowing {
            pass.unfinished.insert(side.setting.name)
            return nil
        }
        let failed = unreadable[stored].flatMap { $0.there == print ? $0 : nil }
        if failed != nil { noteUnequal(side.setting) }
        var here = side.here[stored] ?? ""
        var step = step(here: here, there: print, last: failed ?? last)
        if step == .nothing { return nil }
        guard let name = side.setting.named(stored) else { return nil }
        do throws(TSUDError) {
            try name.checkUnlocked()
        } catch {
            report(error, of: name)
            noteUnequal(name)
            return nil
        }
        let visibility = name.visibility
        if visibility == .unknown {
            // TSUDSync treats it as unchanged.
            here = last.here
            step = self.step(here: here, there: print, last: failed ?? last)
        }
        let action = Action(
            name: name,
            here: here,
            there: contents.values[stored],
            print: print,
            number: contents.number(of: stored),
            last: last,
            record: record,
            visibility: visibility
        )
        switch step {
        case .nothing: return nil
        // Without a store ID, TSUDSync treats no missing value as removed.
        case .take: return print.isEmpty && !contents.hasStoreID ? nil : action
        case .send:
            if visibility == .known, contents.hasStoreID, let sending = withText(action) { return sending }
            pass.withheld.insert(name.settingName)
            if !contents.hasStoreID { repeatLater(name) }
            return nil
        }
    }

    /// Returns the last synced value with a store; an empty one if the record belongs to another store.
    func last(_ record: Record, with store: String) -> LastSynced {
        record.lastSynced.store == store ? record.lastSynced : LastSynced(store: store)
    }

    /// Returns whether one of the writes with a fence may still arrive.
    func mayArrive(_ attempts: [Attempt], _ fence: SharedValue) -> Bool {
        attempts.allSatisfy { $0.identifier != fence.text }
    }

    /// Returns the fingerprint that a write has left in the store; `nil` if it has not arrived, and can't any more.
    func outcome(of attempt: Attempt, _ name: String, _ contents: Contents) -> String? {
        guard let fence = contents.values[attempt.fence] else {
            let isThere = fingerprint(ofText: contents.values[name]?.text) == attempt.text
            return isThere ? contents.prints[name] ?? "" : nil
        }
        return fence.text == attempt.identifier ? stateFingerprint(attempt.text, version: fence.version) : nil
    }

    /// Returns the names of a setting and its members here, there, and in the last synced values, sorted.
    private func names(of side: Side, _ there: [String], _ contents: Contents) -> [String] {
        let setting = side.setting.name
        if contents.isPartial { return there.sorted() }
        // TSUDSync then syncs no member, because the limit would make some of them appear removed.
        if [Array(side.here.keys), there].contains(where: { $0.filter { $0 != setting }.count > 1_000 }) {
            report(SharedStoreRejection("it has more than 1,000 members"), of: side.setting)
            noteUnequal(side.setting)
            return [setting]
        }
        return Set(side.here.keys).union(there).union(side.records.keys).filter { owner(of: $0) == setting }.sorted()
    }

    // MARK: Carrying out

    /// Records the intentions, takes, and sends.
    private func carryOut(_ actions: [Action]) async throws {
        var (takings, equal, sends): ([Taking], [Taking], [Action]) = ([], [], [])
        var slice = Slice()
        for action in actions {
            if action.isSending {
                sends.append(action)
            } else if let taking = taking(action) {
                if taking.value == nil { equal.append(taking) } else { takings.append(taking) }
            }
            await slice.end()
        }
        let sending = try await prepare(sends)
        // If the process ends after this, the next process finds its intentions in the records.
        let underWay = takings.filter { !$0.action.name.isSavedAtOnce }.map { ($0.action, noteTaking($0.action)) }
        let noted = try await note(underWay + sending.new.map { ($0, noteSending($0)) })
        var current = equal
        for var taking in takings {
            if !taking.action.name.isSavedAtOnce {
                guard let action = noted[taking.action.name.name] else { continue }
                taking.action = action
            }
            current.append(taking)
        }
        try await take(current)
        try await write(sending.new.compactMap { noted[$0.name.name] }, equal: sending.equal)
    }

    /// Records last synced values.
    ///
    /// - Returns: the actions by name, with the new records. An action is missing if its record has changed since
    ///   TSUDSync read it. The next pass decides again.
    @discardableResult
    func note(
        _ new: [(action: Action, last: LastSynced)],
        _ values: [String: PreparedChange] = [:]
    ) async throws -> [String: Action] {
        let changes = new.map { action, last in
            let name = action.name.name
            return RecordChange(name: name, record: action.record, last: last, value: values[name])
        }
        let made = changes.isEmpty ? [] : try await changes.make()
        var noted: [String: Action] = [:]
        for (action, last) in new {
            guard made.contains(action.name.name) else {
                repeatLater(action.name)
                continue
            }
            var action = action
            (action.last, action.record.stored) = (last, last.stored)
            rivals.note(action.name.name)
            noteLatest(last)
            noted[action.name.name] = action
        }
        return noted
    }

    private func noteLatest(_ last: LastSynced) {
        if latest.store != last.store { latest = (last.store, 0) }
        latest.number = max(latest.number, last.number ?? 0)
    }

    /// Returns the record that the store's value is about to be stored here.
    func noteTaking(_ action: Action) -> LastSynced {
        var last = action.last
        last.doubt(action.number)
        return last
    }

    /// Returns the record that a string is about to be sent.
    func noteSending(_ action: Action) -> LastSynced {
        var last = action.last
        last.there = action.print
        last.attempt = action.attempt
        return last
    }

    /// Returns the last synced value once both sides are equal, given the fingerprint of the stored object here.
    func finish(_ action: Action, here: String, there: String) -> LastSynced {
        unreadable[action.name.name] = nil
        return LastSynced(store: action.last.store, here: here, there: there, removal: action.number)
    }
}

/// The values of a setting and its members here, and the last synced values, when they were read.
struct Side {
    let setting: any AnyHandle
    /// The fingerprints of the stored objects, by name.
    var here: [String: String] = [:]
    /// The names whose objects have no fingerprint.
    var unknown: Set<String> = []
    let records: [String: Record]

    /// Whether a value has changed here, or a pass was not finished, so the store has to be read.
    var hasChanged: Bool {
        here.contains { $1 != records[$0]?.lastSynced.here ?? "" }
            || records.contains { name, record in
                let last = record.lastSynced
                let isSame = here[name] ?? "" == last.here || unknown.contains(name)
                return !isSame || last.isInDoubt || last.attempt != nil
            }
    }
}

/// A step for a name, and the states that led to it.
struct Action {
    let name: any AnyHandle
    /// The fingerprint of the stored object here.
    var here: String
    let there: SharedValue?
    /// The fingerprint of the value there.
    let print: String
    /// The number of the change of the store that this value is from, or of the reading.
    let number: Int?
    var last: LastSynced
    var record: Record
    let visibility: Visibility
    /// The string to send; without a string it is removed there.
    var text: String?
    var isSending = false
    var attempt: Attempt?
}

extension AnyHandle {
    /// Whether a suite saves a value and its record together, so that none of them can be missing after a power cut.
    fileprivate var isSavedAtOnce: Bool { suite.filePath != nil }
}

/// A part of the work of an actor, which ends after about five milliseconds, so that other work can run in between.
struct Slice {
    private var start = ContinuousClock.now

    mutating func end() async {
        if start + .milliseconds(5) > .now { return }
        await Task.yield()
        start = .now
    }
}

/// The fingerprints of the objects of some settings, by name, outside the caller's actor.
@concurrent private func fingerprints(
    of objects: [[String: Any]]
) async -> [(here: [String: String], errors: [String: SharedStoreRejection])] {
    objects.map { objects in
        var (here, errors): ([String: String], [String: SharedStoreRejection]) = ([:], [:])
        for (name, object) in objects {
            do throws(SharedStoreRejection) {
                here[name] = try fingerprint(of: object)
            } catch {
                errors[name] = error
            }
        }
        return (here, errors)
    }
}

extension Collection {
    /// The elements in parts of a length; the last one may be shorter.
    func parts(of length: Int) -> [SubSequence] {
        stride(from: 0, to: count, by: length).map { dropFirst($0).prefix(length) }
    }
}
