#if os(Linux)
import Foundation

/// Saves pending changes, and follows the file.
extension SavedSuite {
    // MARK: Occasions

    /// Returns when all changes are on disk.
    ///
    /// Without changes it does not touch the file.
    ///
    /// - Throws: `notSaved` if the disk rejects them, or if another process holds the lock for ten seconds.
    func flush() throws(TSUDError) {
        do throws(FileError) {
            try sync(saving: true, by: .now + .seconds(10))
        } catch {
            // A file that can't be read matters only to a program that writes.
            if !hasChanges { return }
            throw .notSaved(error, path: file.path)
        }
        io.lock()
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
        let (delay, isToBeLogged) = state.withLock { state -> (Duration?, Bool) in
            if saving { state.waitingSince = isTransient ? state.waitingSince ?? .now : nil }
            let hasWaited = state.waitingSince.map { .now - $0 > .seconds(10) } ?? true
            let isToBeLogged = saving && hasWaited && !state.pending.isEmpty
            if failure == nil || state.isRetryScheduled { return (nil, isToBeLogged) }
            state.isRetryScheduled = true
            return (isTransient ? Self.pause : saving ? .seconds(10) : .seconds(2), isToBeLogged)
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
        guard io.lock(by: deadline) else { throw .stillSaving }
        var direct: [String] = []
        defer {
            io.unlock()
            follow()
            notify(of: direct)
        }
        if !saving || !hasChanges {
            try refresh(by: deadline)
            if file.damage == nil { return }
        }
        // An update holds the lock, on this thread or on another.
        let isLocked = state.withLock { $0.updates.lock != nil }
        let lock = isLocked ? nil : try takeLock(by: deadline)
        defer { lock?.unlock() }
        direct = try commit(prepare([], by: deadline), by: deadline).direct
    }

    /// New contents of the file, written beside it.
    struct PendingReplacement {
        let new: PropertyListDictionary
        /// `nil` if the file has them already.
        let replacement: Replacement?
        /// The pending changes that are in `new`.
        let writes: [String: PropertyListObject?]
        /// The changes of an update, which are in `new` on top of these.
        let changes: [Change]
        /// The pending names that a direct call has changed later, in `new` as well.
        let direct: [String]
    }

    /// Reads the file, and writes its new contents beside it: the pending changes and, on top of them, an update's.
    func prepare(
        _ changes: [Change],
        by deadline: ContinuousClock.Instant
    ) throws(FileError) -> PendingReplacement {
        if SaveQueue.shared.isForkedChild { throw .forkedChild }
        try refresh(by: deadline)
        try moveDamagedAside()
        var new = file.settings
        var writes: [String: PropertyListObject?] = [:]
        var direct: [String] = []
        // In parts, so that a write waits only for a moment.
        for names in Array(state.withLock(\.pending).keys).parts(of: 500) {
            state.withLock { state in
                let found = names.objects { memory[$0] }
                for name in names {
                    guard let written = state.pending[name] else { continue }
                    let (object, isDirect) = objectToSave(
                        written: written,
                        found: found[name],
                        elsewhere: memory.elsewhere(name)
                    )
                    writes[name] = .some(written)
                    new.replace(name, with: object)
                    if isDirect { direct.append(name) }
                }
            }
        }
        for (name, object) in changes.flatMap(\.objects) { new.replace(name, with: object) }
        let isNeeded = !writes.isEmpty || !changes.isEmpty
        let replacement = isNeeded ? try file.replacement(with: new) : nil
        return PendingReplacement(new: new, replacement: replacement, writes: writes, changes: changes, direct: direct)
    }

    /// Renames a damaged file; the settings that were last read in it are saved with the next change.
    func moveDamagedAside() throws(FileError) {
        guard let damage = file.damage else { return }
        Log.once(.damagedFile(damage, path: file.path, movedTo: try file.moveAside()))
    }

    /// Replaces the file by the new contents, which memory then has to follow.
    ///
    /// If a program that takes no lock has changed the file since, it begins again.
    ///
    /// - Returns: the names that the update has changed, and the names that direct calls had changed.
    func commit(
        _ pending: PendingReplacement,
        by deadline: ContinuousClock.Instant
    ) throws(FileError) -> (changed: [String], direct: [String]) {
        var pending = pending
        while let replacement = pending.replacement, !(try file.replace(with: replacement, pending.new)) {
            guard ContinuousClock.now < deadline else { throw .alwaysChanged }
            pending = try prepare(pending.changes, by: deadline)
        }
        let observed = observations.observedKeys(of: pending.changes)
        return state.withLock { state in
            let changed = namesChanged(by: pending.changes, observed: observed, state)
            state.lastRead = pending.new
            let changes = pending.changes.flatMap(\.objects)
            let found = changes.map(\.name).objects { memory[$0] }
            for (name, written) in pending.writes {
                let saved = pending.new[name]
                state.followed.replace(name, with: saved)
                // A later change stays pending.
                guard let current = state.pending[name], current == written else { continue }
                if saved == written || memory[name] == saved { state.pending[name] = nil }
            }
            for (name, object) in changes {
                state.pending[name] = nil
                state.differentAtFirstUse[name] = nil
                // Memory follows after the lock is released. A direct call that came before the update is replaced.
                state.followed.replace(name, with: found[name])
                if found[name] == object {
                    state.updated.remove(name)
                } else {
                    state.updated.insert(name)
                }
            }
            return (changed, pending.direct)
        }
    }
}

/// Returns the object that a save stores under a name that a setting has written.
///
/// If the object in memory differs from the written one, a direct call changed it later. A removal stays as long as
/// nothing is stored.
///
/// - Parameters:
///   - written: the object that the setting has written; `nil` if it has removed the name.
///   - found: the object in memory.
///   - elsewhere: the registered or global object that an empty suite has.
/// - Returns: the object to save, `nil` to remove the name; and whether a direct call was later.
func objectToSave(
    written: PropertyListObject?,
    found: PropertyListObject?,
    elsewhere: @autoclosure () -> PropertyListObject?
) -> (object: PropertyListObject?, isDirect: Bool) {
    if found.isEqualToFoundation(written) { return (written, false) }
    if found != nil, found != elsewhere() { return (found, true) }
    return (nil, written != nil)
}

extension Array {
    fileprivate func parts(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
#endif
