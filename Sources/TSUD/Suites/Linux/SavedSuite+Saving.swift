#if os(Linux)
import Foundation

extension SavedSuite {
    /// How long a background save waits for another process, or for a file that is being written.
    private static let patience = Duration.milliseconds(250)

    // MARK: Occasions

    /// Returns once all that keys have written is on disk.
    ///
    /// Without changes it does not touch the file.
    ///
    /// - Throws: `notSaved` if the disk refuses, or if another process holds the lock for ten seconds.
    func flush() throws(TSUDError) {
        do throws(FileError) {
            try sync(saving: true, by: .now + .seconds(10))
        } catch {
            // A file that can't be read matters only to who writes.
            if state.withLock({ $0.pending.isEmpty }) { return }
            throw .notSaved(error, path: file.path)
        }
        io.withLock { file.flushDirectory() }
    }

    /// Saves what is due.
    ///
    /// - Returns: when to try again; `nil` if it is saved, or if only a change may help.
    func saveInBackground() -> Duration? {
        state.withLock { ($0.isScheduled, $0.lastSave) = (false, .now) }
        do throws(FileError) {
            try sync(saving: true, by: .now + Self.patience)
            return nil
        } catch {
            guard error.isTransient else {
                Log.once(.notSaved(error, path: file.path))
                return nil
            }
            state.withLock { $0.isScheduled = true }
            return SuiteState.pause
        }
    }

    /// Follows the file, and moves a damaged one aside.
    func follow() { try? sync(saving: false, by: .now + Self.patience) }

    // MARK: One exchange between memory and file

    /// Saves what is pending, if asked to, lets memory follow the file, and announces what others have changed.
    func sync(saving: Bool, by deadline: ContinuousClock.Instant) throws(FileError) {
        guard io.lock(before: Date() + (deadline - .now) / .seconds(1)) else { throw .stillSaving }
        let (changed, failure) = exchange(saving: saving, by: deadline)
        io.unlock()
        if !changed.isEmpty { observations.noteForeignChanges(of: changed) }
        if let failure { throw failure }
    }

    private func exchange(saving: Bool, by deadline: ContinuousClock.Instant) -> ([String], FileError?) {
        let writes = saving ? state.withLock(\.pending) : [:]
        if writes.isEmpty, file.isUnchanged, file.damage == nil { return ([], nil) }
        let last = file.settings
        state.withLock { $0.seen = $0.seen ?? last }
        do throws(FileError) {
            if writes.isEmpty { try file.refresh(by: deadline) }
            if !writes.isEmpty || file.damage != nil { try save(writes, by: deadline) }
            return (follow(saved: writes), nil)
        } catch {
            return (follow(saved: [:]), error)
        }
    }

    /// Puts writes on top of the file as it is now, under the lock between processes.
    func save(_ writes: [String: SuiteState.Write], by deadline: ContinuousClock.Instant) throws(FileError) {
        let target = FilePath(file.path).target
        try updates.lock(target, by: deadline)
        defer { updates.unlockIfOver() }
        repeat {
            try file.refresh(by: deadline)
            if let damage = file.damage {
                Log.once(.damagedFile(damage, path: file.path, movedTo: try file.moveAside(target)))
            }
            if writes.isEmpty { return }
            if try file.change(writes.mapValues(\.object), target) { return }
        } while ContinuousClock.now < deadline
        throw .alwaysChanged
    }

    /// Lets memory follow the file, except where a key has written, or a plain call has changed it.
    ///
    /// - Parameter saved: the writes that are in the file now.
    /// - Returns: the names that others have changed.
    private func follow(saved: [String: SuiteState.Write]) -> [String] {
        let new = file.settings
        return state.withLock { state in
            for (name, write) in saved where state.pending[name] === write { state.pending[name] = nil }
            let old = state.seen ?? [:]
            state.seen = new
            let names = changedNames(from: old, to: new).filter { saved[$0] == nil && state.pending[$0] == nil }
            var followed: [String] = []
            // All are looked at before one is set: the first look after a change takes Foundation long.
            for (name, found) in memory.objects(names) {
                let expected = state.tolerated[name] ?? old[name] ?? memory.registered(name)
                if found == new[name] {
                    followed.append(name)
                } else if found.isEqualToFoundation(expected) {
                    memory.set(name, to: new[name])
                    state.tolerated[name] = nil
                    followed.append(name)
                }
            }
            // What is found under them now comes from another domain.
            let removed = (followed + saved.keys).filter { new[$0] == nil && state.pending[$0] == nil }
            for (name, found) in memory.objects(removed) where found != memory.registered(name) {
                state.tolerated[name] = found
            }
            return followed
        }
    }
}

extension PropertyListObject? {
    fileprivate func isEqualToFoundation(_ other: Self) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isEqualToFoundation(other)
    }
}
#endif
