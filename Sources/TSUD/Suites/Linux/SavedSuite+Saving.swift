#if os(Linux)
import Foundation

/// Exchanges between memory and file: what keys have written goes into the file, and memory follows it.
extension SavedSuite {
    // MARK: Occasions

    /// Returns once all that keys have written is on disk.
    ///
    /// Without changes it does not touch the file.
    ///
    /// - Throws: `notSaved` if the disk refuses, or if another process holds the lock for ten seconds.
    func flush() throws(TSUDError) {
        do throws(FileError) {
            try sync(saving: true, patience: .seconds(10))
        } catch {
            // A file that can't be read matters only to who writes.
            if !hasChanges { return }
            throw .notSaved(error, path: file.path)
        }
        io.withLock { file.flushDirectory() }
    }

    /// Whether keys have written what is not saved.
    var hasChanges: Bool { state.withLock { !$0.pending.isEmpty } }

    /// Saves what is due, or only follows the file.
    ///
    /// - Parameters:
    ///   - saving: whether to save.
    ///   - isRetry: whether it is tried again because it has failed before.
    /// - Returns: when to try again; `nil` if it is done, or another attempt is scheduled.
    func syncInBackground(saving: Bool, isRetry: Bool) -> Duration? {
        state.withLock { state in
            if saving { (state.isScheduled, state.lastSave) = (false, .now) }
            if isRetry { state.isRetryScheduled = false }
        }
        var failure: FileError?
        do throws(FileError) { try sync(saving: saving, patience: .milliseconds(250)) } catch { failure = error }
        let isTransient = failure?.isTransient == true
        let (delay, isToBeSaid) = state.withLock { state -> (Duration?, Bool) in
            if saving { state.waitingSince = isTransient ? state.waitingSince ?? .now : nil }
            let hasWaited = state.waitingSince.map { .now - $0 > .seconds(10) } ?? true
            let isToBeSaid = saving && hasWaited && !state.pending.isEmpty
            if failure == nil && state.behind.isEmpty || state.isRetryScheduled { return (nil, isToBeSaid) }
            state.isRetryScheduled = true
            return (isTransient ? Self.pause : saving ? .seconds(10) : .seconds(2), isToBeSaid)
        }
        if isToBeSaid, let failure { Log.once(.notSaved(failure, path: file.path)) }
        return delay
    }

    // MARK: One exchange

    /// Saves what is pending, if asked to, lets memory follow the file, and announces what others have changed.
    ///
    /// - Parameters:
    ///   - saving: whether to save.
    ///   - patience: how long to wait for another thread, and then for another process or for a file that is being
    ///     written.
    /// - Throws: why it is not saved, or the file can't be read.
    func sync(saving: Bool, patience: Duration) throws(FileError) {
        guard io.lock(before: Date() + patience / .seconds(1)) else { throw .stillSaving }
        defer {
            io.unlock()
            takeIn()
        }
        SaveQueue.shared.noteProgress()
        let deadline = ContinuousClock.now + patience
        if !saving || !hasChanges {
            try refresh(by: deadline)
            if file.damage == nil { return }
        }
        // An update has it, on this thread or on another.
        let isLocked = state.withLock { $0.updates.lock != nil }
        let lock = isLocked ? nil : try FileLock.take(for: file.target, by: deadline)
        defer { lock?.unlock() }
        _ = try commit(prepare([], by: deadline), by: deadline)
    }

    /// New contents of the file, written beside it.
    struct PendingReplacement {
        let new: PropertyListDictionary
        /// `nil` if the file has them already.
        let replacement: Replacement?
        /// What keys have written and is in `new`.
        let writes: [String: Write]
        /// What an update stores, and is in `new` on top of that.
        let changes: [StoredChange]
        /// The names of which memory has what a plain call has stored later, and so has `new`.
        let plain: [String]
    }

    /// Reads the file, and writes beside it what it is to have: what keys have written and, on top of that, changes.
    func prepare(
        _ changes: [StoredChange],
        by deadline: ContinuousClock.Instant
    ) throws(FileError) -> PendingReplacement {
        try refresh(by: deadline)
        try moveDamagedAside()
        var new = file.settings
        var plain: [String] = []
        let writes = state.withLock(\.pending)
        // In parts, so that a write waits for a moment only.
        for names in Array(writes.keys).parts(of: 500) {
            state.withLock { state in
                // What was written again meanwhile is saved by the next save.
                let due = names.filter { state.pending[$0] === writes[$0] }
                let found = due.objects { memory[$0] }
                for name in due {
                    let (object, isPlain) = objectToSave(
                        written: writes[name]?.object,
                        found: found[name],
                        elsewhere: memory.elsewhere(name, found: found[name]),
                        isLost: writes[name]?.isInMemory == false
                            || found[name] == nil && !FoundationMemory.knowsUser
                    )
                    new.replace(name, with: object)
                    if isPlain { plain.append(name) }
                }
            }
        }
        for change in changes { new.replace(change.key, with: change.object) }
        let isNeeded = !writes.isEmpty || !changes.isEmpty
        let replacement = isNeeded ? try file.replacement(with: new) : nil
        return PendingReplacement(new: new, replacement: replacement, writes: writes, changes: changes, plain: plain)
    }

    /// Renames a damaged file; what was in it before it was damaged is saved with the next change.
    func moveDamagedAside() throws(FileError) {
        guard let damage = file.damage else { return }
        Log.once(.damagedFile(damage, path: file.path, movedTo: try file.moveAside()))
    }

    /// Puts the new contents in the file's place, and then an update's changes into memory.
    ///
    /// It begins again if the file was changed meanwhile, by somebody who takes no lock.
    ///
    /// - Returns: what the changes have changed.
    func commit(_ exchange: PendingReplacement, by deadline: ContinuousClock.Instant) throws(FileError) -> [Changed] {
        var exchange = exchange
        while let replacement = exchange.replacement, !(try file.replace(with: replacement, exchange.new)) {
            guard ContinuousClock.now < deadline else { throw .alwaysChanged }
            exchange = try prepare(exchange.changes, by: deadline)
        }
        return state.withLock { state in
            let changed = self.changed(by: exchange.changes, state)
            state.seen = exchange.new
            state.unannounced += exchange.plain
            for (name, write) in exchange.writes where state.pending[name] === write {
                state.pending[name] = nil
                // Whatever memory has, it is to follow.
                if !write.isInMemory { state.behind[name] = .some(memory[name]) }
            }
            for change in exchange.changes {
                state.pending[change.key] = nil
                state.settle(change.key)
                if memory.set(change.key, to: change.object) { continue }
                state.behind[change.key] = .some(memory[change.key])
            }
            return changed
        }
    }
}

/// What a save puts into the file under a name that a key has written.
///
/// A plain call that came later is told by memory's object, which is not the written one then. A removal stands as long
/// as nothing is stored.
///
/// - Parameters:
///   - written: what the key has written; `nil` if it has removed the name.
///   - found: what memory has.
///   - elsewhere: what an empty suite has.
///   - isLost: whether memory has never had what was written, so that it tells nothing.
/// - Returns: the object to save, `nil` to remove the name; and whether a plain call was later.
func objectToSave(
    written: PropertyListObject?,
    found: PropertyListObject?,
    elsewhere: @autoclosure () -> PropertyListObject?,
    isLost: @autoclosure () -> Bool = false
) -> (object: PropertyListObject?, isPlain: Bool) {
    if found.isEqualToFoundation(written) || isLost() { return (written, false) }
    if found != nil, found != elsewhere() { return (found, true) }
    return (nil, written != nil)
}

extension Array {
    fileprivate func parts(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
#endif
