import Foundation
import TSUD

extension Action {
    fileprivate var write: SharedWrite { SharedWrite(text, to: name.name, ifVersion: value?.version) }
    fileprivate var size: Int { name.name.utf8.count + (text?.utf8.count ?? 0) }
}

extension Synchronizer {
    /// Returns the action with the string to send, as it is now; `nil` if it can't be read, which is reported.
    func withText(_ action: Action) -> Action? {
        var action = action
        do {
            guard let stored = try action.name.shared() else {
                action.local = ""
                return action
            }
            try Self.checkSize(of: stored.text)
            (action.local, action.text) = stored
            return action
        } catch {
            report(error, of: action.name)
            return nil
        }
    }

    /// Divides strings to send by whether the store has them already, and gives the others their attempts.
    ///
    /// A hundred names or a megabyte are one attempt. Each pass begins where the last one ended, so that a rejected
    /// name does not keep others from being tried.
    func prepare(_ actions: [Action]) async throws -> (new: [Action], equal: [Action]) {
        let equal = actions.filter(\.isEqual)
        var new = actions.filter { !$0.isEqual }
        if new.isEmpty { return ([], equal) }
        let start = new.firstIndex { $0.name.name == firstToTry } ?? 0
        new = Array(new[start...] + new[..<start])
        let fence: String
        do {
            fence = try await makeFence()
        } catch let rejection as SharedStoreRejection {
            for action in new {
                report(rejection, of: action.name)
                repeatLater(action.name)
            }
            return ([], equal)
        }
        let fingerprints = await fingerprints(ofTexts: new.map(\.text))
        var (identifier, count, size) = ("", 0, 0)
        for index in new.indices {
            (count, size) = (count + 1, size + new[index].size)
            // Base64 makes strings longer by a third.
            if count > 100 || size >= 750_000 || index == 0 {
                (identifier, count, size) = (UUID().uuidString, 1, new[index].size)
            }
            let (local, text) = (new[index].local, fingerprints[index])
            new[index].attempt = Attempt(fence: fence, identifier: identifier, local: local, text: text)
        }
        return (new, equal)
    }

    /// Writes strings to the store, and then records the last synced values.
    ///
    /// An attempt whose outcome is unknown stays recorded; the next pass settles it.
    func write(_ actions: [Action], equal: [Action]) async throws {
        var (sending, left, failure) = (Sending(), actions[...], (any Error)?.none)
        while let first = left.first, failure == nil {
            let part = left.prefix { $0.attempt?.identifier == first.attempt?.identifier }
            left = left.dropFirst(part.count)
            do {
                try await write(part, &sending)
                // The fence shows the outcome of the last write only.
                if !left.isEmpty { try await noteResults(&sending) }
            } catch {
                failure = error
                sending.untried += left
                for action in part { repeatLater(action.name) }
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
        try await noteResults(&sending, same + withdrawn)
        if let failure { throw failure }
    }

    /// Records the last synced values of strings that were written, and others.
    private func noteResults(_ sending: inout Sending, _ others: [(Action, LastSynced)] = []) async throws {
        let noted = try await note(sending.results + others)
        for (action, _) in sending.results where noted[action.name.name] != nil {
            event(.sent(name: action.name.name, text: action.text))
        }
        sending.hasResults = sending.hasResults || !sending.results.isEmpty
        sending.results = []
    }

    private func write(_ actions: ArraySlice<Action>, _ sending: inout Sending) async throws {
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
            let versions = try await TSUDSync.write(writes, to: store)
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
            if actions.count == 1 { return sending.rejected.append((actions[actions.startIndex], rejection)) }
            for half in actions.parts(of: (actions.count + 1) / 2) {
                let identifier = UUID().uuidString
                let renewed = half.map { action in
                    var action = action
                    action.attempt?.identifier = identifier
                    return action
                }
                // Each attempt needs its own identifier, by which the fence shows its outcome.
                let noted = try await note(renewed.map { ($0, self.sending($0)) })
                try await write(half.compactMap { noted[$0.name.name] }[...], &sending)
                try await noteResults(&sending)
            }
        }
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
