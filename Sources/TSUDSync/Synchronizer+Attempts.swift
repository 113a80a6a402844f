import Foundation
import TSUD

/// A key in the store that a write of this process replaces.
///
/// A write compares the fence's version. Once the fence has changed, a delayed write can't arrive any more. Each
/// process has its own fences, because writers with the same fence would make each other fail.
///
/// A fence shows the outcome of one write. Each request of a pass therefore has another one, so that all outcomes are
/// recorded at once.
enum Fence { static let prefix = StoreID.name + "/fence/" }

extension Synchronizer {
    /// Returns the fences of this process for a number of requests, and creates the missing ones.
    ///
    /// - Returns: their names, which are empty for a store without fences.
    func makeFences(_ count: Int) async throws -> [String] {
        guard store is any FencedStore else { return Array(repeating: "", count: count) }
        let new = (0..<max(count - fences.count, 0)).map { _ in Fence.prefix + UUID().uuidString }
        // A server may allow few operations in a transaction.
        for part in new.parts(of: 10) {
            fences.merge(try await writeFences(part.map { ($0, nil) })) { $1 }
            if let name = part.first(where: { fences[$0] == nil }) {
                throw SharedStoreRejection("the store has not stored the name '\(name)'")
            }
        }
        return Array(fences.keys.sorted().prefix(count))
    }

    /// Writes new values to fences, and reads them if the store seems not to have written them.
    ///
    /// A network may repeat a request or lose its response. The second request then writes nothing, because the first
    /// one has.
    ///
    /// - Returns: the new versions by name; none if the version of a fence is not the given one.
    private func writeFences(_ fences: [(name: String, version: String?)]) async throws -> [String: String] {
        let writes = fences.map { SharedWrite(UUID().uuidString, to: $0.name, ifVersion: $0.version) }
        let versions = try await store.write(writes)
        if !versions.isEmpty { return versions }
        let values = try await store.read(writes.map(\.name) + [StoreID.name]).values
        return writes.reduce(into: [:]) { versions, write in
            if values[write.name]?.text == write.text { versions[write.name] = values[write.name]?.version }
        }
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
            let fences = Set(open.map(\.attempt.fence)).subtracting([""]).sorted()
            // The fences come with the first names, so if a write has arrived by then, the values include it.
            let parts = Set(open.compactMap { owner(of: $0.name) }).sorted().parts(of: rules.readingSize)
            var contents = try await trustedContents(Array(parts[0]), fences)
            for part in parts.dropFirst() { contents.add(try await trustedContents(Array(part))) }
            foreignStores.formUnion(open.map(\.record.lastSynced.store).filter { $0 != contents.store })
            // Another process records its attempt before its identifier can be in the fence.
            readRecords()
            isSettled = true
            // Another process or the next pass settles the writes.
            if try await !replace(fences, contents) { break }
            if try !settle(open.filter { $0.record.lastSynced.store == contents.store }, contents) { break }
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
    private func replace(_ names: [String], _ contents: Contents) async throws -> Bool {
        for name in names {
            guard let value = contents.values[name] else { continue }
            if fences[name] != nil { fences[name] = value.version }
            let attempts = openAttempts.filter { $0.attempt.fence == name }
            if !rules.mayArrive(attempts.map(\.attempt), value) { continue }
            do {
                let written = try await writeFences([(name, value.version)])
                if written.isEmpty { return false }
                if fences[name] != nil { fences[name] = written[name] }
            } catch let rejection as SharedStoreRejection {
                report(rejection, ofOwnersOf: attempts.map(\.name))
                return false
            }
        }
        return true
    }

    private func report(_ rejection: SharedStoreRejection, ofOwnersOf names: [String]) {
        let owners = Set(names.compactMap(owner(of:)))
        for setting in settings where owners.contains(setting.name) { report(rejection, of: setting) }
    }

    /// Records the outcomes of some writes, unless their records have changed since TSUDSync read them.
    ///
    /// - Returns: whether all outcomes were recorded.
    /// - Throws: `busy` or `notSaved`.
    private func settle(_ open: [OpenAttempt], _ contents: Contents) throws -> Bool {
        var (changes, sent): ([RecordChange], [String]) = ([], [])
        for (name, record, attempt) in open {
            var last = record.lastSynced
            last.attempt = nil
            if let remote = rules.outcome(of: attempt, name, contents) {
                (last.local, last.remote) = (attempt.local, remote)
                if remote.isEmpty {
                    last.removal =
                        contents.values[attempt.fence].flatMap { number(of: $0.version) }
                        ?? contents.number(of: name)
                }
                if contents.fingerprints[name] ?? "" == remote { sent.append(name) }
            }
            changes.append(RecordChange(name: name, record: record, last: last))
        }
        let (made, removals) = try changes.make(after: pass.removals)
        pass.removals = removals
        for change in changes where made.contains(change.name) {
            pass.records[change.record.handle.suite.suiteIdentity]?[change.name]?.stored = change.new
        }
        for name in sent where made.contains(name) { event(.sent(name: name, text: contents.values[name]?.text)) }
        return made.count == Set(changes.map(\.name)).count
    }
}
