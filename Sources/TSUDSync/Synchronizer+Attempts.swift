import Foundation
import TSUD

/// The key in the store that each write of this process replaces.
///
/// A write compares the fence's version. Once the fence has changed, a delayed write can't arrive any more. Each
/// process has its own fence, because writers with the same fence would make each other fail.
struct Fence {
    static let prefix = StoreID.name + "/fence/"

    var name: String?
    var version = ""
}

extension Synchronizer {
    /// Creates a fence for this process, if it has none and the store needs one.
    ///
    /// - Returns: its name; empty for a store without fences.
    func makeFence() async throws -> String {
        guard store is any FencedStore else { return "" }
        if let name = fence.name { return name }
        let name = Fence.prefix + UUID().uuidString
        guard let version = try await writeFence(name, ifVersion: nil) else {
            throw SharedStoreRejection("the store has not stored the name '\(name)'")
        }
        fence = Fence(name: name, version: version)
        return name
    }

    /// Writes a new value to a fence, and reads it if the store seems not to have written it.
    ///
    /// A network may repeat a request or lose its response. The second request then writes nothing, because the first
    /// one has.
    ///
    /// - Returns: the new version; `nil` if the version of the fence is not the given one.
    private func writeFence(_ name: String, ifVersion version: String?) async throws -> String? {
        let write = SharedWrite(UUID().uuidString, to: name, ifVersion: version)
        if let written = try await TSUDSync.write([write], to: store)[name] { return written }
        let value = try await TSUDSync.read([name, StoreID.name], from: store)[name]
        return value?.text == write.text ? value?.version : nil
    }

    /// Determines the outcome of each write whose response was lost, in this process or an earlier one.
    ///
    /// If the fence has a write's identifier, this write has arrived. The other writes can't arrive any more, because
    /// no write compares this state of the fence before TSUDSync has recorded the outcome. If the fence has none of the
    /// identifiers, TSUDSync replaces the fence, and no write can arrive any more. If the fence is missing, its lease
    /// has ended. No write can arrive then either, and a write has arrived if the store has its string.
    ///
    /// - Returns: whether there was such a write.
    func settleAttempts() async throws -> Bool {
        var isSettled = false
        while !isFollowing {
            let open = openAttempts
            if open.isEmpty { break }
            // As many settings as the protocol of stores allows.
            let settings = Array(Set(open.compactMap { owner(of: $0.name) }).sorted().prefix(50))
            let part = open.filter { settings.contains(owner(of: $0.name) ?? "") }
            let fences = Set(part.map(\.attempt.fence)).subtracting([""]).sorted()
            let values = try await TSUDSync.read(settings + fences + [StoreID.name], from: store)
            let contents = await Contents(values, of: store.identifier)
            foreignStores.formUnion(part.map(\.record.lastSynced.store).filter { $0 != contents.store })
            // Another process records its attempt before its identifier can be in the fence.
            await readRecords()
            isSettled = true
            // Another process or the next pass settles the writes.
            if try await !replace(fences, contents) { break }
            let own = part.filter { $0.record.lastSynced.store == contents.store }
            if try await !settle(own, contents) { break }
        }
        return isSettled
    }

    private typealias OpenAttempt = (name: String, record: Record, attempt: Attempt)

    /// The writes to this store whose outcome is unknown.
    private var openAttempts: [OpenAttempt] {
        pass.records.values.flatMap(\.self).compactMap { name, record in
            let last = record.lastSynced
            return foreignStores.contains(last.store) ? nil : last.attempt.map { (name, record, $0) }
        }
    }

    /// Replaces fences whose writes may still arrive; returns `false` if one of them can't be replaced.
    private func replace(_ fences: [String], _ contents: Contents) async throws -> Bool {
        for name in fences {
            guard let value = contents.values[name] else { continue }
            if fence.name == name { fence.version = value.version }
            let attempts = openAttempts.filter { $0.attempt.fence == name }
            if !rules.mayArrive(attempts.map(\.attempt), value) { continue }
            do {
                guard let version = try await writeFence(name, ifVersion: value.version) else { return false }
                if fence.name == name { fence.version = version }
            } catch let rejection as SharedStoreRejection {
                let owners = Set(attempts.compactMap { owner(of: $0.name) })
                for setting in settings where owners.contains(setting.name) { report(rejection, of: setting) }
                return false
            }
        }
        return true
    }

    /// Records the outcomes of some writes; returns `false` if a record has changed since TSUDSync read it.
    private func settle(_ open: [OpenAttempt], _ contents: Contents) async throws -> Bool {
        var (changes, sent): ([RecordChange], [String]) = ([], [])
        for (name, record, attempt) in open {
            var last = record.lastSynced
            last.attempt = nil
            if let remote = rules.outcome(attempt, name, contents) {
                (last.local, last.remote) = (attempt.local, remote)
                if remote.isEmpty { last.removal = contents.values[attempt.fence].flatMap { number(of: $0.version) } }
                if contents.fingerprints[name] ?? "" == remote { sent.append(name) }
            }
            changes.append(RecordChange(name: name, record: record, last: last))
        }
        let made = try await changes.make()
        for change in changes where made.contains(change.name) {
            pass.records[change.record.handle.suite.suiteIdentity]?[change.name]?.stored = change.new
        }
        for name in sent where made.contains(name) { event(.sent(name: name, text: contents.values[name]?.text)) }
        return made.count == Set(changes.map(\.name)).count
    }
}
