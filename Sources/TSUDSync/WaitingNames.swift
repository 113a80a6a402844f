import Foundation
import TSUD

/// The names whose changes on this device the store does not have yet.
///
/// They are found when somebody asks, by what is stored and what is in common, so that a change counts at once. None of
/// the keys' code runs, since anybody may ask, on any thread.
struct WaitingNames: @unchecked Sendable {
    private let suites: [UserDefaults]
    private let owners: [ObjectIdentifier: Set<String>]
    /// The fingerprint of the store and its identity; `nil` before it was read.
    var store: String?
    /// The names of what is stored under a former one, by setting.
    private var former: [String: Set<String>] = [:]

    init(_ settings: [SyncedName], isFollowing: Bool) {
        let grouped = Dictionary(grouping: isFollowing ? [] : settings, by: \.suite.suiteIdentifier)
        suites = grouped.values.map { $0[0].suite }
        owners = grouped.mapValues { Set($0.map(\.name)) }
    }

    mutating func noteFormerNames(of side: Side) {
        former[side.setting.name] = Set(side.here.keys.filter { side.setting.suite.storedObject(named: $0) == nil })
    }

    /// The names, sorted; it costs a look at each setting.
    var names: [String] { suites.flatMap(names(in:)).sorted() }

    private func names(in suite: UserDefaults) -> [String] {
        let owners = owners[suite.suiteIdentifier] ?? []
        let ground = commonGround.in(suite)
        let grounds = ground.members().reduce(into: [:]) { $0[$1.member ?? ""] = Common(stored: $1.value) }
        return Set(suite.storedNames).union(grounds.keys).union(owners).filter { name in
            guard let owner = SyncedName.owner(of: name, among: owners) else { return false }
            let object = suite.storedObject(named: name)
            if object == nil, suite.mayHide(name) || former[owner]?.contains(name) == true { return false }
            let common = grounds[name].flatMap { $0.store == store ?? $0.store ? $0 : nil } ?? Common(store: "")
            return (try? fingerprint(of: object)) != common.here || common.isUnanswered
        }
    }
}
