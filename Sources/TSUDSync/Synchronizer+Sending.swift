import Foundation
import TSUD

/// A stored object and its string in a store, if there is one.
private struct StoredText: @unchecked Sendable {
    var object: Any?
    var text: String?

    /// - Throws: `unreadable` or `invalid`.
    init(of handle: any AnyHandle) throws(TSUDError) {
        guard let stored = try handle.shared() else { return }
        (object, text) = stored
    }
}

extension Action {
    fileprivate var write: SharedWrite { SharedWrite(text, to: name.name, ifVersion: value?.version) }
    fileprivate var size: Int { name.name.utf8.count + (text?.utf8.count ?? 0) }
}

extension Synchronizer {
    /// Returns the actions with the strings to send, as they are now, and the fingerprints of their objects.
    func withTexts(_ actions: [Action]) async -> [Action] {
        let texts = await isolation.map(actions.map(\.name)) { name, _ in Result { try StoredText(of: name.handle) } }
        return zip(actions, texts).compactMap { action, stored in
            var action = action
            do {
                action.text = try stored.get().text
                try action.text.map(Self.checkSize(of:))
                action.local = try fingerprint(of: stored.get().object)
                return action
            } catch {
                report(error, of: action.name)
                noteUnsendable(action)
                return nil
            }
        }
    }

    /// Divides strings to send by whether the store has them already, and gives the others their attempts.
    ///
    /// Each pass begins where the last one ended, so that a rejected name does not keep others from being tried.
    ///
    /// - Returns: the strings to write by request, and the strings that the store has.
    func prepare(_ actions: [Action]) async throws -> (new: [[Action]], equal: [Action]) {
        let equal = actions.filter(\.isEqual)
        let others = actions.filter { !$0.isEqual }
        var new = others.filter(needsFence) + others.filter { !needsFence($0) }
        let start = new.firstIndex { $0.name.name == firstToTry } ?? 0
        for index in new.indices {
            new[index].attempt = Attempt(local: new[index].local, text: fingerprint(ofText: new[index].text))
        }
        var requests: [[Action]] = []
        for part in [new[start...], new[..<start]] {
            requests += try await fenced(part.filter(needsFence))
            requests += part.filter { !needsFence($0) }.requests(\.size)
        }
        return (requests, equal)
    }

    /// Whether a write creates or removes a name, or replaces a value that TSUDSync can't write again.
    ///
    /// A name keeps no version when it is removed, so only a fence can prevent a late write.
    private func needsFence(_ action: Action) -> Bool {
        store is any FencedStore && (action.text == nil || action.value?.text == nil)
    }

    /// Gives attempts the fence of this process, and an identifier for each request; reports it if there is no fence.
    private func fenced(_ actions: [Action]) async throws -> [[Action]] {
        if actions.isEmpty { return [] }
        do {
            let fence = try await makeFence()
            return actions.requests(\.size).map { withIdentifier($0, fence: fence) }
        } catch let rejection as SharedStoreRejection {
            for action in actions {
                report(rejection, of: action.name)
                repeatLater(action.name)
            }
            return []
        }
    }

    /// Each request needs its own identifier, by which the fence shows its outcome.
    private func withIdentifier(_ actions: some Collection<Action>, fence: String) -> [Action] {
        let identifier = UUID().uuidString
        return actions.map { action in
            var action = action
            action.attempt?.fence = fence
            action.attempt?.identifier = identifier
            return action
        }
    }

    /// Writes strings to the store, and then records the last synced values.
    ///
    /// An attempt whose outcome is unknown stays recorded; the next pass settles it.
    func write(_ requests: [[Action]], equal: [Action]) async throws {
        var (sending, failure) = (Sending(), (any Error)?.none)
        for (index, request) in requests.enumerated() where failure == nil {
            do {
                try await write(request, &sending)
                // The fence shows the outcome of the last write only.
                if index + 1 < requests.count { try noteResults(&sending) }
            } catch {
                failure = error
                sending.untried += requests[(index + 1)...].joined()
                for action in request { repeatLater(action.name) }
            }
        }
        firstToTry = sending.untried.first?.name.name
        sending.rejectUntried()
        for (action, rejection) in sending.rejected { report(rejection, of: action.name) }
        let dropped = sending.untried + sending.rejected.map(\.action)
        for action in dropped { repeatLater(action.name) }
        let same = equal.map { ($0, synced($0, local: $0.local, remote: $0.remote)) }
        let withdrawn = dropped.map { action in
            var last = action.last
            last.attempt = nil
            return (action, last)
        }
        try noteResults(&sending, same + withdrawn)
        if let failure { throw failure }
    }

