import Foundation

@testable import TSUDSync

/// The store of a simulation, as one device sees it through a bad network.
final class SimulatedStore: FencedStore, @unchecked Sendable {
    struct Lost: Error {}

    private unowned let simulation: Simulation
    private let device: Int
    /// Whether it is the other store, which only an operator has written.
    private let isOther: Bool

    init(_ simulation: Simulation, _ device: Int, isOther: Bool) {
        self.simulation = simulation
        self.device = device
        self.isOther = isOther
    }

    var identifier: String { Simulation.identifier(isOther: isOther) }

    func read(_ names: [String]) async throws -> SharedReading {
        try await simulation.passNetwork(device)
        let first = simulation.layers[0]
        if simulation.mutation == .prefixesAreReadInTurn { try await simulation.passNetwork(device) }
        var contents = isOther ? simulation.otherStore : simulation.values
        if simulation.mutation == .prefixesAreReadInTurn {
            contents = contents.filter { StoreID.isReserved($0.key) }.merging(simulation.layers[1]) { $1 }
            contents.merge(first) { $1 }
        }
        contents = contents.filter {
            StoreID.isReserved($0.key) ? names.contains($0.key) : names.contains(Simulated.setting(of: $0.key))
        }
        for name in simulation.names where names.contains(Simulated.setting(of: name)) {
            simulation.devices[device].writers[name] = simulation.writers[name]
        }
        contents[StoreID.name]?.version = "\(simulation.revision)"
        let cut = simulation.cut(&contents)
        var reading = SharedReading(contents, incomplete: simulation.mutation == .cutReadingsCountAsComplete ? [] : cut)
        reading.isOrdered = simulation.mode != .moved
        let history = simulation.history(of: contents, device)
        // The response may be outdated when it arrives, or may be lost.
        try await simulation.passNetwork(device)
        simulation.devices[device].reading = history
        return reading
    }

    func read(_ names: [String], at number: Int) async throws -> SharedReading {
        throw SharedStoreRejection("the simulation keeps no earlier states")
    }

    func write(_ writes: [SharedWrite]) async throws -> [String: String] {
        simulation.checkTrust(in: device, "sends \(writes.map(\.name))")
        for write in writes { simulation.sentTexts[fingerprint(ofText: write.text)] = write.text }
        try await simulation.passNetwork(device)
        if simulation.isFaulty, writes.contains(where: { _ in simulation.chance(10) }) {
            throw SharedStoreRejection("the simulation says so")
        }
        if isOther { return simulation.arriveElsewhere(writes) }
        let sender = simulation.devices[device]
        let messages = writes.map { write in
            var write = write
            if simulation.mutation == .versionsAreIgnored { write.version = simulation.values[write.name]?.version }
            return Simulation.Message(device: device, sender: sender, write: write)
        }
        // A write that the network has kept may arrive right before a newer one.
        if simulation.isFaulty, simulation.chance(20) { simulation.arriveLate(from: device) }
        if simulation.isFaulty, simulation.chance(simulation.mode.isQuiet ? 25 : 10) {
            // It arrives long after the device has given up.
            simulation.delayed.append(messages)
            throw Lost()
        }
        // The network may repeat it later.
        if simulation.isFaulty, simulation.chance(10) { simulation.delayed.append(messages) }
        let versions = simulation.arrive(messages)
        // The response may be lost.
        try await simulation.passNetwork(device)
        return versions
    }

    func changes() -> AsyncThrowingStream<SharedChange, any Error> { AsyncThrowingStream { $0.finish() } }
}
