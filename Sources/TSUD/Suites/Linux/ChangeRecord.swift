#if os(Linux)
import Foundation

/// Which keys of a suite were written since the last merge, and which of them a merge got in the way of.
///
/// `UserDefaults` has no exchange that fails when the value is no longer the expected one, and no lock may be held
/// while it works. So who writes and who merges each look afterwards whether the other was there in between: a merge
/// leaves a key alone that was written since its snapshot, and a write that a merge wrote over is done again.
final class ChangeRecord: @unchecked Sendable {
    /// What a writer is told.
    enum Answer {
        /// Noted.
        case noted
        /// Noted, and nobody is going to save it yet.
        case notedFirst
        /// Another process's object was put in the place of what was written: write again.
        case overwritten
    }

    private let condition = NSCondition()
    /// Written since the last merge began, or not saved by it.
    private var written: Set<String> = []
    /// Keys whose objects a merge has replaced since they were last written.
    private var replaced: Set<String> = []
    /// The key whose object a merge is replacing right now.
    private var beingReplaced: String?
    private var isSaveDue = false
    private var isMergeDue = false

    /// Notes that a key was written, after it was.
    func note(_ key: String, _ otherKeys: [String]) -> Answer {
        condition.lock()
        defer { condition.unlock() }
        if wasReplaced(key) { return .overwritten }
        for other in otherKeys where wasReplaced(other) { return .overwritten }
        written.insert(key)
        if !otherKeys.isEmpty { written.formUnion(otherKeys) }
        if isSaveDue { return .noted }
        isSaveDue = true
        return .notedFirst
    }

    private func wasReplaced(_ key: String) -> Bool {
        if beingReplaced == nil, replaced.isEmpty { return false }
        // The merge is in the middle of one call of `set`; only after that is it known who came last.
        while beingReplaced == key { condition.wait() }
        return replaced.remove(key) != nil
    }

    /// Begins a merge: hands over the keys written since the last one.
    func take() -> Set<String> {
        condition.lock()
        defer { condition.unlock() }
        defer { written = [] }
        return written
    }

    /// Says that the save that was scheduled begins; `false` when others have left nothing for it.
    func beginSave() -> Bool {
        condition.withLock {
            isSaveDue = false
            return !written.isEmpty
        }
    }

    /// Puts a key's object in its place by `body`, unless the key was written since the merge began.
    ///
    /// - Returns: whether the object was put there.
    func replace(_ key: String, by body: () -> Void) -> Bool {
        condition.lock()
        guard !written.contains(key) else {
            condition.unlock()
            return false
        }
        beingReplaced = key
        condition.unlock()
        body()
        condition.lock()
        beingReplaced = nil
        replaced.insert(key)
        condition.broadcast()
        condition.unlock()
        return true
    }

    /// Ends a merge that could not save these keys.
    func keep(_ keys: Set<String>) {
        guard !keys.isEmpty else { return }
        condition.withLock { written.formUnion(keys) }
    }

    /// Says that a save is to be scheduled; `false` when one is due already.
    func claimSave() -> Bool {
        condition.withLock {
            defer { isSaveDue = true }
            return !isSaveDue
        }
    }

    /// Says that a merge is to be made for a change of the file; `false` when one is due already.
    func claimMerge() -> Bool {
        condition.withLock {
            defer { isMergeDue = true }
            return !isMergeDue
        }
    }

    /// Says that the merge for a change of the file begins.
    func beginMerge() {
        condition.withLock { isMergeDue = false }
    }

    /// Whether there are changes that a save was refused.
    var hasRefused: Bool {
        condition.withLock { !isSaveDue && !written.isEmpty }
    }
}
#endif
