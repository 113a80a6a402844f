import Foundation
import TSUD

/// Makes the settings of a list and a store equal.
///
/// Three states decide about each name: what is stored here, what is in the store ("there"), and what both last had in
/// common.
///
/// - Changed here only: it is sent.
/// - Changed there only: it is taken.
/// - Changed on both sides, or nothing is known in common: what is there is taken, since all see the store's order.
///   Only where nothing is there, what is here is sent.
///
/// Who only follows takes what is there whenever one side has changed, and sends nothing.
///
/// A pass looks at both sides, decides about all names, and notes what it is about to do; then it takes, and then it
/// sends. Each of these changes a suite once. It has to be used by one task at a time, in whose isolation the keys' code
/// runs. Subclasses in the tests break one rule each.
class Exchange {
    enum Step: Sendable { case nothing, take, send }

    /// What to do about a name, given the fingerprints of the three states.
    func step(here: String, there: String, common: Common) -> Step {
        if isFollowing {
            // What the store never had stays.
            if there.isEmpty { return common.there.isEmpty ? .nothing : .take }
            return there != common.there || here != common.here ? .take : .nothing
        }
        if there != common.there { return .take }
        // What has not arrived yet can't any more once what is here has been written after it.
        return here != common.here || common.isUnanswered ? .send : .nothing
    }

    let settings: [SyncedName]
    private let owners: Set<String>
    let store: any SharedStore
    let isFollowing: Bool
    let state: SyncState
    /// Is called after each change of either side.
    var event: (TSUDSyncEvent) -> Void = { _ in }

    /// What is there and can't be stored here, with what is here, by name: as if both had that in common.
    ///
    /// It is forgotten when the process ends, since the next version of the program may be able to read it.
    var unreadable: [String: Common] = [:]
    /// The causes of errors that were reported, by setting, and those of the current pass.
    var told: [String: Set<String>] = [:]
    var telling: [String: Set<String>] = [:]
    var rivals = Rivals()
    /// The name to begin with when texts are sent again.
    var firstToTry: String?
    /// The settings that the current pass has not brought to an end.
    private(set) var unfinished: Set<String> = []
    /// Those of which something is here that can't be sent: it is hidden, can't be read, or nobody could tell later that
    /// it was removed.
    private(set) var withheld: Set<String> = []

    /// Exchanges settings with a store.
    init(_ settings: [SyncedName], with store: any SharedStore, isFollowing: Bool, _ state: SyncState? = nil) {
        (self.settings, self.store, self.isFollowing) = (settings, store, isFollowing)
        owners = Set(settings.map(\.name))
        self.state = state ?? SyncState(settings, isFollowing: isFollowing)
    }

    /// Makes both sides equal under the names of some settings.
    ///
    /// - Parameters:
    ///   - names: the settings.
    ///   - heard: those of them that may have changed in the store; of the others it is asked only if they have changed
    ///     here.
    /// - Returns: the settings that have to be exchanged again, since both sides changed meanwhile or the store
    ///   refuses.
    /// - Throws: the error of the store, if it can't be reached or can't be read, or of a suite. What was done until then
    ///   stays done, and is not ``unfinished``.
    func exchange(_ names: Set<String>, heard: Set<String>) async throws -> Set<String> {
        (unfinished, withheld, telling) = (names, [], [:])
        let sides = try await look(at: settings.filter { names.contains($0.name) })
        let asked = sides.filter { $0.hasChanged || heard.contains($0.setting.name) }
        unfinished = Set(asked.map(\.setting.name))
        var actions: [Action] = []
        var failure: (any Error)?
        // As many as the protocol of stores allows.
        for part in asked.parts(of: 60) {
            do {
                let contents = try await read(part.map(\.setting.name))
                unfinished.subtract(part.map(\.setting.name))
                actions += await decide(Array(part), contents)
            } catch {
                failure = error
                break
            }
        }
        do {
            try await carryOut(actions)
        } catch {
            for action in actions { repeatLater(action.name) }
            failure = error
        }
        for side in asked where failure == nil { told[side.setting.name] = telling[side.setting.name] }
        if let failure { throw failure }
        return unfinished
    }

    /// Notes that a setting has to be exchanged again.
    func repeatLater(_ name: SyncedName) { unfinished.insert(name.setting) }

    // MARK: Looking

