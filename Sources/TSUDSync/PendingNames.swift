import Foundation
import TSUD

/// The names whose changes on this device the store does not have yet.
///
/// Each access computes them from the stored objects and the last synced values, so they include a change at once. This
/// calls no code of the settings, because it may run on any thread.
struct PendingNames: @unchecked Sendable {
    private let suites: [UserDefaults]
    private let owners: [SuiteIdentity: Set<String>]
    private let shared: [SuiteIdentity: SharedNames]
    /// The fingerprint of the store and its ID; `nil` before it was read.
    var store: String?
    /// The names of values that are stored under former keys, by setting.
    private var former: [String: Set<String>] = [:]

    init(_ settings: [any AnyHandle], isFollowing: Bool) {
        let grouped = Dictionary(grouping: isFollowing ? [] : settings, by: \.suite.suiteIdentity)
        suites = grouped.values.map { $0[0].suite }
        owners = grouped.mapValues { Set($0.map { $0.name }) }
        shared = grouped.mapValues { SharedNames($0) }
    }

    mutating func noteFormerNames(of side: Side) {
        former[side.setting.name] = Set(
            side.local.keys.filter { name in
                let key = shared[side.setting.suite.suiteIdentity]?.key(ofName: name) ?? name
                return side.setting.suite.storedObject(named: key) == nil
            }
        )
    }

    /// The names, sorted; this costs a lookup for each setting.
    var names: [String] { suites.flatMap(names(in:)).sorted() }

    private func names(in suite: UserDefaults) -> [String] {
        let owners = owners[suite.suiteIdentity] ?? []
        let place = lastSynced.in(suite)
        let records = place.members().reduce(into: [:]) { $0[$1.member ?? ""] = LastSynced(stored: $1.stored) }
        let shared = shared[suite.suiteIdentity] ?? SharedNames([])
        let stored: [String] = suite.storedNames.map { shared.name(ofKey: $0) }
        let names: Set<String> = Set(stored).union(records.keys).union(owners)
        return names.filter { name in
            guard let owner = name.owner(among: owners) else { return false }
            let key = shared.key(ofName: name)
            let object = suite.storedObject(named: key)
            if object == nil, suite.mayHide(key) || former[owner]?.contains(name) == true { return false }
            let record = records[name].flatMap { $0.store == store ?? $0.store ? $0 : nil } ?? LastSynced(store: "")
            return (try? fingerprint(of: object)) != record.local || record.attempt != nil
        }
    }
}
