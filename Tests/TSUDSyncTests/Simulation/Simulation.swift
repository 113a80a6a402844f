import Foundation
import TSUD
import TestSupport

@testable import TSUDSync

/// Devices that share settings through a bad network, with power cuts, in a random but repeatable order.
///
/// Everything runs in one task. Whenever the exchange waits for the store, or calls a key's code, something else may
/// happen: that is how devices, users and the store run at the same time here.
final class Simulation: @unchecked Sendable {
    @TaskLocal static var current: Simulation?

    struct Failure: Error, CustomStringConvertible { let description: String }

    struct Device {
        let defaults = DeviceDefaults()
        var exchange: MutatedExchange?
        var pending: Set<String> = []
        var isExchanging = false
        /// What the user wrote and nothing from the store has replaced, by name; normalized.
        var unreplaced: [String: String] = [:]
        /// What the user has written at any time.
        var authored: [String: Set<String>] = [:]
        /// What the device has taken or had itself, so that it may replace it.
        var seen: [String: Set<String>] = [:]
        var hasLostState = false
    }

    /// A request to write.
    struct Message {
        let device: Int
        /// The device when it sent this; it may forget everything before this arrives.
        let sender: Device
        let text: String?
        let name: String
        let version: String?
    }

    private var random: SeededGenerator
    let mutation: Mutation?
    /// Whether the store may be emptied; then no device forgets everything, since values could really be lost.
    private let isReset: Bool
    private let hasRemovals: Bool
    var isFaulty = true
    private var isDown = false
    private var depth = 0
    private var isQuiet = false
    private var number = 0
    var reports = 0

    var devices: [Device] = []
    var values: [String: SharedValue] = [:]
    var account = "a"
    var revision = 10_000_000
    var delayed: [Message] = []
    /// What arrived late.
    ///
    /// If its name was removed twice, nothing tells a store that it is out of date.
    private var late: Set<String> = []
    /// What anybody has written, by name; normalized.
    private var written: [String: Set<String>] = [:]
    private var removed: Set<String> = []
    private var wasReset = false
    private(set) var failure: Failure?

    init(seed: UInt64, mutation: Mutation? = nil) {
        random = SeededGenerator(seed: seed)
        self.mutation = mutation
        isReset = seed % 3 == 0
        hasRemovals = seed % 2 == 0
        // Three fall out with each other as well as eight, and sooner.
        for _ in 0..<(seed % 10 == 9 ? 8 : Int.random(in: 2...4, using: &random)) { devices.append(Device()) }
        for index in devices.indices { start(index) }
    }

    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private func fail(_ description: String) {
        failure = failure ?? Failure(description: "\(description)\n\(trace.suffix(400).joined(separator: "\n"))")
    }

    /// What has happened, for whoever has to find out why a seed fails.
    private var trace: [String] = []
    func note(_ line: String) { trace.append(line) }

    // MARK: Running

    /// - Throws: what went wrong.
    func run() async throws {
        try await Self.$current.withValue(self) {
            for _ in 0..<100 where failure == nil { await happen() }
            try await settle()
            // With everything quiet, what is written last is what all get.
            let written = Simulated.names.map { name in
                let device = Int.random(in: devices.indices, using: &random)
                userWrites(name, device)
                return (name, Self.normal(name, text(name, device)))
            }
            try await settle()
            for (name, text) in written {
                let last = Self.normal(name, self.text(name, 0))
                if last != text { fail("\(name) was \(text) last, but is \(last)") }
            }
            if let failure { throw failure }
        }
    }

