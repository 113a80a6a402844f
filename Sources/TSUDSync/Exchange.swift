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
/// It has to be used by one task at a time, in whose isolation the keys' code runs.
class Exchange {
    enum Step: Sendable { case nothing, take, send }

    /// What to do about a name, given the fingerprints of the three states.
    func step(here: String, there: String, common: Common) -> Step {
        if isFollowing {
            // What the store never had stays.
            if there.isEmpty { return common.there.isEmpty ? .nothing : .take }
            return there != common.there || here != common.here ? .take : .nothing
        }
        // A text of this device's own, whose arrival it has not heard of, is no change by others.
        let isOwn = there != common.there && common.sent == there
        if there != common.there && !isOwn { return .take }
        // One that has not arrived yet can't any more once what is here has been written after it.
        return here != common.here || common.sent != nil ? .send : .nothing
    }

    /// Whether a store is the one that something was in common with.
    func isSame(_ identity: String, as ground: CommonGround) -> Bool { identity == ground.identity }

    let settings: [SyncedName]
    private let owners: Set<String>
    let store: any SharedStore
    private let isFollowing: Bool
    let state: SyncState
    /// Is called after each change of either side.
    var event: (TSUDSyncEvent) -> Void = { _ in }

    /// What is there and can't be stored here, with what is here, by name: as if both had that in common.
    ///
    /// It is forgotten when the process ends, since the next version of the program may be able to read it.
    private var unreadable: [String: Common] = [:]
    /// The causes of errors that were reported, by setting, and those of the current pass.
    var told: [String: Set<String>] = [:]
    var telling: [String: Set<String>] = [:]
    /// The names that wait to be sent, by setting.
    private var waiting: [String: Set<String>] = [:]
    var passes = 0

    /// The fingerprint of the store's identity when it was read last; empty if it had none.
    private(set) var identity = ""
    /// What the current pass has found to be in common, by setting.
    private var results: [String: [String: Common]] = [:]
    /// The settings that the current pass could not bring to an end.
    var unfinished: Set<String> = []

    /// Exchanges settings with a store.
    init(_ settings: [SyncedName], with store: any SharedStore, isFollowing: Bool, _ state: SyncState = SyncState()) {
        (self.settings, self.store, self.isFollowing, self.state) = (settings, store, isFollowing, state)
        owners = Set(settings.map(\.name))
    }

    /// Makes both sides equal under the names of some settings.
    ///
    /// - Parameters:
    ///   - names: the settings.
    ///   - heard: those of them that may have changed in the store; of the others it is asked only if they have changed
    ///     here.
    /// - Returns: the settings that have to be exchanged again, since both sides changed meanwhile or the store
    ///   refuses.
    /// - Throws: the error of the store, if it can't be reached or can't be read. What was done until then stays done.
    func exchange(_ names: Set<String>, heard: Set<String>) async throws -> Set<String> {
        (unfinished, telling, results, passes) = ([], [:], [:], passes + 1)
        // A transaction of etcd has at most 127 operations, two for each setting.
        for part in settings.filter({ names.contains($0.name) }).parts(of: 60) {
            var sides: [Side] = []
            for setting in part {
                guard let exported = setting.exported() else { continue }
                let (here, ground) = await GroundPlace(of: setting, in: store).look(at: exported)
                let side = Side(setting: setting, here: here, ground: ground)
                if hasChanged(side) || heard.contains(setting.name) { sides.append(side) }
            }
            noteWaiting()
            if sides.isEmpty { continue }
            try await exchange(sides)
            for side in sides { told[side.setting.name] = telling[side.setting.name] }
        }
        return unfinished
    }

    /// Whether a setting has changed here, or something was not finished, so that the store has to be asked.
    private func hasChanged(_ side: Side) -> Bool {
        let changed = Set(side.here.keys).union(side.ground.names).filter { name in
            let common = unreadable[name] ?? side.ground[name]
            return side.here[name] ?? "" != common.here || common.there == Common.inDoubt || common.sent != nil
        }
        waiting[side.setting.name] = isFollowing ? [] : changed.filter { owner(of: $0) == side.setting.name }
        return !changed.isEmpty
    }