    /// What is stored here of some settings, and what is in common.
    private func look(at settings: [SyncedName]) async throws -> [Side] {
        var grounds: [ObjectIdentifier: [String: [String: Ground]]] = [:]
        for suite in Dictionary(grouping: settings, by: \.suite.suiteIdentifier) {
            let all = await Ground.all(in: commonGround.in(suite.value[0].suite))
            grounds[suite.key] = Dictionary(grouping: all) { owner(of: $0.key) ?? "" }.mapValues {
                Dictionary(uniqueKeysWithValues: $0.map { ($0.key, $0.value) })
            }
        }
        var (names, sides) = (StoredNames(), [Side]())
        for (index, setting) in settings.enumerated() {
            let objects = setting.key.storedObjects(in: setting.suite, &names)
            sides.append(Side(setting, grounds[setting.suite.suiteIdentifier]?[setting.name] ?? [:]))
            for (name, object) in objects where owner(of: name) == setting.name {
                do {
                    sides[index].here[name] = try fingerprint(of: object)
                } catch {
                    report(error, of: setting.named(name))
                    sides[index].unknown.insert(name)
                }
            }
            // Other work of this actor comes in between.
            if index % 25 == 24 { await Task.yield() }
        }
        for side in sides { state.noteFormerNames(of: side) }
        return sides
    }

    func owner(of name: String) -> String? { SyncedName.owner(of: name, among: owners) }

    // MARK: Deciding

    private func decide(_ sides: [Side], _ contents: Contents) async -> [Action] {
        let names = Dictionary(grouping: contents.values.keys) { owner(of: $0) }
        var actions: [Action] = []
        for side in sides {
            if rivals.haveWon(side, contents.store) {
                report(SharedStoreRejection("another process synchronizes it with another store"), of: side.setting)
                continue
            }
            for (index, name) in self.names(of: side, names[side.setting.name] ?? []).enumerated() {
                if let action = action(name, side, contents) { actions.append(action) }
                if index % 25 == 24 { await Task.yield() }
            }
        }
        return actions
    }

    /// What is to be done about a name; `nil` if nothing is, or can be.
    private func action(_ stored: String, _ side: Side, _ contents: Contents) -> Action? {
        let print = contents.prints[stored] ?? ""
        if side.unknown.contains(stored) { return nil }
        let ground = side.grounds[stored] ?? Ground(handle: commonGround.in(side.setting.suite).of(stored))
        var common = self.common(ground, with: contents.store)
        acknowledge(print, &common)
        let basis = unreadable[stored].flatMap { $0.there == print ? $0 : nil } ?? common
        var here = side.here[stored] ?? ""
        var step = step(here: here, there: print, common: basis)
        if step == .nothing { return nil }
        guard let name = side.setting.named(stored) else { return nil }
        let visibility = name.visibility
        if visibility == .unknown {
            // It counts as unchanged.
            here = common.here
            step = self.step(here: here, there: print, common: basis)
        }
        let action = Action(name, here, there: contents.values[stored], common, ground, visibility)
        switch step {
        case .nothing: return nil
        // A store without an identity says nothing about what is missing there.
        case .take: return print.isEmpty && !contents.hasIdentity ? nil : action
        case .send:
            if visibility == .known, contents.hasIdentity, let sending = withText(action) { return sending }
            withheld.insert(name.setting)
            if !contents.hasIdentity { repeatLater(name) }
            return nil
        }
    }

    /// What a ground says is in common with a store: nothing, if it is another one's.
    func common(_ ground: Ground, with store: String) -> Common {
        ground.common.store == store ? ground.common : Common(store: store)
    }

    /// Notes what is in the store if it is a text of this device's own that has arrived.
    func acknowledge(_ print: String, _ common: inout Common) { common.acknowledge(print) }

    /// The names of a setting and its members here, there and in common, sorted.
    private func names(of side: Side, _ there: [String]) -> [String] {
        let setting = side.setting.name
        // None of them then, so that no member is missing anywhere because of the limit.
        if [Array(side.here.keys), there].contains(where: { $0.filter { $0 != setting }.count > 1_000 }) {
            report(SharedStoreRejection("it has more than 1,000 members"), of: side.setting)
            return [setting]
        }
        return Set(side.here.keys).union(there).union(side.grounds.keys).filter { owner(of: $0) == setting }.sorted()
    }

    // MARK: Carrying out

