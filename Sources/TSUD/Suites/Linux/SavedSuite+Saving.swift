#if os(Linux)
import Foundation

/// Saves pending changes, and follows the file.
extension SavedSuite {
    // MARK: Occasions

    /// Returns when all changes are on disk.
    ///
    /// Without changes it does not touch the file.
    ///
    /// - Throws: `notSaved` if the disk rejects them, or if another process holds the lock until the deadline.
    func flush(by deadline: ContinuousClock.Instant = WaitLimit.end) throws(TSUDError) {
        do throws(FileError) {
            try sync(saving: true, by: deadline)
        } catch {
            // A file that can't be read matters only to a program that writes.
            if !hasChanges { return }
            throw .notSaved(error, path: file.path)
        }
        guard io.lock(by: deadline) else { throw .notSaved(.stillSaving, path: file.path) }
        defer { io.unlock() }
        do throws(FileError) { try file.flushDirectory() } catch { throw .notSaved(error, path: file.path) }
    }

    /// Whether changes are pending.
    var hasChanges: Bool { state.withLock { !$0.pending.isEmpty } }

    /// Saves pending changes, or only follows the file.
    ///
    /// - Parameters:
    ///   - saving: whether to save.
    ///   - isRetry: whether an earlier attempt has failed.
    /// - Returns: when to try again; `nil` if it is done, or another attempt is scheduled.
    func syncInBackground(saving: Bool, isRetry: Bool) -> Duration? {
        state.withLock { state in
            if saving { (state.isScheduled, state.lastSave) = (false, .now) }
            if isRetry { state.isRetryScheduled = false }
        }
        var failure: FileError?
        do throws(FileError) { try sync(saving: saving, by: .now + .milliseconds(250)) } catch { failure = error }
        let isTransient = failure?.isTransient == true
        let isToBeLoaded = isToBeLoaded
        let (delay, isToBeLogged) = state.withLock { state -> (Duration?, Bool) in
            if saving { state.waitingSince = isTransient ? state.waitingSince ?? .now : nil }
            let hasWaited = state.waitingSince.map { .now - $0 > WaitLimit.current } ?? true
            let isToBeLogged = saving && hasWaited && !state.pending.isEmpty
            if failure == nil && !isToBeLoaded || state.isRetryScheduled { return (nil, isToBeLogged) }
            state.isRetryScheduled = true
            let pause: Duration = saving && !isToBeLoaded ? .seconds(10) : .seconds(2)
            return (isTransient ? Self.pause : pause, isToBeLogged)
        }
        if isToBeLogged, let failure { Log.once(.notSaved(failure, path: file.path)) }
        return delay
    }

    // MARK: One sync

    /// Saves pending changes if `saving` is true, follows the file, and notifies observers.
    ///
    /// - Parameters:
    ///   - saving: whether to save.
    ///   - deadline: when to stop waiting for another thread, another process, or a file that is being written.
    /// - Throws: the reason why the changes can't be saved, or the file can't be read.
    func sync(saving: Bool, by deadline: ContinuousClock.Instant) throws(FileError) {
        loadIfNeeded()
        guard io.lock(by: deadline) else { throw .stillSaving }
        defer {
            io.unlock()
            follow()
        }
        if !saving || !hasChanges {
            try refresh(by: deadline)
            if !file.isToBeMoved, !file.isToBeRestored { return }
        }
        // An update holds the lock, on this thread or on another.
        let isHeld = lock != nil
        if !isHeld { lock = try takeLock(by: deadline) }
        defer { if !isHeld { releaseLock() } }
        _ = try commit(prepare([], by: deadline), by: deadline)
    }

    /// The new contents of the file, in a temporary file.
    struct PendingReplacement {
        let new: PropertyListDictionary
        /// `nil` if the file has them already.
        let replacement: Replacement?
        /// The pending changes that are in `new`.
        let writes: NamedValues<PropertyListObject?>
        /// The changes of an update, which are in `new` on top of these.
        let changes: [Change]
    }

    /// Reads the file, and writes its new contents to a temporary file: the pending changes and, on top, an update's.
    func prepare(
        _ changes: [Change],
        by deadline: ContinuousClock.Instant
    ) throws(FileError) -> PendingReplacement {
        if SaveQueue.shared.isForkedChild { throw .forkedChild }
        if let lock { try file.complete(lock, by: deadline) }
        try refresh(by: deadline)
        try checkConflicts(of: changes)
        let writes = state.withLock(\.pending)
        var new = file.settings
        for (name, object) in writes { new[name] = object }
        for (name, object) in changes.flatMap(\.objects) { new[name] = object }
        return PendingReplacement(
            new: new,
            replacement: try file.replacement(with: new),
            writes: writes,
            changes: changes
        )
    }

    /// Renames a damaged file, unless it has changed since it was read.
    ///
    /// - Returns: whether the file is not damaged, or was renamed.
    func moveDamagedAside() throws(FileError) -> Bool {
        guard let damage = file.damage else { return true }
        guard let aside = try file.moveAside() else { return false }
        Log.once(.damagedFile(damage, path: file.path, movedTo: aside))
        return true
    }

    /// Replaces the file by the new contents, which memory then has to follow.
    ///
    /// If a program that takes no lock has changed the file since, it begins again.
    ///
    /// - Returns: the names whose observers the update has to notify.
    func commit(_ pending: PendingReplacement, by deadline: ContinuousClock.Instant) throws(FileError) -> [String] {
        var pending = pending
        while true {
            if try moveDamagedAside() {
                guard let replacement = pending.replacement else { break }
                if try file.replace(with: replacement, pending.new) { break }
            }
            guard ContinuousClock.now < deadline else { throw .alwaysChanged }
            pending = try prepare(pending.changes, by: deadline)
        }
        let observed = observations.observedKeys(of: pending.changes)
        return state.withLock { state in
            let names = namesToNotify(of: pending.changes, observed: observed, state)
            for (name, _) in pending.changes.flatMap(\.objects) {
                // Memory follows after the lock is released. It replaces a direct call that came before.
                state.outdate(name, by: .update)
                state.outdated[name]?.add(memory[name])
                state.pending[name] = nil
            }
            for (name, written) in pending.writes {
                // A later change stays pending.
                if let current = state.pending[name], current == written { state.pending[name] = nil }
            }
            // They are no other process's changes.
            for name in Array(pending.writes.keys) + pending.changes.flatMap(\.objects).map(\.name)
            where state.updates > 0 {
                state.atUpdate.settings[name] = pending.new[name]
            }
            state.lastRead = pending.new
            return names
        }
    }
}
#endif
