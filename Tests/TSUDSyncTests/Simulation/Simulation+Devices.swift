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
        let store = SimulatedStore(self, index)
        let exchange = MutatedExchange(names, with: store, ground: defaults)
        exchange.event = { [weak self] event in
            guard let self else { return }
            note(event, index)
            if case .received(let name, _) = event { happenInside(Simulated.setting(of: name)) }
        }
        exchange.mutation = mutation
        devices[index].exchange = exchange
        devices[index].pending = settings
    }

    func restart(_ index: Int) {
        note("\(index) starts again")
        devices[index].defaults.restart()
        start(index)
    }

    func loseState(_ index: Int) {
        if devices[index].isExchanging || isReset { return }
        let isAll = chance(50)
        note("\(index) forgets \(isAll ? "everything" : "what it had in common")")
        devices[index].defaults.restart { isAll || $0.hasPrefix("TSUDSync") }
        devices[index].hasLostState = true
        devices[index].seen = [:]
        devices[index].unreplaced = [:]
        start(index)
    }

    func note(_ event: TSUDSyncEvent, _ index: Int) {
        guard case .received(let name, let text) = event else { return }
        note("\(index) takes: \(name) = \(text ?? nothing)")
        let received = Self.normal(name, text.flatMap { Self.canonical(name, $0) })
        devices[index].seen[name, default: []].insert(received)
        let device = devices[index]
        if Self.normal(name, self.text(name, index)) == device.unreplaced[name] { return }
        devices[index].unreplaced[name] = nil
        let isOwn =
            device.authored[name]?.contains(received) == true && received != nothing && received != "$null"
            && !revived.contains(received)
        if isOwn, device.unreplaced[name] != nil, !device.hasLostState, !wasReset {
            fail("device \(index) replaced \(device.unreplaced[name] ?? "") of \(name) by its own, older \(received)")
        }
    }
}
