/// Several stores that are followed as one: for each name, the first store that has a value wins.
struct LayeredStore: SharedStore {
    let layers: [any SharedStore]

    var identifier: String { layers.map(\.identifier).joined(separator: ", ") }

    /// Reads all layers.
    ///
    /// The store ID combines the IDs of all layers. If one of them is missing or different, TSUDSync treats no missing
    /// value as removed.
    func read(_ names: [String]) async throws -> [String: SharedValue] {
        var values: [String: SharedValue] = [:]
        var identities: [String] = []
        for (index, layer) in layers.enumerated() {
            let contents = try await layer.read(names)
            if let identity = contents[StoreID.name] { identities.append(identity.text ?? identity.version) }
            // Layers count their versions separately.
            let own = contents.mapValues { SharedValue($0.text, version: "layer \(index) \($0.version)") }
            values.merge(own) { first, _ in first }
        }
        let text = identities.joined(separator: " ")
        values[StoreID.name] = identities.count == layers.count ? SharedValue(text, version: text) : nil
        return values
    }

    /// Writes nothing: several stores can only be followed.
    func write(_ writes: [SharedWrite]) async throws -> [String: String] { [:] }

    /// Reports the names that change in any layer, since another layer may have their values.
    func changes() -> AsyncThrowingStream<SharedChange, any Error> {
        AsyncThrowingStream { continuation in
            let tasks = layers.map { layer in
                Task {
                    do {
                        for try await change in layer.changes() {
                            guard case .updates(let updates) = change else {
                                continuation.yield(change)
                                continue
                            }
                            continuation.yield(.names(updates.map(\.name)))
                        }
                        continuation.finish()
                    } catch {
                        continuation.finish(throwing: error)
                    }
                }
            }
            continuation.onTermination = { _ in for task in tasks { task.cancel() } }
        }
    }
}
