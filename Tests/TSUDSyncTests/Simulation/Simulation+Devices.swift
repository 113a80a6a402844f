import Foundation
import TSUD

@testable import TSUDSync

extension Simulation {
    func start(_ index: Int) {
        let defaults = devices[index].defaults
        // It may have ended right after it had taken something, or find that it has what the store has.
        for name in names {
            devices[index].seen[name, default: []].insert(Self.normal(name, text(name, index)))
        }
        let names = Simulated.all.map { SyncedName(key: $0, suite: defaults) }.filter { settings.contains($0.name) }
        let isFollower = devices[index].isFollower
        let exchange = MutatedExchange(names, with: SimulatedStore(self, index), isFollowing: isFollower)
        exchange.event = { [weak self] event in
            guard let self else { return }
            note(event, index)
            if case .received(let name, _) = event { happenInside(Simulated.setting(of: name)) }
        }
        exchange.finished = { [weak self] in self?.devices[index].agreeing[$0] = Self.normal($0, $1) }
        defaults.didStore = { [weak self, unowned exchange] in self?.noteAgreement($0, index, exchange.identity) }
        (exchange.mutation, exchange.isFollower) = (mutation, isFollower)
        devices[index].exchange = exchange
        (devices[index].changed, devices[index].heard) = (settings, settings)
    }

    /// What an exchange has found to be the same is in the file now.
    private func noteAgreement(_ stored: String, _ index: Int, _ identity: String) {
        guard stored.hasPrefix(CommonGround.reservedName) else { return }
        for setting in settings where stored.hasSuffix(setting) {
            let old = agreement(setting, of: devices[index], with: identity)
            var agreement = old ?? Agreement(identity: identity)
            for (name, text) in devices[index].agreeing where Simulated.setting(of: name) == setting {
                agreement.texts[name] = text
                devices[index].agreeing[name] = nil
            }
            devices[index].agreed[setting] = agreement
        }
    }

    func restart(_ index: Int) {
        note("\(index) starts again")
        devices[index].defaults.restart()
        start(index)
    }

    /// The file is deleted, or an older copy of it is put back.
    func loseFile(_ index: Int) {
        if devices[index].isExchanging { return }
        let (defaults, copies) = (devices[index].defaults, devices[index].copies)
        var (file, old) = chance(50) ? ([:], Device()) : copies.randomElement(using: &random) ?? ([:], Device())
        note("\(index) \(file.isEmpty ? "loses its file" : "gets an older file back")")
        if mutation == .whatIsInCommonOutlivesTheFile {
            file = file.filter { !$0.key.hasPrefix(CommonGround.reservedName) }
            file.merge(defaults.file.filter { $0.key.hasPrefix(CommonGround.reservedName) }) { $1 }
        }
        defaults.restart()
        defaults.file = file
        (devices[index].seen, devices[index].authored) = (old.seen, old.authored)
        devices[index].agreed = old.agreed
        for name in names { lostEverywhere(name) }
        devices[index].unreplaced = [:]
        start(index)
    }

    func copyFile(_ index: Int) {
        if devices[index].isExchanging || devices[index].defaults.isDead { return }
        devices[index].copies.append((devices[index].defaults.file, devices[index]))
    }

    /// What no device has any more, and the store neither, is really lost.
    func lostEverywhere(_ name: String) {
        if values[name] == nil, devices.indices.allSatisfy({ text(name, $0) == nil }) { hasBeenStored.remove(name) }
    }

    func note(_ event: TSUDSyncEvent, _ index: Int) {
        if case .lost(let name, let text) = event, mutation != .whatGaveWayIsNotTold {
            note("\(index) tells: \(name) = \(text ?? nothing) gave way")
            devices[index].told[name, default: []].insert(Self.normal(name, text))
        }
        guard case .received(let name, let text) = event else { return }
        note("\(index) takes: \(name) = \(text ?? nothing)")
        let received = Self.normal(name, text.flatMap { Self.canonical(name, $0) })
        devices[index].seen[name, default: []].insert(received)
        let device = devices[index]
        guard let last = device.unreplaced[name], Self.normal(name, self.text(name, index)) != last else { return }
        devices[index].unreplaced[name] = nil
        devices[index].told[name]?.remove(last)
        if device.defaults.isDead { return }
        let agreement = agreement(name, of: device, with: device.exchange?.identity ?? "")
        let isCommon = agreement?.texts[name] ?? nothing == last
        if device.told[name]?.contains(last) != true, !isCommon, received != last, !writtenInside.contains(last) {
            fail("device \(index) replaced \(last) of \(name), which it had changed, by \(received) without a word")
        }
        let isOwn =
            agreement?.sent[name]?.contains(received) == true && received != nothing && received != "$null"
            && !revived.contains(received)
        if isOwn {
            fail("device \(index) replaced \(last) of \(name) by its own, older \(received)")
        }
    }
}
