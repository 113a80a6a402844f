import Foundation
import TSUD

extension Action {
    fileprivate var write: SharedWrite { SharedWrite(text, to: name.name, ifVersion: value?.version) }
    fileprivate var size: Int { name.name.utf8.count + (text?.utf8.count ?? 0) }
}

extension Synchronizer {
    /// Returns the actions with the strings to send, as they are now, and the fingerprints of their objects.
    func withTexts(_ actions: [Action]) async -> [Action] {
        let texts = await isolation.map(actions.map(\.name)) { name, _ in Result { try name.handle.shared() } }
        return zip(actions, texts).compactMap { action, stored in
            var action = action
            do {
                let stored = try stored.get()
                action.text = stored?.text
                try action.text.map(Self.checkSize(of:))
                action.local = fingerprint(of: stored?.object)
                return action
            } catch {
                report(error, of: action.name)
                noteUnequal(action.name)
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
        let (equal, new) = (actions.filter(\.isEqual), actions.filter { !$0.isEqual })
        let start = new.firstIndex { $0.name.name == firstToTry } ?? 0
        let requests = Array(new[start...] + new[..<start]).requests(of: rules.requestSize, \.size)
        do {
            let fences = try await makeFences(requests.count)
            return (zip(requests, fences).map { withAttempts($0, fence: $1) }, equal)
        } catch let rejection as SharedStoreRejection {
            for action in new {
                report(rejection, of: action.name)
                repeatLater(action.name)
            }
            return ([], equal)
        }
    }

    /// Each request needs its own identifier, by which the fence shows its outcome.
    private func withAttempts(_ actions: some Collection<Action>, fence: String) -> [Action] {
        let identifier = UUID().uuidString
        return actions.map { action in
            let text = fingerprint(ofText: action.text)
            var action = action
            action.attempt = Attempt(fence: fence, identifier: identifier, local: action.local, text: text)
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
            } catch {
                failure = error
                sending.untried += requests[(index + 1)...].joined()
                for action in request { repeatLater(action.name) }
            }
        }
        // The leases of the others end in ten minutes.
        fences = fences.filter { $0.key == fences.keys.min() }
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
            writes.append(SharedWrite(attempt.identifier, to: attempt.fence, ifVersion: fences[attempt.fence]))
        }
        do {
            let versions = try await store.write(writes)
            if let version = versions[attempt.fence] { fences[attempt.fence] = version }
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
        let renewed = withAttempts(actions, fence: fence)
        let noted = try note(renewed.map { ($0, sending($0)) })
        return renewed.compactMap { noted[$0.name.name] }
    }
}

extension Array {
    /// The elements in parts for one request each: at most a number of them, and less than a megabyte.
    func requests(of count: Int, _ size: (Element) -> Int) -> [[Element]] {
        var (parts, bytes): ([[Element]], Int) = ([], 0)
        for element in self {
            bytes += size(element)
            // Base64 makes strings longer by a third.
            if let last = parts.last, last.count < count, bytes < 750_000 {
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
