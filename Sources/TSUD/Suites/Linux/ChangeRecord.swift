#if os(Linux)
import Foundation
import SettingsFile

/// Which keys of a suite were written since the last merge, and when, and which of them a merge got in the way of.
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

    /// A key's last write.
    struct Write {
        /// In nanoseconds, by the clock of files.
        let time: Int64
        /// What was stored; `nil` for a removal.
        let object: Any?
        /// How many merges had taken their writes before this one began; the next may have seen it before it was noted.
        let merges: Int
    }

    private let condition = NSCondition()
    /// The keys that were written since the last merge began, or were not saved by it.
    private var written: [String: Write] = [:]
    /// Keys whose objects a merge has replaced since they were last written.
    private var replaced: Set<String> = []
    /// The key whose object a merge is replacing right now.
    private var beingReplaced: String?
    private var isSaveDue = false
    private var merges = 0

    /// Says that keys are about to be written: over what merges have put there so far.
    ///
    /// - Returns: what ``note(_:_:since:)`` is to be given.
    func begin(_ keys: [String]) -> Int {
        condition.withLock {
            if !replaced.isEmpty { replaced.subtract(keys) }
            return merges
        }
    }

    /// Notes that the first of some keys was given an object and that the others were removed, after they were.
    func note(_ keys: [String], _ object: Any? = nil, since merges: Int = .max) -> Answer {
        condition.lock()
        defer { condition.unlock() }
        if beingReplaced != nil || !replaced.isEmpty {
            for key in keys where wasReplaced(key) { return .overwritten }
        }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        for key in keys {
            written[key] = Write(time: now.nanoseconds, object: key == keys[0] ? object : nil, merges: merges)
        }
        if isSaveDue { return .noted }
        isSaveDue = true
        return .notedFirst
    }

    private func wasReplaced(_ key: String) -> Bool {
        // The merge is in the middle of one call of `set`; only after that is it known who came last.
        while beingReplaced == key { condition.wait() }
        return replaced.remove(key) != nil
    }

    /// Says that the save that was scheduled begins.
    func beginSave() {
        condition.withLock { isSaveDue = false }
    }

    /// Begins a merge: hands over the keys written since the last one, and how many merges there were before.
    func take() -> (written: [String: Write], merges: Int) {
        condition.withLock {
            defer { (written, merges) = ([:], merges + 1) }
            return (written, merges)
        }
    }

    /// Puts a key's object in its place by `body`, unless the key was written since the merge began.
    ///
    /// - Returns: whether `body` was run, and answered that it has put the object there.
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

    /// Ends a merge that could not save these keys.
    func keep(_ keys: [String: Write]) {
        condition.withLock { written.merge(keys) { newer, _ in newer } }
    }

    // Held around a fork, so that no thread of the parent has it in the child.
    func lock() { condition.lock() }
    func unlock() { condition.unlock() }

    /// Forgets what the parent of a forked process could not save before.
    func forget() { condition.withLock { (written, isSaveDue) = ([:], false) } }

    /// Whether there are changes that are not saved.
    var hasChanges: Bool { condition.withLock { !written.isEmpty } }
}
#endif
