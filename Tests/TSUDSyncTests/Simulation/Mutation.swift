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
    case onlyTheLastTextIsRemembered
    case textsWhereNothingWasAreForgotten
    case takingIsNotNoted
    case refusedTextsStay
    case otherStoresCountAsTheSame
    case changesWhileTakingAreOverwritten
    case whatGaveWayIsNotTold
    case whatIsInCommonOutlivesTheFile
    case whatIsInCommonUnderFormerNamesStays
    case followersSend
    case followersKeepChanges
    case followersKeepWhatWasRemoved
    case followersResetWhatAnEmptiedStoreLacks

    /// The modes that can find the mutation.
    ///
    /// A rare one is searched in the mode in which it matters most often.
    var modes: [Simulation.Mode] {
        switch self {
        case .ownTextsCountAsForeign, .onlyTheLastTextIsRemembered, .textsWhereNothingWasAreForgotten: [.alone]
        case .takingIsNotNoted, .otherStoresCountAsTheSame, .whatIsInCommonUnderFormerNamesStays: [.moving]
        case .followersResetWhatAnEmptiedStoreLacks: [.resetting]
        case .followersKeepChanges: [.steady]
        default: Simulation.Mode.allCases
        }
    }
}

private let garbage = Simulated.names.compactMap { Simulated.garbage(for: $0) }.map { fingerprint(of: $0) }

final class MutatedExchange: Exchange {
    var mutation: Mutation?
    var isFollower = false
    /// Is called with each name that is found to be the same here and there, and its text.
    var finished: (String, String?) -> Void = { _, _ in }

    override func step(here: String, there: String, common: Common) -> Step {
        let step = super.step(here: here, there: there, common: common)
        switch (mutation, step) {
        case (.changesHereAreNotSent, .send): return .nothing
        case (.changesThereAreNotTaken, .take): return .nothing
        case (.removalsHereAreNotSent, .send) where here.isEmpty: return .nothing
        case (.removalsThereAreNotTaken, .take) where there.isEmpty: return .nothing
        case (.thisDeviceWinsConflicts, .take) where !isFollower && !isNew(common) && here != common.here:
            return .send
        case (.thisDeviceWinsWhereNothingIsCommon, .take) where !isFollower && isNew(common) && !here.isEmpty:
            return .send
        case (.refusedTextsStay, .send) where garbage.contains(there): return .nothing
        case (.followersSend, .take) where isFollower && here != common.here && there == common.there: return .send
        case (.followersKeepChanges, .take) where isFollower && there == common.there: return .nothing
        case (.followersKeepWhatWasRemoved, .take) where isFollower && there.isEmpty: return .nothing
        case (.followersResetWhatAnEmptiedStoreLacks, .nothing) where isFollower && there.isEmpty && !here.isEmpty:
            return .take
        default: return step
        }
    }

    private func isNew(_ common: Common) -> Bool { common.here.isEmpty && common.there.isEmpty }

    override func common(_ ground: Ground, with store: String) -> Common {
        if mutation == .otherStoresCountAsTheSame, !ground.stored.isEmpty {
            var common = ground.common
            common.store = store
            return common
        }
        return super.common(ground, with: store)
    }

    override func finish(_ action: Action, here: String) -> Common {
        var common = super.finish(action, here: here)
        if mutation == .whatWasTakenCountsAsChanged, !action.isSending { common.here += "?" }
        if mutation == .whatWasSentCountsAsChanged, action.isSending { common.there += "!" }
        if mutation == .textsWhereNothingWasAreForgotten { common.sent = [] }
        let name = action.name.name
        finished(name, action.isSending ? action.text : action.there.flatMap { Simulation.canonical(name, $0.text) })
        return common
    }

    override func noteSending(_ action: Action) -> Common {
        var common = super.noteSending(action)
        if mutation == .ownTextsCountAsForeign { common.sent = [] }
        if mutation == .onlyTheLastTextIsRemembered { common.sent = common.sent.suffix(1) }
        return common
    }

    override func noteTaking(_ action: Action) -> Common {
        mutation == .takingIsNotNoted ? action.common : super.noteTaking(action)
    }

    override func note(
        _ commons: [(action: Action, common: Common)],
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
