import Foundation
import TSUD

@testable import TSUDSync

extension Simulation {
    /// Whether the user of a device changes a name.
    func mayWrite(_ name: String, _ index: Int) -> Bool {
        // A write while another store is in use belongs to that one.
        hasName(name, index) && !devices[index].isElsewhere && authors[name].map { $0 == index } ?? true
    }

    func userWrites(_ name: String, _ index: Int) {
        if devices[index].defaults.isDead || !mayWrite(name, index) { return }
        number += 1
        let last = Self.normal(name, text(name, index))
        let isRemoval = hasRemovals && isFaulty && chance(mode.isQuiet ? 30 : 15)
        let (defaults, value) = (devices[index].defaults, mode.isQuiet ? number % 3 : number)
        // Another write in the middle of it would be recorded as later.
        Self.$current.withValue(nil) {
            if isRemoval {
                defaults.removeObject(forKey: name)
            } else {
                Simulated.write(value, to: name, in: defaults)
            }
        }
        let text = Self.normal(name, text(name, index))
        // The power may have failed before.
        if text == last { return }
        if isRemoval { removed.insert(name) }
        note("user of \(index): \(name) = \(text)")
        devices[index].unreplaced[name] = text
        devices[index].touched.insert(name)
        noteOtherName(of: name, index)
        devices[index].last[name] = text
        devices[index].authored[name, default: []].insert(text)
        devices[index].seen[name, default: []].insert(text)
        devices[index].change(Simulated.setting(of: name))
        written[name, default: []].insert(text)
        if name == "size" { written["fontSize", default: []].insert(text) }
    }

    /// The value before the last write returns.
    func operatorReverts(_ name: String) {
        guard !mode.isQuiet, let value = previous[name], value != nil || hasRemovals else { return }
        if value == nil { removed.insert(name) }
        revived.insert(Self.normal(name, value.flatMap { Self.canonical(name, $0.text) }))
        put(value, to: name)
    }

    func operatorWrites(_ name: String, isGood: Bool = false) {
        number += 1
        if hasRemovals, !isGood, chance(20) {
            removed.insert(name)
            put(nil, to: name)
            return
        }
        if !isGood, chance(30), let garbage = Simulated.garbage(for: name) {
            put(garbage, to: name)
            return
        }
        // The earlier value may return.
        let numbers = operatorNumbers[name] ?? []
        let chosen = !isGood && chance(40) ? numbers.randomElement(using: &random) ?? number : number
        operatorNumbers[name] = numbers + [chosen]
        let text = Simulated.operatorText(chosen, for: name)
        written[name, default: []].insert(Self.normal(name, Self.canonical(name, text)))
        if name == "size" { written["fontSize", default: []].insert(text) }
        put(SharedValue(text, version: ""), to: name)
    }

    /// The strings that an operator has written to the other store.
    func operatorWritesElsewhere(_ name: String) {
        number += 1
        let text = Simulated.operatorText(number, for: name)
        putElsewhere(text, to: name)
        // A device may send it to the first store, if that has nothing.
        written[name, default: []].insert(Self.normal(name, Self.canonical(name, text)))
        if name == "size" { written["fontSize", default: []].insert(text) }
    }

    func put(_ value: SharedValue?, to name: String, isSame: Bool = false) {
        if mode == .moved { return putUnderSomePrefix(value, to: name) }
        if !isSame { revision += 1 }
        replace(name, by: value.map { SharedValue($0.text, version: "\(revision)") })
        if mode == .processes { return send(SharedUpdate(value?.text, of: name, version: "\(revision)")) }
        report(name)
    }

    func replace(_ name: String, by value: SharedValue?) {
        previous[name] = .some(values[name])
        writers[name] = nil
        note("store: \(name) = \(value.map { $0.text ?? "no text" } ?? nothing)")
        if values[name] == nil { presentSince[name] = revision }
        values[name] = value
        if value != nil { hasBeenStored.insert(name) }
    }

    /// Some devices get no report.
    func report(_ name: String) {
        for index in devices.indices where !isFaulty || !chance(20) {
            devices[index].report([Simulated.setting(of: name)])
        }
    }

    /// The watch of each process reports the value, in the order of changes.
    func send(_ update: SharedUpdate) {
        for index in devices.indices {
            for process in devices[index].processes.indices { devices[index].processes[process].watch.append(update) }
        }
    }

    func arriveLate(from device: Int) {
        guard let index = delayed.firstIndex(where: { $0.first?.device == device }) else { return }
        arriveLate(delayed.remove(at: index))
    }

    func arriveLate(_ messages: [Message]) {
        if arrive(messages).isEmpty { return }
        for message in messages where !StoreID.isReserved(message.write.name) {
            revived.insert(Self.normal(message.write.name, message.write.text))
        }
    }

    /// All arrive or none; returns their version.
    func arrive(_ messages: [Message]) -> [String: String] {
        guard messages.allSatisfy({ values[$0.write.name]?.version == $0.write.version }) else { return [:] }
        revision += 1
        for message in messages { store(message) }
        return Dictionary(messages.map { ($0.write.name, "\(revision)") }) { first, _ in first }
    }

    private func store(_ message: Message) {
        let (index, device, write) = (message.device, message.sender, message.write)
        let (name, old) = (write.name, values[write.name])
        if device.isFollower { fail("device \(index) only follows, and sends \(name)") }
        if StoreID.isReserved(name) {
            values[name] = SharedValue(write.text, version: "\(revision)")
            note("\(index) writes \(name)")
            return
        }
        let normal = Self.normal(name, write.text)
        let oldText = Self.normal(name, old.flatMap { Self.canonical(name, $0.text) })
        let isUnreadable = old != nil && oldText == nothing
        // A device writes a string again that its late write might still replace.
        let isSame = old != nil && write.text == old?.text
        let isUpload = old == nil && syncedValue(name, of: device, with: identity())?.text == nil
        if isUpload { revived.insert(normal) }
        // An equal set in another order is no change. Writes and arrivals under the former name are included.
        let authored = (device.authored[name] ?? []).union(name == "fontSize" ? device.seen["size"] ?? [] : [])
        // A delayed string loses against a later sync of the device.
        let isRestored = revived.contains(oldText) && syncedValue(name, of: device, with: identity())?.text == normal
        if !isUpload, !isSame, normal != oldText, !isRestored, !authored.contains(normal) {
            fail("device \(index) sent \(normal) to \(name), which its user did not write")
        }
        if old != nil, !isUnreadable, device.seen[name]?.contains(oldText) != true {
            fail("device \(index) replaced \(oldText) of \(name), which it had never had, by \(normal)")
        }
        if let old, !isUnreadable, !leasesEnd, !device.known.contains(old.version) {
            fail("device \(index) replaced \(oldText) of \(name) by \(normal), though another one had just sent it")
        }
        if mode == .few, !isUpload, normal != oldText, !devices[index].touched.contains(name) {
            fail("device \(index) sent \(normal) to \(name), though its user had changed nothing")
        }
        if Self.normal(name, text(name, index)) == normal { devices[index].touched.remove(name) }
        note("\(index) sends:")
        if syncedValue(name, of: devices[index], with: identity()) != nil {
            devices[index].syncedValues[name]?.sent.insert(normal)
        }
        put(write.text.map { SharedValue($0, version: "") }, to: name, isSame: true)
        writers[name] = index
        devices[index].latest[name] = revision
        devices[index].known.insert("\(revision)")
    }
}