    /// Something happens.
    private func happen() async {
        let device = Int.random(in: devices.indices, using: &random)
        let name = Simulated.names.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<25: userWrites(name, device)
        case 25..<70: await exchange(device)
        case 70..<78: operatorWrites(name)
        case 78..<84:
            if !devices[device].isExchanging { devices[device].defaults.failAfter(.random(in: 0...6, using: &random)) }
        case 84..<88: isDown.toggle()
        case 88..<92: devices[device].pending = Simulated.settings
        case 92..<97: if !delayed.isEmpty { arriveLate(delayed.removeFirst()) }
        default: if isReset, chance(30) { reset() } else { loseState(device) }
        }
    }

    /// What happens while a key's code runs on a device that exchanges.
    func happenInside(_ name: String) {
        guard isFaulty, depth < 2, chance(3), let device = devices.firstIndex(where: \.isExchanging) else { return }
        depth += 1
        let names = Simulated.names.filter { Simulated.setting(of: $0) == name }
        userWrites(names.randomElement(using: &random) ?? name, device)
        depth -= 1
    }

    /// A message of a device is under way.
    func passNetwork(_ device: Int) async throws {
        if devices[device].defaults.isDead { throw SimulatedStore.Lost() }
        guard isFaulty else { return }
        if depth < 3, chance(25) {
            depth += 1
            await happen()
            depth -= 1
        }
        if isDown && chance(80) || chance(5) || devices[device].defaults.isDead { throw SimulatedStore.Lost() }
    }

    private func exchange(_ index: Int) async {
        guard !devices[index].isExchanging, let exchange = devices[index].exchange else { return }
        if devices[index].defaults.isDead { return restart(index) }
        let names = devices[index].pending
        devices[index].pending = []
        if names.isEmpty { return }
        devices[index].isExchanging = true
        do {
            let unfinished = try await exchange.exchange(names)
            devices[index].pending.formUnion(unfinished)
        } catch {
            devices[index].pending.formUnion(names)
        }
        devices[index].isExchanging = false
        if devices[index].defaults.isDead { restart(index) }
    }

    /// The network recovers, everything arrives, and all devices exchange until nothing changes.
    private func settle() async throws {
        isFaulty = false
        for message in delayed where chance(50) { arriveLate(message) }
        delayed = []
        for index in devices.indices {
            restart(index)
            await exchange(index)
        }
        for name in Simulated.names {
            // Somebody corrects what nobody can read.
            if let value = values[name], Self.canonical(name, value.text) == nil { userWrites(name, 0) }
        }
        for index in devices.indices { devices[index].pending = Simulated.settings }
        for _ in 0..<12 {
            for index in devices.indices { await exchange(index) }
            if devices.allSatisfy(\.pending.isEmpty) { break }
        }
        if !devices.allSatisfy(\.pending.isEmpty) { fail("the devices exchange for ever") }
        // Another exchange of everything changes nothing.
        let last = revision
        for index in devices.indices {
            devices[index].pending = Simulated.settings
            await exchange(index)
        }
        if revision != last { fail("a device sends though nothing has changed") }
        check()
        if let failure { throw failure }
    }

    private func check() {
        for name in Simulated.names {
            let there = Self.normal(name, values[name].flatMap { Self.canonical(name, $0.text) })
            for index in devices.indices {
                let here = Self.normal(name, text(name, index))
                if here != there { fail("\(name) of device \(index) is \(here), but the store has \(there)") }
            }
            if there != nothing, written[name]?.contains(there) != true { fail("nobody wrote \(there) to \(name)") }
            if there == nothing, !removed.contains(name), hasBeenStored.contains(name) { fail("\(name) is lost") }
        }
    }

    // MARK: Users and operators

    private func userWrites(_ name: String, _ index: Int) {
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

    private var operatorNumbers: [String: [Int]] = [:]

    private func operatorWrites(_ name: String) {
        number += 1
        if hasRemovals, chance(20) {
            removed.insert(name)
            return put(nil, to: name)
        }
        if chance(30), let garbage = Simulated.garbage(for: name) { return put(garbage, to: name) }
        // What was there before may come back.
        let numbers = operatorNumbers[name] ?? []
        let chosen = chance(40) ? numbers.randomElement(using: &random) ?? number : number
        operatorNumbers[name] = numbers + [chosen]
        let text = Simulated.operatorText(chosen, for: name)
        written[name, default: []].insert(Self.normal(name, Self.canonical(name, text)))
        put(SharedValue(text, version: ""), to: name)
    }

    // MARK: The store

    private var hasBeenStored: Set<String> = []

    private func put(_ value: SharedValue?, to name: String) {
        revision += 1
        note("store: \(name) = \(value.map { $0.text ?? "no text" } ?? nothing)")
        values[name] = value.map { SharedValue($0.text, version: "\(account).\(revision)") }
        if value != nil { hasBeenStored.insert(name) }
        // Some do not hear of it.
        for index in devices.indices where !isFaulty || !chance(20) {
            devices[index].pending.insert(Simulated.setting(of: name))
        }
    }

    private func arriveLate(_ message: Message) {
        if arrive(message) { late.insert(Self.normal(message.name, message.text)) }
    }

    func arrive(_ message: Message) -> Bool {
        let (index, device, text, name) = (message.device, message.sender, message.text, message.name)
        let old = values[name]
        guard old?.version == message.version else { return false }
        let normal = Self.normal(name, text)
        let oldText = Self.normal(name, old.flatMap { Self.canonical(name, $0.text) })
        let isUnreadable = old != nil && oldText == nothing
        let isUpload = old == nil && (device.hasLostState || wasReset)
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
    private func reset() {
        note("the store is emptied")
        wasReset = true
        // What nobody has taken is lost for ever.
        hasBeenStored.formIntersection(
            Simulated.names.filter { name in devices.indices.contains { text(name, $0) != nil } }
        )
        delayed = []
        values = [:]
        if chance(50) { account += "a" } else { revision -= 1_000_000 }
        for index in devices.indices { devices[index].pending = Simulated.settings }
    }

    // MARK: Devices

    private func start(_ index: Int) {
        let defaults = devices[index].defaults
        // It may have ended right after it had taken something, or find that it has what the store has.
        for name in Simulated.names {
            devices[index].seen[name, default: []].insert(Self.normal(name, text(name, index)))
        }
        let settings = Simulated.all.map { SyncedName(key: $0, suite: defaults) }
        let store = SimulatedStore(self, index)
        let exchange = MutatedExchange(settings, with: store, ground: defaults)
        exchange.event = { [unowned self] in note($0, index) }
        exchange.mutation = mutation
        devices[index].exchange = exchange
        devices[index].pending = Simulated.settings
    }

    private func restart(_ index: Int) {
        note("\(index) starts again")
        devices[index].defaults.restart()
        start(index)
    }

    private func loseState(_ index: Int) {
        if devices[index].isExchanging || isReset { return }
        let isAll = chance(50)
        note("\(index) forgets \(isAll ? "everything" : "what it had in common")")
        devices[index].defaults.restart { isAll || $0.hasPrefix("TSUDSync") }
        devices[index].hasLostState = true
        devices[index].seen = [:]
        devices[index].unreplaced = [:]
        start(index)
    }

    private func note(_ event: TSUDSyncEvent, _ index: Int) {
        guard case .received(let name, let text) = event else { return }
        note("\(index) takes: \(name) = \(text ?? nothing)")
        let received = Self.normal(name, text.flatMap { Self.canonical(name, $0) })
        devices[index].seen[name, default: []].insert(received)
        let device = devices[index]
        if Self.normal(name, self.text(name, index)) == device.unreplaced[name] { return }
        devices[index].unreplaced[name] = nil
        let isOwn =
            device.authored[name]?.contains(received) == true && received != nothing && received != "$null"
            && !late.contains(received)
        if isOwn, device.unreplaced[name] != nil, !device.hasLostState, !wasReset {
            fail("device \(index) replaced \(device.unreplaced[name] ?? "") of \(name) by its own, older \(received)")
        }
    }

    // MARK: Texts

    private func text(_ name: String, _ index: Int) -> String? { Self.text(name, in: devices[index].defaults) }

    private static func text(_ name: String, in suite: UserDefaults) -> String? {
        $current.withValue(nil) { try? Simulated.slot(name, in: suite).sharedText() }
    }

    /// The text that a device makes of a text; `nil` if it can't read it.
    static func canonical(_ name: String, _ text: String?) -> String? {
        guard let text else { return nil }
        return $current.withValue(nil) {
            withEphemeralSuite { suite in
                (try? Simulated.slot(name, in: suite).store(sharedText: text)).flatMap { Self.text(name, in: suite) }
            }
        }
    }

    /// The text, the same for all texts of one set.
    static func normal(_ name: String, _ text: String?) -> String {
        guard let text else { return nothing }
        let tags =
            Simulated.setting(of: name) == "tags"
            ? try? JSONDecoder().decode([String].self, from: Data(text.utf8)) : nil
        return tags?.sorted().joined(separator: " ") ?? text
    }
}

private let nothing = "nothing"
