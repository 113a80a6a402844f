import Foundation
import TSUD

@testable import TSUDSync

extension Simulation {
    func userWrites(_ name: String, _ index: Int) {
        if devices[index].defaults.isDead { return }
        number += 1
        let last = Self.normal(name, text(name, index))
        let isRemoval = hasRemovals && isFaulty && chance(15)
        if isRemoval {
            Simulated.slot(name, in: devices[index].defaults).reset()
        } else {
            Simulated.write(number, to: name, in: devices[index].defaults)
        }
        let text = Self.normal(name, text(name, index))
        // The power may have failed before.
        if text == last { return }
        if isRemoval { removed.insert(name) }
        note("user of \(index): \(name) = \(text)")
        devices[index].unreplaced[name] = text
        devices[index].authored[name, default: []].insert(text)
        devices[index].seen[name, default: []].insert(text)
        devices[index].pending.insert(Simulated.setting(of: name))
        written[name, default: []].insert(text)
    }

    /// What was there before the last write comes back.
    func operatorReverts(_ name: String) {
        guard let value = previous[name], value != nil || hasRemovals else { return }
        if value == nil { removed.insert(name) }
        revived.insert(Self.normal(name, value.flatMap { Self.canonical(name, $0.text) }))
        put(value, to: name)
    }

    func operatorWrites(_ name: String) {
        number += 1
        if hasRemovals, chance(20) {
            removed.insert(name)
            put(nil, to: name)
            return
        }
        if chance(30), let garbage = Simulated.garbage(for: name) {
            put(garbage, to: name)
            return
        }
        // What was there before may come back.
        let numbers = operatorNumbers[name] ?? []
        let chosen = chance(40) ? numbers.randomElement(using: &random) ?? number : number
        operatorNumbers[name] = numbers + [chosen]
        let text = Simulated.operatorText(chosen, for: name)
        written[name, default: []].insert(Self.normal(name, Self.canonical(name, text)))
        put(SharedValue(text, version: ""), to: name)
    }

    func put(_ value: SharedValue?, to name: String) {
        revision += 1
        previous[name] = .some(values[name])
        note("store: \(name) = \(value.map { $0.text ?? "no text" } ?? nothing)")
        values[name] = value.map { SharedValue($0.text, version: "\(account).\(revision)") }
        if value != nil { hasBeenStored.insert(name) }
        // Some do not hear of it.
        for index in devices.indices where !isFaulty || !chance(20) {
            devices[index].pending.insert(Simulated.setting(of: name))
        }
    }

    func arriveLate(_ message: Message) {
        if arrive(message) { revived.insert(Self.normal(message.name, message.text)) }
    }

    func arrive(_ message: Message) -> Bool {
        let (index, device, text, name) = (message.device, message.sender, message.text, message.name)
        let old = values[name]
        guard old?.version == message.version else { return false }
        let normal = Self.normal(name, text)
        let oldText = Self.normal(name, old.flatMap { Self.canonical(name, $0.text) })
        let isUnreadable = old != nil && oldText == nothing
        let isUpload = old == nil && (device.hasLostState || wasReset)
        if isUpload { revived.insert(normal) }
        // An equal set in another order is no change.
        if !isUpload, normal != oldText, device.authored[name]?.contains(normal) != true {
            fail("device \(index) sent \(normal) to \(name), which its user did not write")
        }
        if old != nil, !isUnreadable, device.seen[name]?.contains(oldText) != true {
            fail("device \(index) replaced \(oldText) of \(name), which it had never had, by \(normal)")
        }
        note("\(index) sends:")
        put(text.map { SharedValue($0, version: "") }, to: name)
        return true
    }

    /// The store is emptied, or another account's is used.
    func reset() {
        note("the store is emptied")
        wasReset = true
        // What nobody has taken is lost for ever.
        hasBeenStored.formIntersection(
            names.filter { name in devices.indices.contains { text(name, $0) != nil } }
        )
        delayed = []
        values = [:]
        if chance(50) { account += "a" } else { revision -= 1_000_000 }
        for index in devices.indices { devices[index].pending = settings }
    }
}
