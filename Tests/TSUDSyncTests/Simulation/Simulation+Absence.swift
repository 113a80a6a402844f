import Foundation
import TSUD

@testable import TSUDSync

/// Readings and updates without a name, which don't prove that the name was removed.
extension Simulation {
    // MARK: Cut readings

    /// Removes the last members of some settings from a reading, as a limit does, and returns these settings.
    func cut(_ contents: inout [String: SharedValue]) -> Set<String> {
        if mode != .cut || !isFaulty { return [] }
        var cut: Set<String> = []
        for setting in settings.sorted() where chance(40) {
            let members = contents.keys.filter { $0 != setting && Simulated.setting(of: $0) == setting }.sorted()
            if members.isEmpty { continue }
            for name in members.suffix(.random(in: 1...members.count, using: &random)) { contents[name] = nil }
            cut.insert(setting)
        }
        return cut
    }

    /// A device has removed a value, because a reading or an update didn't have it.
    func checkRemoval(of name: String, _ index: Int) {
        if isRestored { removed.insert(name) }
        // In the other modes, revisions return, or several processes and stores share the numbers.
        guard [.steady, .alone, .few, .cut, .moved].contains(mode), values[name] != nil,
            let synced = devices[index].finishing[name], let start = presentSince[name]
        else { return }
        if synced >= start { fail("device \(index) removed \(name), which the store has had all the time") }
    }

    // MARK: Another history

    /// The operator copies the store, restores a copy, or writes another store ID, and others write elsewhere.
    func happenToHistory() {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<3: copyStore()
        case 3..<6:
            guard let copy = copies.randomElement(using: &random) else { return }
            note("an older copy of the store is restored with its store ID")
            (values, revision) = copy
            (delayed, previous, isRestored) = ([], [:], values[StoreID.name] != nil)
            for name in names { lostEverywhere(name) }
            for index in devices.indices { devices[index].report(settings) }
        case 6..<9:
            note("others write under other prefixes")
            revision += .random(in: 0...100, using: &random)
        default: if isRestored { giveIdentity() }
        }
    }

    /// Returns the store of a reading, and whether this is without a change of the store that a device's file has.
    func history(of contents: [String: SharedValue], _ index: Int) -> (store: String, isOlder: Bool) {
        let store = identity()
        let isOlder = devices[index].defaults.file.contains { key, object in
            guard let name = Record.name(ofKey: key), let stored = object as? [String] else { return false }
            let last = LastSynced(stored: stored)
            guard last.store == store, let number = last.number else { return false }
            return number > revision || contents[name].flatMap { Int($0.version) }.map { $0 < number } == true
        }
        // Without a store ID, nothing counts as removed, and the store may begin again.
        return (store, isOlder && contents[StoreID.name] != nil)
    }

    /// A device acts on its last reading.
    func checkTrust(in index: Int, _ action: String) {
        if mode != .restored { return }
        let reading = devices[index].reading
        if reading.isOlder { fail("device \(index) \(action), though the store has gone back") }
        if devices[index].distrusted == reading.store { fail("device \(index) \(action), though it has noticed this") }
    }

    /// A device has found out that the store has another history.
    func noteFailure(_ error: any Error, _ index: Int) {
        guard let rejection = error as? SharedStoreRejection, rejection.reason.contains("earlier state") else { return }
        note("\(index) distrusts the store")
        // Otherwise, the power has failed before this was stored.
        if !devices[index].defaults.isDead { devices[index].distrusted = devices[index].reading.store }
    }

    // MARK: Several prefixes

    /// An operator writes or removes a name under one prefix, and may remove it under the other in the same transaction.
    func putUnderSomePrefix(_ value: SharedValue?, to name: String) {
        revision += 1
        // At the end, the value must not be hidden.
        let layer = isFaulty && chance(50) ? 1 : 0
        let isAlone = chance(50)
        change(name, layer, to: value, isAlone ? nil : layers[1 - layer][name])
    }

    /// A transaction moves a value from one prefix to the other.
    func operatorMoves(_ name: String) {
        guard let layer = layers.firstIndex(where: { $0[name] != nil }) else { return }
        revision += 1
        change(name, 1 - layer, to: layers[layer][name], nil)
    }

    /// Changes a name under both prefixes, and reports this as etcd's watch does.
    private func change(_ name: String, _ layer: Int, to value: SharedValue?, _ other: SharedValue?) {
        let isOtherChanged = layers[1 - layer][name]?.version != other?.version
        let value = value.map { SharedValue($0.text, version: "\(revision)") }
        (layers[layer][name], layers[1 - layer][name]) = (value, other)
        replace(name, by: layers[0][name] ?? layers[1][name])
        if isOtherChanged { sendUpdate(of: name, under: 1 - layer) }
        sendUpdate(of: name, under: layer)
    }

    private func sendUpdate(of name: String, under layer: Int) {
        let text = layers[layer][name]?.text
        if text != nil || mutation == .deletionsUnderOnePrefixAreRemovals {
            // The first prefix takes precedence.
            if layer == 0 || layers[0][name] == nil {
                send(SharedUpdate(text, of: name, version: "\(revision)"))
            }
        } else {
            report(name)
        }
    }
}