    private func exchange(_ sides: [Side]) async throws {
        let contents = try await read(sides.map(\.setting.name))
        let prints = await fingerprints(of: contents)
        let names = Dictionary(grouping: contents.keys) { owner(of: $0) }
        var (takes, sends): ([Action], [Action]) = ([], [])
        for side in sides {
            let ground = isSame(identity, as: side.ground) ? side.ground : CommonGround(identity: identity)
            for (index, name) in self.names(of: side, ground, names[side.setting.name] ?? []).enumerated() {
                let (here, print) = (side.here[name] ?? "", prints[name] ?? "")
                let common = unreadable[name].flatMap { $0.there == print ? $0 : nil } ?? ground[name]
                let step = step(here: here, there: print, common: common)
                if step == .nothing || identity.isEmpty && print.isEmpty { continue }
                guard let name = side.setting.named(name) else { continue }
                let action = Action(name: name, here: here, there: contents[name.name], common: ground[name.name])
                if step == .take { takes.append(action) } else if let send = withText(action) { sends.append(send) }
                // Other work of this actor comes in between.
                if index % 25 == 24 { await Task.yield() }
            }
        }
        // If the process ends from here on, the next one knows what was under way.
        for action in takes { note(noteTaking(action.common), action) }
        for action in sends { note(noteSending(action), action) }
        try await noteResults()
        for part in takes.parts(of: 25) {
            take(part)
            await Task.yield()
        }
        try await write(sends)
    }

    // MARK: Names

    private func owner(of name: String) -> String? { SyncedName.owner(of: name, among: owners) }

    /// The names of a setting and its members here, there and in common, sorted.
    private func names(of side: Side, _ ground: CommonGround, _ there: [String]) -> [String] {
        let setting = side.setting.name
        let here = side.here.keys.filter { owner(of: $0) == setting }
        // None of them then, so that no member is missing anywhere because of the limit.
        if [here, there].contains(where: { $0.filter { $0 != setting }.count > 1_000 }) {
            report(SharedStoreRefusal("it has more than 1,000 members"), of: side.setting)
            return [setting]
        }
        return Set(here).union(there).union(ground.names).filter { owner(of: $0) == setting }.sorted()
    }

    // MARK: The store's identity

    /// What is there; the store has an identity then, unless this device only follows.
    private func read(_ names: [String]) async throws -> [String: SharedValue] {
        let reserved = CommonGround.reservedName
        var contents = try await store.read(names + [reserved])
        if contents[reserved] == nil, !isFollowing {
            // Somebody else may do the same in this moment.
            _ = try await store.write([SharedWrite(UUID().uuidString, to: reserved, ifVersion: nil)])
            contents = try await store.read(names + [reserved])
            // Without one, nobody could tell later what was removed.
            if contents[reserved] == nil { throw SharedStoreRefusal("the name '\(reserved)' is not kept") }
        }
        noteReached()
        identity = fingerprint(of: contents[reserved])
        state.update { $0.lacksIdentity = contents[reserved] == nil }
        return contents
    }

    // MARK: What both have in common

    /// Notes that what is there is about to be stored here; what was sent before can't arrive over it.
    func noteTaking(_ common: Common) -> Common { Common(here: common.here, there: Common.inDoubt) }

    /// What both have in common after something was taken: its form, whatever is stored here then.
    func inCommon(_ form: String, _ current: String) -> String { form }

    /// Notes a text that may arrive without this device hearing of it; what is there now is no change by others.
    func noteSending(_ action: Action) -> Common {
        Common(here: action.common.here, there: action.print, sent: fingerprint(ofText: action.text))
    }

    /// Notes what is in common under a name now, which is stored with the next results.
    func note(_ common: Common, _ action: Action) {
        results[action.name.setting, default: [:]][action.name.name] = common
    }

    /// Notes that both sides have the same under a name.
    func finish(_ action: Action, with common: Common) {
        note(common, action)
        unreadable[action.name.name] = nil
        waiting[action.name.setting]?.remove(action.name.name)
    }

    /// Leaves both sides as they are, until one changes.
    func refuse(_ action: Action) {
        note(action.common, action)
        unreadable[action.name.name] = Common(here: action.here, there: action.print)
    }

    /// Stores what the current pass has found to be in common until now.
    func noteResults() async throws {
        noteWaiting()
        let results = results
        self.results = [:]
        for setting in settings {
            guard let names = results[setting.name] else { continue }
            try await GroundPlace(of: setting, in: store).note(names, identity: identity)
        }
    }

    private func noteWaiting() {
        let waiting = waiting.values.flatMap { $0 }.sorted()
        state.update { $0.waiting = waiting }
    }
}
