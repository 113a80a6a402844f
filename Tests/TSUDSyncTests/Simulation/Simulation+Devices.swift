import Foundation
import TSUD

@testable import TSUDSync

extension Simulation {
    func start(_ index: Int) {
        let defaults = devices[index].defaults
        // It may have ended right after it had stored something, or find that both sides are equal.
        for name in names {
            devices[index].seen[name, default: []].insert(Self.normal(name, text(name, index)))
        }
        let (isNew, isFollower) = (devices[index].isNew, devices[index].isFollower)
        let keys = Simulated.all(isNew: isNew).map { $0.anyHandle(in: defaults) }
        let store = SimulatedStore(self, index, isOther: devices[index].isElsewhere)
        let listed = keys.filter { settings.contains($0.name) }
        defaults.didStore = { [weak self] in self?.noteRecord($0, index) }
        let distrusted = distrustedStore(in: defaults).stringKey
        defaults.forgotten = mutation == .distrustEndsWithTheProcess ? [distrusted] : []
        defaults.kept = mutation == .lastSyncedValuesOfFormerNamesStay && isNew ? ["TSUDSync/size"] : []
        devices[index].processes = (0..<(mode == .processes ? 3 : 1)).map { _ in
            let rules = BrokenRules(mutation, of: self, index)
            let synchronizer = Synchronizer(listed, with: store, isFollowing: isFollower, rules: rules)
            synchronizer.event = { [weak self] event in
                guard let self else { return }
                note(event, index)
                if case .received(let name, _) = event { happenInside(Simulated.setting(of: name)) }
            }
            return Process(synchronizer: synchronizer, changed: settings, reported: settings)
        }
    }

    /// A value under one of the two names of a setting may override or remove that of the other one.
    func noteOtherName(of name: String, _ index: Int) {
        if name == "fontSize" { devices[index].unreplaced["size"] = nil }
        if name == "size" { devices[index].unreplaced["fontSize"] = nil }
    }

    /// Whether the version of the program on a device has a name.
    func hasName(_ name: String, _ index: Int) -> Bool { name != (devices[index].isNew ? "size" : "fontSize") }

    /// The file now contains the last synced values that a pass has found.
    private func noteRecord(_ stored: String, _ index: Int) {
        let prefix = StoreID.name + "/"
        // A member's name is encoded a second time.
        guard stored.hasPrefix(prefix), let name = stored.dropFirst(prefix.count).removingPercentEncoding,
            name != StoreID.name
        else { return }
        let record = devices[index].defaults.file[stored] as? [String]
        let old = devices[index].syncedValues[name]
        guard let identity = record.map({ LastSynced(stored: $0).store }) ?? old?.identity else { return }
        var syncedValue = old?.identity == identity ? old ?? SyncedValue() : SyncedValue(identity: identity)
        if let text = devices[index].syncedTexts.removeValue(forKey: name) {
            devices[index].syncedValuesBefore[name] = syncedValue
            syncedValue.text = text
        } else if record == nil {
            // A newer version of the program has removed it.
            devices[index].syncedValues[name] = nil
            return
        }
        devices[index].syncedValues[name] = syncedValue
    }

    func restart(_ index: Int) {
        note("\(index) starts again")
        devices[index].defaults.restart()
        start(index)
    }

    /// The file is deleted, or an older copy of it is put back.
    func loseFile(_ index: Int) {
        if devices[index].isSyncing { return }
        let (defaults, copies) = (devices[index].defaults, devices[index].copies)
        var (file, old) = chance(50) ? ([:], Device()) : copies.randomElement(using: &random) ?? ([:], Device())
        note("\(index) \(file.isEmpty ? "loses its file" : "gets an older file back")")
        if mutation == .lastSyncedValuesOutliveTheFile {
            file = file.filter { !$0.key.hasPrefix(StoreID.name) }
            file.merge(defaults.file.filter { $0.key.hasPrefix(StoreID.name) }) { $1 }
        }
        defaults.restart()
        defaults.file = file
        (devices[index].seen, devices[index].authored) = (old.seen, old.authored)
        (devices[index].known, devices[index].distrusted) = (old.known, old.distrusted)
        devices[index].syncedValues = old.syncedValues
        // A write that was under way in the copy has a fence that later writes have replaced.
        for name in names where hasAttempt(name, file) { devices[index].syncedValues[name]?.sent = [] }
        for name in names { lostEverywhere(name) }
        devices[index].unreplaced = [:]
        start(index)
    }

    private func hasAttempt(_ name: String, _ file: [String: Any]) -> Bool {
        file.contains { key, object in
            Record.name(ofKey: key) == name && LastSynced(stored: object as? [String] ?? []).attempt != nil
        }
    }

    func copyFile(_ index: Int) {
        if devices[index].isSyncing || devices[index].defaults.isDead { return }
        devices[index].copies.append((devices[index].defaults.file, devices[index]))
    }

    /// The processes of a device share the last synced values of all of them.
    private func checkOrder(of name: String, _ received: String, _ index: Int) {
        if authors[name] == index, devices[index].authored[name] != nil {
            fail("a process of device \(index), which alone changes \(name), replaced it by \(received)")
        }
        guard let version = devices[index].finishing[name] else { return }
        if version < devices[index].latest[name] ?? 0 {
            fail("a process of device \(index) replaced \(name) by its older value \(received)")
        }
        devices[index].latest[name] = version
    }

    /// A value that no device and not the store has is really lost.
    func lostEverywhere(_ name: String) {
        if values[name] == nil, devices.indices.allSatisfy({ text(name, $0) == nil }) { hasBeenStored.remove(name) }
    }

    func note(_ event: TSUDSyncEvent, _ index: Int) {
        if case .overwritten(let name, let text) = event, mutation != .overwrittenValuesAreNotReported {
            note("\(index) reports: \(name) = \(text ?? nothing) was overwritten")
            devices[index].overwritten[name, default: []].insert(Self.normal(name, text))
        }
        if case .sent(let name, _) = event { devices[index].finishing[name] = devices[index].latest[name] }
        guard case .received(let name, let text) = event else { return }
        checkTrust(in: index, "receives \(name)")
        if text == nil { checkRemoval(of: name, index) }
        note("\(index) receives: \(name) = \(text ?? nothing)")
        noteOtherName(of: name, index)
        let received = Self.normal(name, text.flatMap { Self.canonical(name, $0) })
        devices[index].seen[name, default: []].insert(received)
        // The user may have written something else since it was stored.
        if Self.normal(name, self.text(name, index)) == received { devices[index].touched.remove(name) }
        if mode == .processes { return checkOrder(of: name, received, index) }
        let device = devices[index]
        guard let last = device.unreplaced[name], Self.normal(name, self.text(name, index)) != last else { return }
        devices[index].unreplaced[name] = nil
        devices[index].overwritten[name]?.remove(last)
        if device.defaults.isDead { return }
        let before = device.syncedValuesBefore[name]
        // Another store may be in use now. The one that was read counts.
        let syncedValue = before.flatMap { $0.identity == device.syncedValues[name]?.identity ? $0 : nil }
        let isSynced = syncedValue?.text ?? nothing == last
        if device.overwritten[name]?.contains(last) != true, !isSynced, received != last {
            fail("device \(index) replaced \(last) of \(name), which it had changed, by \(received) without an event")
        }
        let isOwn =
            syncedValue?.sent.contains(received) == true && received != nothing && received != "$null"
            && !revived.contains(received) && device.writers[name] == index
        if isOwn {
            fail("device \(index) replaced \(last) of \(name) by its own, older \(received)")
        }
    }
}
