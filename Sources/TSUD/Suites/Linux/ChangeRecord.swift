#if os(Linux)
import Foundation
import SettingsFile

/// The keys of a suite that were written since the last merge and when, and those that a merge has replaced.
///
/// `UserDefaults` has no compare-and-swap, and no lock may be held while it works. So a write and a merge each check
/// afterwards whether the other one interfered: a merge does not replace a key that was written since its snapshot, and
/// a write that a merge has replaced is repeated.
final class ChangeRecord: @unchecked Sendable {
    /// The result of recording a write.
    enum Outcome {
        /// Recorded; a save is already scheduled.
        case recorded
        /// Recorded; the caller has to schedule a save.
        case needsSave
        /// Not recorded, because a merge has replaced the object with that of another process; the write has to be
        /// repeated.
        case overwritten
    }

    /// A key's last write.
    struct Write {
        /// In nanoseconds of the real-time clock, which file times use as well.
        let time: Int64
        /// The stored object; `nil` for a removal.
        let object: Any?
        /// The number of snapshots before this write began; the next one may contain it before it is recorded.
        let snapshots: Int
    }

    private let condition = NSCondition()
    /// The keys that were written since the last merge began, or that it could not save.
    private var written: [String: Write] = [:]
    /// The keys that a merge has replaced since they were last written.
    private var replaced: Set<String> = []
    /// The key that a merge is replacing right now.
    private var beingReplaced: String?
    private var isSaveDue = false
    private var snapshots = 0

    /// Call it before keys are written: they overwrite what merges have stored so far.
    ///
    /// - Returns: the number of snapshots so far, for ``note(_:_:since:)``.
    func begin(_ keys: [String]) -> Int {
        condition.withLock {
            if !replaced.isEmpty { replaced.subtract(keys) }
            return snapshots
        }
    }

    /// Records, after a write, that the first key was given an object and that the others were removed.
    func note(_ keys: [String], _ object: Any? = nil, since snapshots: Int = .max) -> Outcome {
        condition.lock()
        defer { condition.unlock() }
        if beingReplaced != nil || !replaced.isEmpty {
            for key in keys where wasReplaced(key) { return .overwritten }
        }
        let now = FileStamp.now
        for key in keys {
            written[key] = Write(time: now, object: key == keys[0] ? object : nil, snapshots: snapshots)
        }
        if isSaveDue { return .recorded }
        isSaveDue = true
        return .needsSave
    }

    private func wasReplaced(_ key: String) -> Bool {
        // The merge is inside a call of `set`. Only when that returns is it known which of the two was last.
        while beingReplaced == key { condition.wait() }
        return replaced.remove(key) != nil
    }

    /// Call it when the scheduled save begins.
    func beginSave() {
        condition.withLock { isSaveDue = false }
    }

    /// Begins a merge: returns and clears the keys written since the last one; also returns the number of snapshots.
    func take() -> (written: [String: Write], snapshots: Int) {
        condition.withLock {
            defer { written = [:] }
            return (written, snapshots)
        }
    }

    /// Call it after a snapshot of memory.
    func countSnapshot() { condition.withLock { snapshots += 1 } }

    /// Replaces a key's object by calling `body`, unless the key was written since the merge began.
    ///
    /// - Returns: whether `body` was called and returned `true`.
    func replace(_ key: String, by body: () -> Bool) -> Bool {
        condition.lock()
        guard written[key] == nil else {
            condition.unlock()
            return false
        }
        beingReplaced = key
        condition.unlock()
        let isReplaced = body()
        condition.lock()
        beingReplaced = nil
        if isReplaced { replaced.insert(key) }
        condition.broadcast()
        condition.unlock()
        return isReplaced
    }

    /// Puts back keys that a merge could not save.
    func keep(_ keys: [String: Write]) {
        condition.withLock { written.merge(keys) { newer, _ in newer } }
    }

    // Held during a fork, so that the child does not inherit a locked lock.
    func lock() { condition.lock() }
    func unlock() { condition.unlock() }

    /// Forgets the changes of the parent, in a forked child.
    func forget() { condition.withLock { (written, isSaveDue) = ([:], false) } }

    /// Whether there are unsaved changes.
    var hasChanges: Bool { condition.withLock { !written.isEmpty } }
}
#endif
