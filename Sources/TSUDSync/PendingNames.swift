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
    /// The local values when a pass has read them, by setting.
    var known: [String: Known] = [:]

    /// The values of a setting, and the names of values under former keys.
    typealias Known = (side: Side, formerNames: Set<String>)

    init(_ settings: [any AnyHandle], isFollowing: Bool) {
        let grouped = Dictionary(grouping: isFollowing ? [] : settings, by: \.suite.suiteIdentity)
        suites = grouped.values.map { $0[0].suite }
        owners = grouped.mapValues { Set($0.map { $0.name }) }
        shared = grouped.mapValues { SharedNames($0) }
    }

    /// Returns the local values of some settings; none for a list that follows, which has no pending names.
    func known(_ sides: [Side]) -> [String: Known] {
        if suites.isEmpty { return [:] }
        return sides.reduce(into: [:]) { $0[$1.setting.name] = known($1) }
    }

    private func known(_ side: Side) -> Known {
        let suite = side.setting.suite
        let keys = side.local.keys.map { ($0, key: shared[side.setting.suiteIdentity]?.key(ofName: $0) ?? $0) }
        let former = Set(keys.filter { suite.storedObject(named: $0.key) == nil }.map { $0.0 })
        return (side, former)
    }

    /// The names, sorted; this costs a lookup for each setting.
    var names: [String] { suites.flatMap(names(in:)).sorted() }

    private func names(in suite: UserDefaults) -> [String] {
        let (identity, keys) = (suite.suiteIdentity, suite.storedNames)
        guard let owners = owners[identity], let shared = shared[identity] else { return [] }
        let records = keys.reduce(into: [:]) { records, key in Record.name(ofKey: key).map { records[$0] = key } }
        let all = owners.union(records.keys).union(keys.map(shared.name(ofKey:)))
        let names = all.compactMap { name in
            name.owner(among: owners).map { (name, key: shared.key(ofName: name), known: known[$0]) }
        }
        return names.compactMap { name, key, known in
            func record() -> [String] {
                records[name].flatMap { suite.storedObject(named: $0) as? [String] } ?? []
            }
            func isPending(_ record: [String]) -> Bool {
                let object = suite.storedObject(named: key)
                if object == nil, suite.mayHide(key) || known?.formerNames.contains(name) == true { return false }
                var last = LastSynced(stored: record)
                if let store, last.store != store { last = LastSynced(store: store) }
                return last.attempt != nil || fingerprint(of: object, known, name) != last.local
            }
            var last = record()
            while isPending(last) {
                // A pass stores a value and its record in one step, which may have been between the two looks.
                let current = record()
                if current == last { return name }
                last = current
            }
            return nil
        }
    }

    /// The fingerprint of an object.
    ///
    /// A comparison with the known object is faster, and most have not changed.
    private func fingerprint(of object: Any?, _ known: Known?, _ name: String) -> String {
        let isKnown = object != nil && isSameObject(object, known?.side.objects[name])
        return isKnown ? known?.side.local[name] ?? "" : TSUDSync.fingerprint(of: object)
    }
}
