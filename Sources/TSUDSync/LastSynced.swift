import Foundation
import TSUD

enum StoreID {
    /// The name of the store ID in a store, and of the last synced values in a suite.
    static let name = CompanionNames.lastSynced

    /// Whether no setting may have a name.
    static func isReserved(_ name: String) -> Bool { name == Self.name || name.hasPrefix(Self.name + "/") }
}

/// The values under one name when a device and a store were last equal, as fingerprints that are empty for nothing.
///
/// The setting's own suite contains it, so a lost or restored file includes it.
struct LastSynced: Hashable {
    /// The store and its ID.
    ///
    /// With another store, no last synced value exists.
    var store: String
    /// The stored object.
    var local = ""
    /// The string in the store, with its version, and the number of that version.
    var remote = ""
    /// The last write, as long as its outcome is unknown.
    var attempt: Attempt?
    /// The number of a change of the store after which it has nothing; see ``Removals``.
    var removal: Int?

    /// The number of the store's change that the last synced value is from.
    ///
    /// Another process of the suite may have synchronized it, so an update with a lower number is outdated.
    var number: Int? { remote.split(separator: " ").dropFirst().first.flatMap { Int($0) } }

    /// Whether the process may have ended while it stored the store's value.
    var isInDoubt: Bool { remote.hasPrefix("?") }

    /// Notes that a process is about to store a value of the store.
    mutating func doubt(_ number: Int?) { remote = number.map { "? \($0)" } ?? "?" }
}

/// A write to a store whose outcome is unknown.
struct Attempt: Hashable {
    /// The name of the writer's fence, and its value once this write has arrived; empty for a store without fences.
    var fence = ""
    var identifier = ""
    /// The fingerprint of the local object that was sent.
    var local: String
    /// The string that was sent; empty for a removal.
    var text = ""
}

/// The last synced value under one name, as it is stored: the store, the local and the remote value, and the four parts
/// of an attempt.
enum lastSynced: LibraryKey {
    static let defaultValue: [String] = []
    static let stringKey = StoreID.name

    /// If something else is stored, no last synced value exists.
    static func upgrade(_ stored: Any) -> [String]? { [] }
}

extension LastSynced {
    init(stored: [String]) {
        self.init(store: "")
        guard stored.count >= 3 else { return }
        (store, local, remote) = (stored[0], stored[1], stored[2])
        guard stored.count >= 7 else { return }
        attempt = Attempt(fence: stored[3], identifier: stored[4], local: stored[5], text: stored[6])
    }

    /// Empty if both sides had nothing, and no write is under way.
    var stored: [String] {
        guard let attempt else { return local.isEmpty && remote.isEmpty ? [] : [store, local, remote] }
        return [store, local, remote, attempt.fence, attempt.identifier, attempt.local, attempt.text]
    }
}

extension TSUDHandle<lastSynced> {
    /// The content that the suite itself stores.
    var stored: [String] { suite.storedObject(named: stringKey) as? [String] ?? [] }
}

/// The place of the last synced value under one name, and its content when it was read.
struct Record: Sendable {
    let handle: TSUDHandle<lastSynced>
    var stored: [String] = []

    var lastSynced: LastSynced { LastSynced(stored: stored) }

    /// The last synced values of a suite under the names that a filter accepts, by name.
    static func all(in suite: UserDefaults, where isNeeded: (String) -> Bool) -> [String: Record] {
        let setting = TSUDSync.lastSynced.in(suite)
        return suite.storedNames.reduce(into: [:]) { records, key in
            guard let name = name(ofKey: key), isNeeded(name) else { return }
            let handle = setting.of(name)
            records[name] = Record(handle: handle, stored: handle.stored)
        }
    }

    /// Returns the name whose last synced value a suite has under a key.
    static func name(ofKey key: String) -> String? {
        let prefix = (StoreID.name + "/").utf8
        return key.utf8.starts(with: prefix) ? String(key.utf8.dropFirst(prefix.count))?.removingPercentEncoding : nil
    }
}

/// A change of a last synced value and, with it, of the value stored under the same name.
struct RecordChange: Sendable {
    let name: String
    let record: Record
    let last: LastSynced
    var value: PreparedChange?

    var new: [String] { last.stored }
}

/// The latest change of the store after which a name had nothing, which is kept for all names of a suite together.
///
/// A removed name has no record any more, and so no number. If one of its updates may be outdated, TSUDSync reads it.
struct Removals: Hashable {
    var store = ""
    var number = 0

    /// The place, under a name that no setting has.
    static func place(in suite: UserDefaults) -> TSUDHandle<lastSynced> { lastSynced.in(suite).of(StoreID.name) }

    init(stored: [String] = []) {
        guard stored.count == 2, let number = Int(stored[1]) else { return }
        (store, self.number) = (stored[0], number)
    }

    /// Adds a removal, unless it is an earlier one of the same store.
    mutating func add(_ last: LastSynced) {
        guard last.stored.isEmpty, let removal = last.removal else { return }
        number = store == last.store ? max(number, removal) : removal
        store = last.store
    }

    var stored: [String] { store.isEmpty ? [] : [store, "\(number)"] }
}

/// The place of the store that a suite distrusts, under a name that no setting has.
func distrustedStore(in suite: UserDefaults) -> TSUDHandle<lastSynced> {
    lastSynced.in(suite).of(StoreID.name + "/distrusted")
}

extension [RecordChange] {
    /// Makes the changes of each suite in one transaction.
    ///
    /// It makes a change only if the record and the value are still the ones that TSUDSync has read. Another process,
    /// the user, or a newer version that removes a former key may have changed them.
    ///
    /// A record that is empty again looks the same, so no removal of the suite may have been recorded since.
    ///
    /// - Parameter removals: the removals of each suite, read before the records.
    /// - Returns: the names whose change was made, and the removals with these.
    /// - Throws: `busy` or `notSaved`; the suite is then unchanged.
    func make(
        after removals: [SuiteIdentity: Removals]
    ) throws -> (names: Set<String>, removals: [SuiteIdentity: Removals]) {
        var (made, removals) = (Set<String>(), removals)
        for (suite, changes) in Dictionary(grouping: self, by: \.record.handle.suite.suiteIdentity) {
            let before = removals[suite] ?? Removals()
            let place = Removals.place(in: changes[0].record.handle.suite)
            let (done, after) = try updateSettings { settings in
                let known = Removals(stored: settings[place])
                let done = changes.filter { change in
                    let handle = change.record.handle
                    if settings[handle] != change.record.stored { return false }
                    if change.record.stored.isEmpty, known != before { return false }
                    if let value = change.value, !settings.setIfCurrent(value) { return false }
                    if change.new.isEmpty { settings.reset(handle) } else { settings[handle] = change.new }
                    return true
                }
                let after = done.reduce(into: known) { $0.add($1.last) }
                if after != known { settings[place] = after.stored }
                return (done, known == before ? after : before)
            }
            made.formUnion(done.map(\.name))
            removals[suite] = after
        }
        return (made, removals)
    }
}