    /// Notes what is about to be done, takes, and sends.
    private func carryOut(_ actions: [Action]) async throws {
        var (takings, equal, sends): ([Taking], [Taking], [Action]) = ([], [], [])
        for (index, action) in actions.enumerated() {
            if action.isSending {
                sends.append(action)
            } else if let taking = taking(action) {
                if taking.value == nil { equal.append(taking) } else { takings.append(taking) }
            }
            if index % 25 == 24 { await Task.yield() }
        }
        // If the process ends from here on, the next one knows what was under way.
        let underWay = takings.map { ($0.action, noteTaking($0.action)) } + sends.map { ($0, noteSending($0)) }
        let noted = try await note(underWay)
        let current = takings.compactMap { taking in noted[taking.action.name.name].map { Taking($0, taking.value) } }
        try await take(equal + current)
        try await write(sends.compactMap { noted[$0.name.name] })
    }

    /// Notes what is in common under some names.
    ///
    /// - Returns: the actions by name, with what is noted now. Those are missing under whose name somebody else has noted
    ///   something since it was looked at: they are decided upon anew.
    @discardableResult
    func note(
        _ commons: [(action: Action, common: Common)],
        _ values: [String: PreparedChange] = [:]
    ) async throws
        -> [String: Action]
    {
        let changes = commons.map { action, common in
            let name = action.name.name
            return GroundChange(name: name, ground: action.ground, new: common.stored, value: values[name])
        }
        let made = changes.isEmpty ? [] : try await changes.make()
        var noted: [String: Action] = [:]
        for (action, common) in commons {
            guard made.contains(action.name.name) else {
                repeatLater(action.name)
                continue
            }
            var action = action
            (action.sentBefore, action.common, action.ground.stored) = (action.common.sent, common, common.stored)
            rivals.note(action.name.name)
            noted[action.name.name] = action
        }
        return noted
    }

    /// Notes that what is there is about to be stored here; what was sent before can't arrive over it.
    func noteTaking(_ action: Action) -> Common {
        var common = action.common
        common.settle(there: Common.inDoubt)
        return common
    }

    /// Notes a text that may arrive without this device hearing of it; what is there now is no change by others.
    func noteSending(_ action: Action) -> Common {
        var common = action.common
        common.there = action.print
        if !action.isThere { common.send(fingerprint(ofText: action.text), inPlaceOf: action.there) }
        return common
    }

    /// What both sides have in common when they have the same under a name, given its stored form here.
    func finish(_ action: Action, here: String) -> Common {
        unreadable[action.name.name] = nil
        var common = action.common
        common.here = here
        common.settle(there: action.isSending ? fingerprint(ofText: action.text) : action.print)
        return common
    }
}

/// What is here of a setting and its members, and what is in common, when it was looked at.
struct Side {
    let setting: SyncedName
    /// The fingerprints of what is stored, by name.
    var here: [String: String] = [:]
    /// The names under which something is stored that can't be looked at.
    var unknown: Set<String> = []
    let grounds: [String: Ground]

    init(_ setting: SyncedName, _ grounds: [String: Ground]) { (self.setting, self.grounds) = (setting, grounds) }

    /// Whether something has changed here, or was not finished, so that the store has to be asked.
    var hasChanged: Bool {
        here.contains { $1 != grounds[$0]?.common.here ?? "" }
            || grounds.contains { name, ground in
                let common = ground.common
                let isSame = here[name] ?? "" == common.here || unknown.contains(name)
                return !isSame || common.there == Common.inDoubt || common.isUnanswered
            }
    }
}

/// What is to be done about a name, and what that was decided from.
struct Action {
    let name: SyncedName
    /// The fingerprint of what is stored here.
    var here: String
    let there: SharedValue?
    /// The fingerprint of what is there.
    let print: String
    var common: Common
    /// What was on its way to the store before this.
    var sentBefore: [Common.Sent] = []
    var ground: Ground
    let visibility: Visibility
    /// What to send, if that is to be done; without a text it is removed there.
    var text: String?
    var isSending = false

    init(
        _ name: SyncedName,
        _ here: String,
        there: SharedValue?,
        _ common: Common,
        _ ground: Ground,
        _ visibility: Visibility
    ) {
        (self.name, self.here, self.there, self.common) = (name, here, there, common)
        (self.ground, self.visibility, print) = (ground, visibility, fingerprint(of: there))
    }
}

extension Collection {
    /// The elements in parts of a length; the last one may be shorter.
    func parts(of length: Int) -> [SubSequence] {
        stride(from: 0, to: count, by: length).map { dropFirst($0).prefix(length) }
    }
}
