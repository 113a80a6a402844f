import Foundation
import TSUD

/// The contents of a store under some names.
struct Contents: Sendable {
    private(set) var values: [String: SharedValue]
    /// The fingerprints of the values, by name.
    private(set) var fingerprints: [String: String]
    /// The fingerprint of the store and its ID.
    let store: String
    let hasStoreID: Bool
    /// Whether only some names of each setting are known.
    var isPartial = false
    /// The settings of which only a part of the members is known.
    var incomplete: Set<String> = []
    /// Whether a name with an earlier version proves that the store has another history.
    var isOrdered = true
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

    init(_ reading: SharedReading, of identifier: String) {
        (values, incomplete, isOrdered) = (reading.values, reading.incomplete, reading.isOrdered)
        fingerprints = values.mapValues { fingerprint(of: $0) }
        let storeID = values[StoreID.name].flatMap { $0.text == "" ? nil : $0 }
        let identity = storeID.map { $0.text.map(fingerprint(ofText:)) ?? $0.version }
        hasStoreID = identity != nil
        store = fingerprint(ofText: "\(identifier) \(identity ?? "")")
        names = Array(values.keys)
        moment = values[StoreID.name].flatMap { TSUDSync.number(of: $0.version) }
    }

    /// Adds the values of other names, which were read later.
    mutating func add(_ later: Self) {
        values.merge(later.values) { first, _ in first }
        fingerprints.merge(later.fingerprints) { first, _ in first }
        moment = later.moment
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
        var contents = try await trustedContents(names)
        if !contents.hasStoreID, !isFollowing {
            do {
                // Another device may do the same at this moment.
                let version = contents.values[StoreID.name]?.version
                _ = try await store.write([SharedWrite(UUID().uuidString, to: StoreID.name, ifVersion: version)])
                contents = try await trustedContents(names)
                // Without a store ID, TSUDSync couldn't detect removed values later.
                if !contents.hasStoreID {
                    throw SharedStoreRejection("the store has not stored the name '\(StoreID.name)'")
                }
            } catch let rejection as SharedStoreRejection {
                // TSUDSync can still receive the store's values.
                report(rejection, topic: StoreID.name)
            }
        }
        noteConnected()
        // A lease may have ended.
        fences = fences.filter { contents.values[$0.key]?.version == $0.value }
        if contents.hasStoreID { reportedCauses[StoreID.name] = nil }
        state.update { $0.isMissingStoreID = !contents.hasStoreID }
        state.note(contents.store)
        var known = KnownStore(store: contents.store, hasStoreID: contents.hasStoreID)
        if let knownStore, knownStore.store == known.store { known.moments = knownStore.moments }
        // The next update of a setting with too many members starts a reading.
        for name in names { known.moments[name] = contents.incomplete.contains(name) ? nil : contents.moment }
        knownStore = known
        return contents
    }

    /// Reads names, and returns the contents, unless they are of another history than this suite has synchronized.
    ///
    /// One wrong response only starts another reading. After two, the suite distrusts this store ID for ever. The
    /// revision may have passed the old one at the next reading.
    func trustedContents(_ settings: [String], _ foreign: [String] = []) async throws -> Contents {
        let names = withNested(settings) + Set(foreign).union(fences.keys) + [StoreID.name]
        let suites = Dictionary(grouping: pass.settings, by: \.suiteIdentity).values.map { $0[0].suite }
        for isLastAttempt in [false, true] {
            let contents = Contents(try await store.read(names), of: store.identifier)
            let isKnown = suites.contains { distrustedStore(in: $0).stored == [contents.store] }
            if !isKnown, !rules.isOlder(contents, than: latest[contents.store] ?? 0, lastSynced(under:)) {
                return contents
            }
            // Nothing changes until a reading shows the opposite.
            knownStore = nil
            if !isKnown, !isLastAttempt { continue }
            try updateSettings { settings in
                for suite in suites { settings[distrustedStore(in: suite)] = [contents.store] }
            }
            break
        }
        throw SharedStoreRejection(
            "the store has gone back to an earlier state, with the same store ID; write another string to "
                + "'\(StoreID.name)' after restoring a snapshot"
        )
    }

    private func lastSynced(under name: String) -> LastSynced? {
        for records in pass.records.values { if let record = records[name] { return record.lastSynced } }
        return nil
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
                let last = side.records[name].map { rules.lastSynced($0, with: store) } ?? LastSynced(store: store)
                if last.attempt == nil, fingerprint(of: value) == last.remote { continue }
                guard let number = number(of: update.version), let moment = knownStore?.moments[setting] else {
                    unordered.insert(setting)
                    continue
                }
                if number <= moment { continue }
                switch rules.age(of: number, last, pass.removals[side.setting.suiteIdentity] ?? Removals()) {
                case .new: values[setting, default: [:]][name] = update
                case .outdated: break
                case .unknown: unordered.insert(setting)
                }
            }
            // Only a reading shows whether the setting has too many members now.
            let members = Set(side.records.keys).union(values[setting].map { Array($0.keys) } ?? [])
            if values[setting] != nil, members.count(where: { $0 != setting }) > 1_000 { unordered.insert(setting) }
        }
        return (values, unordered)
    }
}
