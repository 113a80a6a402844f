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
    case takingIsNotNoted
    case refusedTextsStay
    case otherStoresCountAsTheSame
    case changesWhileTakingCountAsCommon
    case whatGaveWayIsNotTold
    case whatIsInCommonOutlivesTheFile
    case followersSend
    case followersKeepChanges
    case followersKeepWhatWasRemoved
    case followersResetWhatAnEmptiedStoreLacks
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
        case (.thisDeviceWinsConflicts, .take) where !isFollower && common != Common() && here != common.here:
            return .send
        case (.thisDeviceWinsWhereNothingIsCommon, .take) where !isFollower && common == Common() && !here.isEmpty:
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

    override func isSame(_ identity: String, as ground: CommonGround) -> Bool {
        mutation == .otherStoresCountAsTheSame || super.isSame(identity, as: ground)
    }

    override func finish(_ action: Action, with common: Common) {
        var common = common
        let isSent = common.there != action.print
        if mutation == .whatWasTakenCountsAsChanged, !isSent { common.here += "?" }
        if mutation == .whatWasSentCountsAsChanged, isSent { common.there += "!" }
        super.finish(action, with: common)
        let name = action.name.name
        finished(name, isSent ? action.text : action.there.flatMap { Simulation.canonical(name, $0.text) })
    }

    override func noteSending(_ action: Action) -> Common {
        mutation == .ownTextsCountAsForeign ? action.common : super.noteSending(action)
    }

    override func noteTaking(_ common: Common) -> Common {
        mutation == .takingIsNotNoted ? common : super.noteTaking(common)
    }

    override func inCommon(_ form: String, _ current: String) -> String {
        mutation == .changesWhileTakingCountAsCommon ? current : super.inCommon(form, current)
    }
}