    /// Records the last synced values of strings that were written, and others.
    private func noteResults(_ sending: inout Sending, _ others: [(Action, LastSynced)] = []) throws {
        let noted = try note(sending.results + others)
        for (action, _) in sending.results where noted[action.name.name] != nil {
            event(.sent(name: action.name.name, text: action.text))
        }
        sending.hasResults = sending.hasResults || !sending.results.isEmpty
        sending.results = []
    }

    private func write(_ actions: [Action], _ sending: inout Sending) async throws {
        guard let attempt = actions.first?.attempt else { return }
        // If the store rejects so many requests, TSUDSync doesn't try each name.
        if sending.rejections >= 40 {
            sending.untried += actions
            return
        }
        var writes = actions.map(\.write)
        if !attempt.fence.isEmpty {
            writes.append(SharedWrite(attempt.identifier, to: attempt.fence, ifVersion: fence.version))
        }
        do {
            let versions = try await store.write(writes)
            if let version = versions[attempt.fence] { fence.version = version }
            for action in actions {
                guard let version = versions[action.name.name] else {
                    repeatLater(action.name)
                    continue
                }
                let remote = stateFingerprint(action.attempt?.text ?? "", version: version)
                var last = synced(action, local: action.local, remote: remote)
                last.removal = number(of: version)
                sending.results.append((action, last))
            }
        } catch let rejection as SharedStoreRejection {
            sending.rejections += 1
            if actions.count == 1 { return sending.rejected.append((actions[0], rejection)) }
            for half in actions.parts(of: (actions.count + 1) / 2) {
                try await write(renewed(half), &sending)
                try noteResults(&sending)
            }
        }
    }

    /// Returns the attempts of a part of a rejected request, which are recorded again if they have a fence.
    private func renewed(_ actions: ArraySlice<Action>) throws -> [Action] {
        guard let fence = actions.first?.attempt?.fence, !fence.isEmpty else { return Array(actions) }
        let renewed = withIdentifier(actions, fence: fence)
        let noted = try note(renewed.map { ($0, sending($0)) })
        return renewed.compactMap { noted[$0.name.name] }
    }
}

extension Array {
    /// The elements in parts for one request each: at most a hundred, and less than a megabyte.
    func requests(_ size: (Element) -> Int) -> [[Element]] {
        var (parts, bytes): ([[Element]], Int) = ([], 0)
        for element in self {
            bytes += size(element)
            // Base64 makes strings longer by a third.
            if let last = parts.last, last.count < 100, bytes < 750_000 {
                parts[parts.count - 1].append(element)
            } else {
                parts.append([element])
                bytes = size(element)
            }
        }
        return parts
    }
}

/// The outcomes of the strings of a pass.
private struct Sending {
    var results: [(action: Action, last: LastSynced)] = []
    /// Whether there were results before these.
    var hasResults = false
    var rejected: [(action: Action, rejection: SharedStoreRejection)] = []
    /// How often the store has rejected something.
    var rejections = 0
    /// The strings that were not sent, after a failure or many rejections.
    var untried: [Action] = []

    /// Treats the untried strings as rejected too, if all tried strings were rejected for the same reason.
    mutating func rejectUntried() {
        guard let rejection = rejected.first?.rejection, results.isEmpty, !hasResults,
            rejected.allSatisfy({ $0.rejection.reason == rejection.reason })
        else { return }
        rejected += untried.map { ($0, rejection) }
        untried = []
    }
}
