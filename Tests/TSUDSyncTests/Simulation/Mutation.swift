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
    case resetStoresCountAsTheSame
    case changesWhileTakingCountAsCommon
    case theOrderOfSetsCounts

    var isOfAStoreThatIsReset: Bool { self == .resetStoresCountAsTheSame }
}

private let garbage = Simulated.names.compactMap { Simulated.garbage(for: $0) }.map { fingerprint(of: $0) }

final class MutatedExchange: Exchange {
    var mutation: Mutation?

    override func step(here: String, there: String, common: Common) -> Step {
        let step = super.step(here: here, there: there, common: common)
        switch (mutation, step) {
        case (.changesHereAreNotSent, .send): return .nothing
        case (.changesThereAreNotTaken, .take): return .nothing
        case (.removalsHereAreNotSent, .send) where here.isEmpty: return .nothing
        case (.removalsThereAreNotTaken, .take) where there.isEmpty: return .nothing
        case (.thisDeviceWinsConflicts, .take) where common != Common() && here != common.here: return .send
        case (.thisDeviceWinsWhereNothingIsCommon, .take) where common == Common() && !here.isEmpty: return .send
        case (.refusedTextsStay, .send) where garbage.contains(there): return .nothing
        default: return step
        }
    }

    override func isSame(_ contents: SharedContents, as last: [String: Int]) -> Bool {
        mutation == .resetStoresCountAsTheSame || super.isSame(contents, as: last)
    }

    override func record(_ name: String, _ common: Common) {
        var common = common
        let isSent = self.common(name).value.there != Common.inDoubt
        if mutation == .whatWasTakenCountsAsChanged, !isSent { common.here += "?" }
        if mutation == .whatWasSentCountsAsChanged, isSent { common.there += "!" }
        super.record(name, common)
    }

    override func noteSending(_ text: String?, to name: String) {
        if mutation != .ownTextsCountAsForeign { super.noteSending(text, to: name) }
    }

    override func noteTaking(_ name: String) {
        if mutation != .takingIsNotNoted { super.noteTaking(name) }
    }

    override func holds(_ text: String, _ name: SyncedName) -> Bool {
        switch mutation {
        case .changesWhileTakingCountAsCommon: true
        case .theOrderOfSetsCounts: (try? name.slot.sharedText()) == text
        default: super.holds(text, name)
        }
    }
}
