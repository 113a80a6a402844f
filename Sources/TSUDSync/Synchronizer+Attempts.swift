import Foundation
import TSUD

/// The key in the store that each write of this process replaces if it creates or removes a name.
///
/// A write compares the fence's version. Once the fence has changed, a delayed write can't arrive any more. Each
/// process has its own fence, because writers with the same fence would make each other fail.
///
/// A write that only replaces strings needs no fence, because each name's version does the same.
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
        if let written = try await store.write([write])[name] { return written }
        let value = try await store.read([name, StoreID.name])[name]
        return value?.text == write.text ? value?.version : nil
    }

    /// Determines the outcome of each write whose response was lost, in this process or an earlier one.
    ///
    /// If the fence has a write's identifier, this write has arrived. The other writes can't arrive any more, because
    /// no write compares this state of the fence before TSUDSync has recorded the outcome. If the fence has none of the
    /// identifiers, TSUDSync replaces the fence, and no write can arrive any more. If the fence is missing, its lease
    /// has ended. No write can arrive then either, and a write has arrived if the store has its string.
    ///
    /// Without a fence, a write can't arrive any more if its name has another version. If it has the same one, TSUDSync
    /// writes the store's string again, which changes the version. The fence shows the outcome of that.
    ///
    /// - Returns: whether there was such a write.
    func settleAttempts() async throws -> Bool {
        var (isSettled, isRepeated) = (false, false)
        while !isFollowing {
            let open = openAttempts
            if open.isEmpty { break }
            // As many settings as the protocol of stores allows.
            let settings = Array(Set(open.compactMap { owner(of: $0.name) }).sorted().prefix(50))
            let part = open.filter { settings.contains(owner(of: $0.name) ?? "") }
            let fences = Set(part.map(\.attempt.fence)).subtracting([""]).sorted()
            let values = try await store.read(settings + fences + [StoreID.name])
            let contents = Contents(values, of: store.identifier)
            foreignStores.formUnion(part.map(\.record.lastSynced.store).filter { $0 != contents.store })
            // Another process records its attempt before its identifier can be in the fence.
            readRecords()
            isSettled = true
            // Another process or the next pass settles the writes.
            if try await !replace(fences, contents) { break }
            let own = part.filter { $0.record.lastSynced.store == contents.store }
            let waiting = own.filter { rules.mayReplace($0.record.lastSynced, $0.name, contents) }
            let names = Set(waiting.map(\.name))
            if try !settle(own.filter { !names.contains($0.name) }, contents) { break }
            // The fence shows the outcome of the last request only.
            let first = waiting.requests { $0.name.utf8.count + (contents.values[$0.name]?.text?.utf8.count ?? 0) }
                .first
            guard let first, try await !replaceStrings(first, contents) else { continue }
            // If a network repeats a request, the response to the second one shows nothing, but the fence does.
            if isRepeated { break }
            isRepeated = true
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
                report(rejection, ofOwnersOf: attempts.map(\.name))
                return false
            }
        }
        return true
    }

    /// Writes strings again that writes without a fence may still replace, and records that they can't any more.
    ///
    /// - Returns: `false` if a record or a string has changed, or the store rejects this.
    private func replaceStrings(_ open: [OpenAttempt], _ contents: Contents) async throws -> Bool {
        do {
            let fence = try await makeFence()
            let identifier = UUID()
            let noted = fence.isEmpty ? open : try note(open, contents, fence, identifier)
            if noted.isEmpty { return false }
            // No write to iCloud is late.
            let isLate = !(store is UbiquitousStore)
            var writes = noted.map {
                SharedWrite(contents.values[$0.name]?.text, to: $0.name, ifVersion: contents.values[$0.name]?.version)
            }
            if !fence.isEmpty, let attempt = noted.first?.attempt {
                writes.append(SharedWrite(attempt.identifier, to: fence, ifVersion: self.fence.version))
            }
            let versions = isLate ? try await store.write(writes) : [:]
            if let version = versions[fence] { self.fence.version = version }
            let replaced = noted.filter { !isLate || versions[$0.name] != nil }
            let remote = replaced.reduce(into: [String: String]()) { remote, attempt in
                guard let value = contents.values[attempt.name] else { return }
                let version = versions[attempt.name] ?? value.version
                remote[attempt.name] = fingerprint(of: SharedValue(value.text, version: version))
            }
            return try settle(replaced, contents, remote) && replaced.count == open.count
        } catch let rejection as SharedStoreRejection {
            report(rejection, ofOwnersOf: open.map(\.name))
            return false
        }
    }

    /// Records the fence of a request that writes strings again; returns the writes whose record has not changed.
    private func note(
        _ open: [OpenAttempt],
        _ contents: Contents,
        _ fence: String,
        _ identifier: UUID
    ) throws -> [OpenAttempt] {
        let changes = open.map { name, record, _ in
            var last = record.lastSynced
            last.attempt?.fence = fence
            last.attempt?.identifier = identifier.uuidString
            last.attempt?.replaced = fingerprint(ofText: contents.values[name]?.text)
            return RecordChange(name: name, record: record, last: last)
        }
        let made = try make(changes)
        return changes.filter { made.contains($0.name) }.compactMap { change in
            var record = change.record
            record.stored = change.new
            return change.last.attempt.map { (change.name, record, $0) }
        }
    }

    private func report(_ rejection: SharedStoreRejection, ofOwnersOf names: [String]) {
        let owners = Set(names.compactMap(owner(of:)))
        for setting in settings where owners.contains(setting.name) { report(rejection, of: setting) }
    }

    /// Changes records, also in the pass; returns the names whose record has not changed since TSUDSync read it.
    private func make(_ changes: [RecordChange]) throws -> Set<String> {
        let (made, removals) = try changes.make(after: pass.removals)
        pass.removals = removals
        for change in changes where made.contains(change.name) {
            pass.records[change.record.handle.suite.suiteIdentity]?[change.name]?.stored = change.new
        }
        return made
    }

    /// Records the outcomes of some writes, unless their records have changed since TSUDSync read them.
    ///
    /// - Parameters:
    ///   - open: the writes.
    ///   - contents: the contents of the store.
    ///   - replaced: the fingerprints of strings that were written again.
    /// - Returns: whether all outcomes were recorded.
    /// - Throws: `busy` or `notSaved`.
    private func settle(
        _ open: [OpenAttempt],
        _ contents: Contents,
        _ replaced: [String: String] = [:]
    ) throws -> Bool {
        var (changes, sent): ([RecordChange], [String]) = ([], [])
        for (name, record, attempt) in open {
            var last = record.lastSynced
            last.attempt = nil
            let (fence, text) = (contents.values[attempt.fence], contents.values[name]?.text)
            if let remote = replaced[name] {
                last.remote = remote
            } else if attempt.isReplacing, let fence, fence.text == attempt.identifier {
                // If the name has another version now, the store has changed since.
                if contents.values[name]?.version == fence.version { last.remote = contents.fingerprints[name] ?? "" }
            } else if attempt.isReplacing, fence == nil, fingerprint(ofText: text) == attempt.replaced {
                // The lease of the fence has ended, so only the strings can be compared.
                last.remote = contents.fingerprints[name] ?? ""
            } else if let remote = rules.outcome(attempt, name, contents) {
                (last.local, last.remote) = (attempt.local, remote)
                if remote.isEmpty {
                    last.removal = fence.flatMap { number(of: $0.version) } ?? contents.number(of: name)
                }
                if contents.fingerprints[name] ?? "" == remote { sent.append(name) }
            }
            changes.append(RecordChange(name: name, record: record, last: last))
        }
        let made = try make(changes)
        for name in sent where made.contains(name) { event(.sent(name: name, text: contents.values[name]?.text)) }
        return made.count == Set(changes.map(\.name)).count
    }
}
