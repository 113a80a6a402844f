import TSUD

/// Several stores that are followed as one: for each name, the first store that has a value wins.
final class LayeredStore: SharedStore {
    let layers: [any SharedStore]

    var identifier: String { layers.map(\.identifier).joined(separator: ", ") }

    /// The last contents of each layer, by the requested names.
    private let known = Locked<[Int: [String: SharedValue]]>([:])

    private let pace: Pace

    init(layers: [any SharedStore], pace: Pace = Pace()) {
        self.layers = layers
        self.pace = pace
    }

    /// Reads all layers.
    ///
    /// The store ID combines the IDs of all layers. If one of them is missing or different, TSUDSync treats no missing
    /// value as removed.
    func read(_ names: [String]) async throws -> [String: SharedValue] {
        var values: [String: SharedValue] = [:]
        var identities: [String] = []
        for (index, layer) in layers.enumerated() {
            let contents = try await contents(of: layer, index, names)
            if let identity = contents[StoreID.name] { identities.append(identity.text ?? identity.version) }
            // Layers count their versions separately.
            let own = contents.mapValues { SharedValue($0.text, version: "layer \(index) \($0.version)") }
            values.merge(own) { first, _ in first }
        }
        let text = identities.joined(separator: " ")
        values[StoreID.name] = identities.count == layers.count ? SharedValue(text, version: "layers \(text)") : nil
        return values
    }

    /// Returns the values in a layer, or its last values if it rejects the request.
    ///
    /// A layer that has never responded may have values, so the others can't be followed without it.
    private func contents(
        of layer: any SharedStore,
        _ index: Int,
        _ names: [String]
    ) async throws -> [String: SharedValue] {
        do {
            let contents = try await layer.read(names)
            let requested = Set(names)
            known.withLock { known in
                var all = known[index, default: [:]].filter { $0.key.owner(among: requested) == nil }
                all.merge(contents) { $1 }
                known[index] = all
            }
            return contents
        } catch let rejection as SharedStoreRejection {
            guard let all = known.withLock({ $0[index] }) else { throw rejection }
            Log.once("'\(layer.identifier)' keeps its last values, because it rejects requests: \(rejection.reason).")
            let requested = Set(names)
            return all.filter { $0.key.owner(among: requested) != nil }
        }
    }

    /// Writes nothing: several stores can only be followed.
    func write(_ writes: [SharedWrite]) async throws -> [String: String] { [:] }

    /// Reports the names that change in any layer, since another layer may have their values.
    func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        AsyncThrowingStream { continuation in
            let failing = FailingLayers()
            let tasks = layers.enumerated().map { index, layer in
                Task {
                    var failures = 0
                    while !Task.isCancelled {
                        do {
                            for try await change in layer.changes() {
                                failures = 0
                                failing.indices.withLock { _ = $0.remove(index) }
                                continuation.yield(change.withoutValues)
                            }
                            throw SharedStoreRejection("the store has ended its sequence")
                        } catch {
                            // One layer that fails doesn't keep the others from reporting.
                            let count = failing.indices.withLock { failing in
                                failing.insert(index)
                                return failing.count
                            }
                            if count == layers.count { return continuation.finish(throwing: error) }
                            failures += 1
                            try? await Task.sleep(for: pace.pause(after: failures))
                        }
                    }
                }
            }
            continuation.onTermination = { _ in for task in tasks { task.cancel() } }
        }
    }
}

/// The layers whose changes can't be received.
private final class FailingLayers: Sendable {
    let indices = Locked<Set<Int>>([])
}

extension SharedChange {
    /// The names alone, since another layer may have their values.
    fileprivate var withoutValues: Self {
        if case .updates(let updates) = self { .names(updates.map(\.name)) } else { self }
    }
}
