import Foundation
import TSUD

/// The contents of a store under some names.
struct Contents: Sendable {
    let values: [String: SharedValue]
    /// The fingerprints of the values, by name.
    let fingerprints: [String: String]
    /// The fingerprint of the store and its ID.
    let store: String
    let hasStoreID: Bool
    /// Whether only some names of each setting are known.
    var isPartial = false
    /// The names, including removed ones if only some names are known.
    var names: [String]
    /// The numbers of updates.
    private var numbers: [String: Int] = [:]
    /// The number of the reading.
    private(set) var moment: Int?

    /// The number of the store's change that a value is from, or that of the update or reading that found no value.
    func number(of name: String) -> Int? {
        values[name].map { TSUDSync.number(of: $0.version) } ?? numbers[name] ?? moment
    }

    init(_ values: [String: SharedValue], of identifier: String) {
        self.values = values
        fingerprints = values.mapValues { fingerprint(of: $0) }
        let identity = values[StoreID.name].map { $0.text.map(fingerprint(ofText:)) ?? $0.version }
        hasStoreID = identity != nil
        store = fingerprint(ofText: "\(identifier) \(identity ?? "")")
        names = Array(values.keys)
        moment = values[StoreID.name].flatMap { TSUDSync.number(of: $0.version) }
    }

    init(updates: [String: SharedUpdate], in known: KnownStore) {
        values = updates.compactMapValues { update in
            update.text.map { SharedValue($0, version: update.version) }
        }
        fingerprints = values.mapValues { fingerprint(of: $0) }
        (store, hasStoreID, isPartial, names) = (known.store, known.hasStoreID, true, Array(updates.keys))
        numbers = updates.compactMapValues { TSUDSync.number(of: $0.version) }
    }
}

/// The store when it was read last.
struct KnownStore {
    /// The fingerprint of the store and its ID.
    let store: String
    let hasStoreID: Bool
    /// The number of the store's last change when a setting was read, by setting.
    var moments: [String: Int] = [:]
}

extension Synchronizer {
    /// Reads the names of some settings from the store, and writes a missing store ID unless the list follows.
    func read(_ names: [String]) async throws -> Contents {
        let reserved = [StoreID.name] + (fence.name.map { [$0] } ?? [])
        var values = try await store.read(names + reserved)
        if values[StoreID.name] == nil, !isFollowing {
            do {
                // Another device may do the same at this moment.
                let write = SharedWrite(UUID().uuidString, to: StoreID.name, ifVersion: nil)
                _ = try await store.write([write])
                values = try await store.read(names + reserved)
                // Without a store ID, TSUDSync couldn't detect removed values later.
                if values[StoreID.name] == nil {
                    throw SharedStoreRejection("the store has not stored the name '\(StoreID.name)'")
                }
            } catch let rejection as SharedStoreRejection {
                // TSUDSync can still receive the store's values.
                reportOnce(rejection, of: StoreID.name)
            }
        }
        let contents = Contents(values, of: store.identifier)
        try checkOrder(of: contents)
        noteConnected()
        if let name = fence.name, values[name]?.version != fence.version { fence = Fence() }
        if contents.hasStoreID { reportedCauses[StoreID.name] = nil }
        state.update { $0.isMissingStoreID = !contents.hasStoreID }
        state.note(contents.store)
        var known = KnownStore(store: contents.store, hasStoreID: contents.hasStoreID)
        if let knownStore, knownStore.store == known.store { known.moments = knownStore.moments }
        if let moment = contents.moment {
            for name in names { known.moments[name] = moment }
        } else {
            known.moments = [:]
        }
        knownStore = known
        return contents
    }

    /// Throws an error if the store is older than a value that this process has synchronized, with the same store ID.
    ///
    /// Then, an operator has restored a snapshot without the values that were added since. They must stay.
    private func checkOrder(of contents: Contents) throws {
        guard let moment = contents.moment, contents.store == latest.store, latest.number > moment else { return }
        throw SharedStoreRejection(
            "the store has gone back from change \(latest.number) to \(moment), with the same store ID; "
                + "delete '\(StoreID.name)' after restoring a snapshot"
        )
    }

    /// Returns the reported values that are new, by setting.
    ///
    /// They are not this device's own, and not older than the last reading or the last synced value.
    ///
    /// - Returns: the values, and the settings to read because the order of their versions is unknown.
    func news(
        _ updates: [String: [String: SharedUpdate]],
        _ sides: [Side]
    ) -> (values: [String: [String: SharedUpdate]], unordered: Set<String>) {
        var (values, unordered): ([String: [String: SharedUpdate]], Set<String>) = ([:], [])
        for side in sides {
            let (setting, store) = (side.setting.name, knownStore?.store ?? "")
            for (name, update) in updates[setting] ?? [:] {
                let value = update.text.map { SharedValue($0, version: update.version) }
                let last = side.records[name].map { rules.lastSynced($0, store) } ?? LastSynced(store: store)
                if last.attempt == nil, fingerprint(of: value) == last.remote { continue }
                guard let number = number(of: update.version), let moment = knownStore?.moments[setting] else {
                    unordered.insert(setting)
                    continue
                }
                if number <= moment { continue }
                switch rules.age(number, last, pass.removals[side.setting.suiteIdentity] ?? Removals()) {
                case .new: values[setting, default: [:]][name] = update
                case .outdated: break
                case .unknown: unordered.insert(setting)
                }
            }
        }
        return (values, unordered)
    }
}
