import Foundation
import TSUD

extension Action {
    fileprivate var write: SharedWrite { SharedWrite(text, to: name.name, ifVersion: there?.version) }
    fileprivate var size: Int { name.name.utf8.count + (text?.utf8.count ?? 0) }

    /// Whether the store has the text already, and nothing of this device can still arrive in its place.
    var isThere: Bool { fingerprint(ofText: text) == print && (there == nil || !common.isUnanswered) }
}

extension Exchange {
    /// The action with the text to send, as it is now; `nil` if it can't be read, which is reported.
    func withText(_ action: Action) -> Action? {
        var action = action
        action.isSending = true
        do {
            guard let stored = try action.name.shared() else {
                action.here = ""
                return action
            }
            try Self.checkSize(of: stored.text)
            (action.here, action.text) = stored
            return action
        } catch {
            report(error, of: action.name)
            return nil
        }
    }

    /// Writes to the store what is here, a hundred names or a megabyte at a time, and then notes what was written.
    func write(_ actions: [Action]) async throws {
        var sending = Sending()
        let equal = actions.filter(\.isThere).map { ($0, finish($0, here: $0.here)) }
        let new = actions.filter { !$0.isThere }
        // Each pass begins where the last one gave up, so that what is refused does not keep others from being tried.
        let start = new.firstIndex { $0.name.name == firstToTry } ?? 0
        var left = (new[start...] + new[..<start])[...]
        var (untried, failure): ([Action], (any Error)?) = ([], nil)
        while !left.isEmpty, failure == nil {
            var size = 0
            // Encoded, they are longer by a third.
            let part = left.prefix(100).prefix {
                size += $0.size
                return size < 750_000 || size == $0.size
            }
            do {
                try await write(part, &sending)
                left = left.dropFirst(part.count)
            } catch {
                failure = error
                untried += left.dropFirst(part.count)
            }
        }
        firstToTry = sending.left.first?.name.name
        sending.refuseLeft()
        for (action, refusal) in sending.refused { report(refusal, of: action.name) }
        for action in sending.left + sending.refused.map(\.action) { repeatLater(action.name) }
        untried += sending.left + sending.refused.map(\.action)
        try await note(equal + sending.results + untried.map { ($0, $0.commonWithoutSent) })
        if let failure { throw failure }
    }

    private func write(_ actions: ArraySlice<Action>, _ sending: inout Sending) async throws {
        // A store that refuses so much is not asked for each name.
        if sending.refusals >= 40 {
            sending.left += actions
            return
        }
        do {
            let written = try await store.write(actions.map(\.write))
            for var action in actions {
                guard written.contains(action.name.name) else {
                    repeatLater(action.name)
                    continue
                }
                event(.sent(name: action.name.name, text: action.text))
                action.common = action.commonWithoutSent
                sending.results.append((action, finish(action, here: action.here)))
            }
        } catch let refusal as SharedStoreRejection {
            sending.refusals += 1
            if actions.count == 1 { return sending.refused.append((actions[actions.startIndex], refusal)) }
            for half in actions.parts(of: (actions.count + 1) / 2) { try await write(half, &sending) }
        }
    }
}

/// What becomes of the texts of a pass.
private struct Sending {
    var results: [(action: Action, common: Common)] = []
    var refused: [(action: Action, refusal: SharedStoreRejection)] = []
    /// How often the store has refused.
    var refusals = 0
    /// What it was not asked for then.
    var left: [Action] = []

    /// Takes what is left for refused as well, if all that was tried has one reason.
    mutating func refuseLeft() {
        guard let refusal = refused.first?.refusal, refused.allSatisfy({ $0.refusal.reason == refusal.reason }),
            results.isEmpty
        else { return }
        refused += left.map { ($0, refusal) }
        left = []
    }
}

extension Action {
    /// What is in common without the text that was noted before it was to be sent: it has arrived, or will not.
    fileprivate var commonWithoutSent: Common {
        var common = common
        common.sent = sentBefore
        return common
    }
}
