import TSUD

@testable import TSUDSync

/// The rules for a device, with a mutation; the simulation notes the last synced values that they result in.
final class BrokenRules: SyncRules {
    private let mutation: Mutation?
    private unowned let simulation: Simulation
    private let index: Int

    init(_ mutation: Mutation?, of simulation: Simulation, _ index: Int) {
        (self.mutation, self.simulation, self.index) = (mutation, simulation, index)
    }

    /// Few, so that a pass makes several requests and readings.
    override var requestSize: Int { 2 }
    override var readingSize: Int { 2 }

    override func step(_ local: String, _ remote: String, _ last: LastSynced, isFollowing: Bool) -> Step {
        let step = super.step(local, remote, last, isFollowing: isFollowing)
        return mutation?.replacement(of: step, local, remote, last, isFollowing: isFollowing, simulation) ?? step
    }

    override func lastSynced(_ record: Record, with store: String) -> LastSynced {
        var last = super.lastSynced(record, with: store)
        if mutation == .otherStoresCountAsTheSame, !record.stored.isEmpty {
            last = record.lastSynced
            last.store = store
        }
        return last
    }

    override func isOlder(_ contents: Contents, than latest: Int, _ last: (String) -> LastSynced?) -> Bool {
        switch mutation {
        case .earlierStatesAreTrusted: false
        case .earlierVersionsAreTrusted: super.isOlder(contents, than: latest) { _ in nil }
        default: super.isOlder(contents, than: latest, last)
        }
    }

    override func age(of update: Int, _ last: LastSynced, _ removals: Removals) -> Age {
        switch mutation {
        case .outdatedUpdatesAreReceived: .new
        case .outdatedUpdatesOfRemovedNamesAreReceived: super.age(of: update, last, Removals())
        default: super.age(of: update, last, removals)
        }
    }

    override func mayArrive(_ attempts: [Attempt], _ fence: SharedValue) -> Bool {
        mutation != .lateWritesAreIgnored && super.mayArrive(attempts, fence)
    }

    override func outcome(of attempt: Attempt, _ name: String, _ contents: Contents) -> String? {
        let outcome = mutatedOutcome(of: attempt, name, contents)
        simulation.note(outcome, of: attempt, name, contents, index)
        return outcome
    }

    private func mutatedOutcome(of attempt: Attempt, _ name: String, _ contents: Contents) -> String? {
        switch mutation {
        case .arrivedWritesCountAsFailed: return nil
        case .stringsAreCompared:
            let isEqual = fingerprint(ofText: contents.values[name]?.text) == attempt.text
            return isEqual ? contents.fingerprints[name] ?? "" : nil
        default: return super.outcome(of: attempt, name, contents)
        }
    }

    override func synced(_ action: Action, local: String, remote: String) -> LastSynced {
        simulation.noteSynced(action, index)
        var last = super.synced(action, local: local, remote: remote)
        if mutation == .receivedValuesCountAsChanged, action.step == .receive { last.local += "?" }
        if mutation == .sentValuesCountAsChanged, action.step == .send { last.remote += "!" }
        return last
    }

    override func change(_ action: Action, _ last: LastSynced, _ value: PreparedChange?) throws -> RecordChange {
        if mutation != .changesWhileReceivingAreOverwritten { return try super.change(action, last, value) }
        return try super.change(action, last, value.map { _ in try action.name.handle.prepared(action.value?.text) })
    }
}

extension Mutation {
    /// The step instead of another one; `nil` if the mutation doesn't concern it.
    fileprivate func replacement(
        of step: SyncRules.Step,
        _ local: String,
        _ remote: String,
        _ last: LastSynced,
        isFollowing: Bool,
        _ simulation: Simulation
    ) -> SyncRules.Step? {
        let isNew = last.local.isEmpty && last.remote.isEmpty
        switch (self, step) {
        case (.localChangesAreNotSent, .send): return .nothing
        case (.remoteChangesAreIgnored, .receive): return .nothing
        case (.localRemovalsAreNotSent, .send) where local.isEmpty: return .nothing
        case (.remoteRemovalsAreIgnored, .receive) where remote.isEmpty: return .nothing
        case (.localChangesWinConflicts, .receive) where !isFollowing && !isNew && local != last.local: return .send
        case (.localValuesWinWithoutLastSyncedOnes, .receive) where !isFollowing && isNew && !local.isEmpty:
            return .send
        case (.unreadableStringsStay, .send) where simulation.isUnreadable(remote): return .nothing
        case (.followersSend, .receive) where isFollowing && local != last.local && remote == last.remote: return .send
        case (.followersKeepChanges, .receive) where isFollowing && remote == last.remote: return .nothing
        case (.followersKeepRemovedValues, .receive) where isFollowing && remote.isEmpty: return .nothing
        case (.followersResetValuesOfAnEmptiedStore, .nothing) where isFollowing && remote.isEmpty && !local.isEmpty:
            return .receive
        default: return nil
        }
    }
}

extension Simulation {
    /// Whether the store has a string with a fingerprint that no device can read.
    fileprivate func isUnreadable(_ remote: String) -> Bool {
        values.contains { fingerprint(of: $1) == remote && Self.canonical($0, $1.text) == nil }
    }

    /// A device is about to record that both sides are equal.
    fileprivate func noteSynced(_ action: Action, _ index: Int) {
        let (name, isSending) = (action.name.name, action.step == .send)
        if !isSending || action.isEqual { action.value.map { noteEqual(name, version: $0.version, index) } }
        let text = isSending ? action.text : action.value.flatMap { Self.canonical(name, $0.text) }
        devices[index].syncedTexts[name] = Self.normal(name, text)
    }

    /// A device has found the outcome of a write.
    fileprivate func note(_ outcome: String?, of attempt: Attempt, _ name: String, _ contents: Contents, _ index: Int) {
        if outcome != nil {
            devices[index].syncedTexts[name] = Self.normal(name, attempt.text.isEmpty ? nil : sentTexts[attempt.text])
        }
        if outcome != nil, attempt.fence.isEmpty, let value = contents.values[name] {
            noteEqual(name, version: value.version, index)
        }
        // An older file may contain an attempt that arrived after the file was copied.
        if let fence = contents.values[attempt.fence], fence.text == attempt.identifier {
            noteEqual(name, version: fence.version, index)
        }
    }

    private func noteEqual(_ name: String, version: String, _ index: Int) {
        devices[index].known.insert(version)
        devices[index].finishing[name] = Int(version)
    }
}
