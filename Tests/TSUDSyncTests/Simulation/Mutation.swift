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

    override func isSameStore(_ ground: CommonGround, as known: CommonGround) -> Bool {
        mutation == .resetStoresCountAsTheSame || super.isSameStore(ground, as: known)
    }

    override func record(_ name: String, _ common: Common) {
        var common = common
        let isSent = ground.names[name]?.there != Common.inDoubt
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

    override func store(_ text: String, to name: SyncedName) throws(TSUDError) -> String? {
        let object = try super.store(text, to: name)
        switch mutation {
        case .changesWhileTakingCountAsCommon: return try name.fingerprint()
        case .theOrderOfSetsCounts: return try name.stored()?.text == text ? object : nil
        default: return object
        }
    }
}
