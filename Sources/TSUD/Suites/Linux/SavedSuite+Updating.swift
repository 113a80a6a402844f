#if os(Linux)
import Foundation

/// Updates are transactions on the file: they hold its lock from their beginning to their end, read it, and replace it.
///
/// If no lock can be had, because the directory takes no file, an update is a write.
extension SavedSuite: FileUpdate {
    /// Whether an update is running; reliable on the updating thread until the update ends.
    var isUpdating: Bool { state.withLock { $0.updates > 0 } }

    /// Takes the lock between processes, and reads the file.
    ///
    /// Memory follows the file when the update ends, because that may take long.
    ///
    /// - Throws: `busy` if another process holds the lock until the deadline; `notSaved` if locking or reading fails.
    func beginUpdate(by deadline: ContinuousClock.Instant) throws(TSUDError) {
        guard io.lock(by: deadline) else { throw .busy(nil) }
        defer { io.unlock() }
        let isOutermost = !isUpdating
        do throws(FileError) {
            if isOutermost { lock = try lockIfPossible(by: deadline) }
            if lock != nil { try readForUpdate(by: deadline) } else { try? refresh(by: deadline) }
        } catch {
            if isOutermost { releaseLock() }
            throw failure(error)
        }
        state.withLock { state in
            if isOutermost { state.atUpdate = (state.lastRead, []) }
            state.updates += 1
        }
        UpdateThread.add(1)
    }

    private func lockIfPossible(by deadline: ContinuousClock.Instant) throws(FileError) -> FileLock? {
        do throws(FileError) {
            _ = try file.target.isInReadOnlyDirectory
        } catch {
            guard error.isOfReadOnlyDirectory else { throw error }
            return nil
        }
        return try takeLock(by: deadline)
    }

    /// Takes the lock between processes.
    ///
    /// An update of several suites may wait for another process that waits for this process. Waiting for a second lock
    /// ends before another program gives up at its exit.
    func takeLock(by deadline: ContinuousClock.Instant) throws(FileError) -> FileLock {
        try file.lock(by: UpdateThread.isCurrent ? min(deadline, .now + .seconds(5)) : deadline)
    }

    func releaseLock() {
        lock?.unlock()
        lock = nil
    }

    /// Reads the file, and replaces a damaged one by the settings that were last read.
    private func readForUpdate(by deadline: ContinuousClock.Instant) throws(FileError) {
        try refresh(by: deadline)
        if file.damage != nil { _ = try commit(prepare([], by: deadline), by: deadline) }
    }

    /// Writes the changes of the update to a temporary file; until ``commitUpdate(_:)`` or ``endUpdate()`` nothing else is
    /// saved.
    func prepareUpdate(_ changes: [Change]) throws(TSUDError) {
        guard io.lock(by: WaitLimit.end) else { throw .notSaved(.stillSaving, path: file.path) }
        do throws(FileError) {
            // Without a lock there is nothing to prepare.
            if lock != nil { prepared = try prepare(changes, by: WaitLimit.end) }
            if prepared == nil { io.unlock() }
        } catch {
            io.unlock()
            throw failure(error)
        }
    }

    private func failure(_ error: FileError) -> TSUDError {
        switch error {
        case .locked: .busy(nil)
        case .changedMeanwhile: .busy(nil, because: error.action)
        default: .notSaved(error, path: file.path)
        }
    }

    /// Throws if another process has changed a name that the update has read or is to set.
    ///
    /// It can do so only if it had the lock during the update, because a program has deleted the lock's file.
    func checkConflicts(of changes: [Change]) throws(FileError) {
        guard !changes.isEmpty, lock?.hasGap == true else { return }
        let (settings, readNames) = state.withLock(\.atUpdate)
        let names = readNames.map(\.name) + changes.flatMap(\.objects).map(\.name)
        if names.contains(where: { file.settings[$0] != settings[$0] }) { throw .changedMeanwhile }
    }

    /// Replaces the file by the prepared contents.
    ///
    /// - Returns: The names whose observers are to be notified.
    /// - Throws: `notSaved`; then nothing is changed.
    func commitUpdate(_ changes: [Change]) throws(TSUDError) -> [String] {
        guard let prepared else { return write(changes) }
        defer { cancelUpdate() }
        do throws(FileError) {
            return try commit(prepared, by: WaitLimit.end)
        } catch {
            throw failure(error)
        }
    }

    /// Discards prepared contents that were not committed.
    private func cancelUpdate() {
        if prepared == nil { return }
        prepared = nil
        io.unlock()
    }

    /// Ends one update after a successful ``beginUpdate(by:)``; the last one releases the lock, and memory follows the
    /// file.
    func endUpdate() {
        cancelUpdate()
        UpdateThread.add(-1)
        io.withLock {
            state.withLock { $0.updates -= 1 }
            if !isUpdating { releaseLock() }
        }
        if !isUpdating { follow() }
    }
}
#endif
