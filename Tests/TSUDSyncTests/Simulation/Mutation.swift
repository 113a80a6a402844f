import TSUD

@testable import TSUDSync

/// A rule of the exchange, broken.
enum Mutation: String, CaseIterable {
    case changesHereAreNotSent
    case changesThereAreNotTaken
    case removalsHereAreNotSent
    case removalsThereAreNotTaken
    case thisDeviceWinsConflicts
    case thisDeviceWinsWhereNothingIsCommon
    case versionsIgnored
    case whatWasTakenCountsAsChanged
    case whatWasSentCountsAsChanged
    case ownTextsCountAsForeign
    case stringsAreCompared
    case lateWritesCountAsDead
    case refusedTextsStay
    case otherStoresCountAsTheSame
    case changesWhileTakingAreOverwritten
    case whatGaveWayIsNotTold
    case whatIsInCommonOutlivesTheFile
    case whatIsInCommonUnderFormerNamesStays
    case outdatedUpdatesAreTaken
    case outdatedUpdatesOfRemovedNamesAreTaken
    case followersSend
    case followersKeepChanges
    case followersKeepWhatWasRemoved
    case followersResetWhatAnEmptiedStoreLacks

    /// The modes that can find the mutation.
    ///
    /// A rare one is searched in the mode in which it matters most often.
    var modes: [Simulation.Mode] {
        switch self {
        case .ownTextsCountAsForeign, .lateWritesCountAsDead: [.alone]
        case .stringsAreCompared: [.few]
        case .outdatedUpdatesAreTaken, .outdatedUpdatesOfRemovedNamesAreTaken: [.processes]
        case .otherStoresCountAsTheSame, .whatIsInCommonUnderFormerNamesStays: [.moving]
        case .followersResetWhatAnEmptiedStoreLacks: [.resetting]
        case .followersKeepChanges: [.steady]
        default: Simulation.Mode.allCases
        }
    }
}

final class MutatedSynchronizer: Synchronizer {
    var mutation: Mutation?
    var isFollower = false
    /// The strings that the device has sent at any time, by fingerprint.
    var sentTexts: [String: String] {
        get { Simulation.current?.sentTexts ?? [:] }
        set { Simulation.current?.sentTexts = newValue }
    }
    /// Is called with each name that is found to be the same here and there, and its text.
    var finished: (String, String?) -> Void = { _, _ in }

    /// Is called with each name and version in the store that is found to be the same as here, or stored here.
    var foundEqual: (String, String) -> Void = { _, _ in }

    override func step(here: String, there: String, last common: LastSynced) -> Step {
        let step = super.step(here: here, there: there, last: common)
        switch (mutation, step) {
        case (.changesHereAreNotSent, .send): return .nothing
        case (.changesThereAreNotTaken, .take): return .nothing
        case (.removalsHereAreNotSent, .send) where here.isEmpty: return .nothing
        case (.removalsThereAreNotTaken, .take) where there.isEmpty: return .nothing
        case (.thisDeviceWinsConflicts, .take) where !isFollower && !isNew(common) && here != common.here:
            return .send
        case (.thisDeviceWinsWhereNothingIsCommon, .take) where !isFollower && isNew(common) && !here.isEmpty:
            return .send
        case (.refusedTextsStay, .send) where unreadable.values.contains { $0.there == there }: return .nothing
        case (.followersSend, .take) where isFollower && here != common.here && there == common.there: return .send
        case (.followersKeepChanges, .take) where isFollower && there == common.there: return .nothing
        case (.followersKeepWhatWasRemoved, .take) where isFollower && there.isEmpty: return .nothing
        case (.followersResetWhatAnEmptiedStoreLacks, .nothing) where isFollower && there.isEmpty && !here.isEmpty:
            return .take
        default: return step
        }
    }

    private func isNew(_ common: LastSynced) -> Bool { common.here.isEmpty && common.there.isEmpty }

    override func last(_ record: Record, with store: String) -> LastSynced {
        if mutation == .otherStoresCountAsTheSame, !record.stored.isEmpty {
            var last = record.lastSynced
            last.store = store
            return last
        }
        return super.last(record, with: store)
    }

    override func finish(_ action: Action, here: String, there: String) -> LastSynced {
        var last = super.finish(action, here: here, there: there)
        if mutation == .whatWasTakenCountsAsChanged, !action.isSending { last.here += "?" }
        if mutation == .whatWasSentCountsAsChanged, action.isSending { last.there += "!" }
        let name = action.name.name
        if !action.isSending || action.there?.text == action.text { action.there.map { foundEqual(name, $0.version) } }
        finished(name, action.isSending ? action.text : action.there.flatMap { Simulation.canonical(name, $0.text) })
        return last
    }

    override func noteSending(_ action: Action) -> LastSynced {
        if let attempt = action.attempt { sentTexts[attempt.text] = action.text }
        return super.noteSending(action)
    }

    override func outcome(of attempt: Attempt, _ name: String, _ contents: Contents) -> String? {
        let outcome = mutatedOutcome(of: attempt, name, contents)
        if outcome != nil { finished(name, attempt.text.isEmpty ? nil : sentTexts[attempt.text]) }
        // An older file may contain an attempt that arrived after the file was copied.
        if let fence = contents.values[attempt.fence], fence.text == attempt.identifier {
            foundEqual(name, fence.version)
        }
        return outcome
    }

    private func mutatedOutcome(of attempt: Attempt, _ name: String, _ contents: Contents) -> String? {
        switch mutation {
        case .ownTextsCountAsForeign: return nil
        case .stringsAreCompared:
            let isEqual = fingerprint(ofText: contents.values[name]?.text) == attempt.text
            return isEqual ? contents.prints[name] ?? "" : nil
        default: return super.outcome(of: attempt, name, contents)
        }
    }

    override func mayArrive(_ attempts: [Attempt], _ fence: SharedValue) -> Bool {
        mutation != .lateWritesCountAsDead && super.mayArrive(attempts, fence)
    }

    override func age(of update: Int, _ last: LastSynced, _ removals: Removals) -> Age {
        switch mutation {
        case .outdatedUpdatesAreTaken: .new
        case .outdatedUpdatesOfRemovedNamesAreTaken: super.age(of: update, last, Removals())
        default: super.age(of: update, last, removals)
        }
    }

    override func note(
        _ commons: [(action: Action, last: LastSynced)],
        _ values: [String: PreparedChange] = [:]
    ) async throws -> [String: Action] {
        var values = values
        if mutation == .changesWhileTakingAreOverwritten {
            for (action, _) in commons where values[action.name.name] != nil {
                values[action.name.name] = try action.name.prepared(action.there?.text)
            }
        }
        return try await super.note(commons, values)
    }
}
