import TSUD

@testable import TSUDSync

extension SyncRules {
    /// The rules for a device, with a mutation; the simulation notes the last synced values that they result in.
    init(with mutation: Mutation?, of simulation: Simulation, _ index: Int) {
        self.init()
        step = { [unowned simulation] in
            let step = Self.step($0, $1, $2, $3)
            return mutation?.replacement(of: step, $0, $1, $2, isFollowing: $3, simulation) ?? step
        }
        lastSynced = { Self.lastSynced($0, with: $1, mutation) }
        age = { Self.age(of: $0, $1, $2, mutation) }
        mayArrive = { mutation != .lateWritesAreIgnored && Self.mayArrive($0, $1) }
        mayReplace = { mutation != .lateReplacementsAreIgnored && Self.mayReplace($0, $1, $2) }
        outcome = { [unowned simulation] attempt, name, contents in
            let outcome = Self.outcome(of: attempt, name, contents, mutation)
            simulation.note(outcome, of: attempt, name, contents, index)
            return outcome
        }
        synced = { [unowned simulation] action, local, remote in
            simulation.noteSynced(action, index)
            var last = Self.synced(action, local: local, remote: remote)
            if mutation == .receivedValuesCountAsChanged, action.step == .receive { last.local += "?" }
            if mutation == .sentValuesCountAsChanged, action.step == .send { last.remote += "!" }
            return last
        }
        guard mutation == .changesWhileReceivingAreOverwritten else { return }
        change = { action, last, value in
            Self.change(action, last, try value.map { _ in try action.name.handle.prepared(action.value?.text) })
        }
    }

    private static func lastSynced(_ record: Record, with store: String, _ mutation: Mutation?) -> LastSynced {
        var last = lastSynced(record, with: store)
        if mutation == .otherStoresCountAsTheSame, !record.stored.isEmpty {
            last = record.lastSynced
            last.store = store
        }
        return last
    }

    private static func age(of update: Int, _ last: LastSynced, _ removals: Removals, _ mutation: Mutation?) -> Age {
        switch mutation {
        case .outdatedUpdatesAreReceived: .new
        case .outdatedUpdatesOfRemovedNamesAreReceived: age(of: update, last, Removals())
        default: age(of: update, last, removals)
        }
    }

    private static func outcome(
        of attempt: Attempt,
        _ name: String,
        _ contents: Contents,
        _ mutation: Mutation?
    ) -> String? {
        switch mutation {
        case .arrivedWritesCountAsFailed: return nil
        case .stringsAreCompared:
            let isEqual = fingerprint(ofText: contents.values[name]?.text) == attempt.text
            return isEqual ? contents.fingerprints[name] ?? "" : nil
        default: return outcome(of: attempt, name, contents)
        }
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
        if outcome != nil, attempt.fence.isEmpty || attempt.isReplacing, let value = contents.values[name] {
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
