import Foundation

@testable import TSUDSync

/// The store of a simulation, as one device sees it through a bad network.
final class SimulatedStore: SharedStore, @unchecked Sendable {
    struct Lost: Error {}

    private unowned let simulation: Simulation
    private let device: Int

    init(_ simulation: Simulation, _ device: Int) {
        self.simulation = simulation
        self.device = device
    }

    let identifier = "simulated"

    func read(_ names: [String]) async throws -> SharedContents {
        try await simulation.passNetwork(device)
        let values = simulation.values.filter { names.contains(Simulated.setting(of: $0.key)) }
        let contents = SharedContents(values, account: simulation.account, revision: simulation.revision)
        // The answer may be old when it arrives.
        try await simulation.passNetwork(device)
        return contents
    }

    func write(_ text: String?, to name: String, ifVersion version: String?) async throws -> Bool {
        try await simulation.passNetwork(device)
        if simulation.isFaulty, simulation.chance(20) { throw SharedStoreRefusal("the simulation says so") }
        let version = simulation.mutation == .versionsIgnored ? simulation.values[name]?.version : version
        let sender = simulation.devices[device]
        let message = Simulation.Message(device: device, sender: sender, text: text, name: name, version: version)
        if simulation.isFaulty, simulation.chance(10) {
            // It arrives long after the device has given up.
            simulation.delayed.append(message)
            throw Lost()
        }
        let isStored = simulation.arrive(message)
        // The answer may be lost.
        try await simulation.passNetwork(device)
        return isStored
    }

    func changes() -> AsyncThrowingStream<SharedChange, any Error> { AsyncThrowingStream { $0.finish() } }
}
