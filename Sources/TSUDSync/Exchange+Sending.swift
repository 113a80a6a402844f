import Foundation
import TSUD

extension Action {
    fileprivate var write: SharedWrite { SharedWrite(text, to: name.name, ifVersion: there?.version) }
    fileprivate var size: Int { name.name.utf8.count + (text?.utf8.count ?? 0) }
    /// Whether the store has the text already, and no other of this device can still arrive.
    fileprivate var isThere: Bool {
        let isOver = there != nil && print == common.there && common.sent != nil
        return fingerprint(ofText: text) == print && !isOver
    }
}

extension Exchange {
    /// The action with the text to send; `nil` if something hides that, or it can't be read.
    ///
    /// If it has changed since it was looked at, it is sent as it is now. If it changes in this moment, the text may be
    /// another one's: a member without a value has the setting's.
    func withText(_ action: Action) -> Action? {
        if action.here.isEmpty { return action }
        return attempt(action.name) {
            var action = action
            let print = action.name.currentPrint
            action.text = try action.name.slot.sharedText()
            try action.text.map(Self.checkSize(of:))
            // What is stored under a former key only has no print.
            if !print.isEmpty { action.here = print }
            return action.text == nil || print != action.name.currentPrint ? nil : action
        } ?? nil
    }

    /// Writes to the store what is here, a hundred names or a megabyte at a time.
    func write(_ actions: [Action]) async throws {
        for action in actions where action.isThere { finishSending(action) }
        try await noteResults()
        let new = actions.filter { !$0.isThere }
        // Each pass begins elsewhere, so that what is refused does not keep others from being tried.
        let start = new.isEmpty ? 0 : passes % new.count
        var (left, refused) = ((new[start...] + new[..<start])[...], 0)
        while !left.isEmpty {
            var size = 0
            // Encoded, they are longer by a third.
            let part = left.prefix(100).prefix {
                size += $0.size
                return size < 750_000 || size == $0.size
            }
            try await write(part, &refused)
            try await noteResults()
            left = left.dropFirst(part.count)
        }
    }

    private func write(_ actions: ArraySlice<Action>, _ refused: inout Int) async throws {
        // A store that refuses so much is not asked for each name.
        guard refused < 20 else { return unfinished.formUnion(actions.map(\.name.setting)) }
        do {
            let written = try await store.write(actions.map(\.write))
            unfinished.formUnion(actions.filter { !written.contains($0.name.name) }.map(\.name.setting))
            for action in actions where written.contains(action.name.name) {
                event(.sent(name: action.name.name, text: action.text))
                finishSending(action)
            }
        } catch let refusal as SharedStoreRefusal {
            refused += 1
            unfinished.formUnion(actions.map(\.name.setting))
            if actions.count == 1 { return report(refusal, of: actions.first?.name) }
            for half in actions.parts(of: (actions.count + 1) / 2) { try await write(half, &refused) }
        }
    }

    private func finishSending(_ action: Action) {
        finish(action, with: Common(here: action.here, there: fingerprint(ofText: action.text)))
    }

    /// At most a megabyte is sent or taken under a name.
    static func checkSize(of text: String) throws {
        if text.utf8.count > 1_048_576 { throw SharedStoreRefusal("it is longer than a megabyte") }
    }
}
