#if os(Linux)
import Foundation

/// Updates are transactions on the file: they hold its lock from their beginning to their end, read it, and replace it.
///
/// If no lock can be had, because the directory takes no file, an update is a write.
extension SavedSuite {
    /// Whether an update is running; reliable on the updating thread until the update ends.
    var isUpdating: Bool { state.withLock { $0.updates.count > 0 } }

    /// Takes the lock between processes, and reads the file.
    ///
    /// Memory follows the file when the update ends, because that may take long.
    ///
    /// - Throws: `busy` if another process holds the lock until the deadline; `notSaved` if locking or reading fails.
    func beginUpdate(by deadline: ContinuousClock.Instant) throws(TSUDError) {
        guard io.lock(by: deadline) else { throw .busy(nil) }
        defer { io.unlock() }
        let (count, held) = state.withLock(\.updates)
        do throws(FileError) {
            let lock = count > 0 ? held : try lockIfPossible(by: deadline)
            do throws(FileError) {
                if lock != nil { try readForUpdate(by: deadline) } else { try? refresh(by: deadline) }
            } catch {
                if count == 0 { lock?.unlock() }
                throw error
            }
            state.withLock { $0.updates = (count + 1, lock) }
        } catch {
            throw error == .locked ? .busy(nil) : .notSaved(error, path: file.path)
        }
        UpdateThread.add(1)
    }

    private func lockIfPossible(by deadline: ContinuousClock.Instant) throws(FileError) -> FileLock? {
        do throws(FileError) {
            try file.target.makeDirectory()
        } catch {
            guard error.isOfReadOnlyDirectory else { throw error }
            guard let target = try? file.target, target.isWritableFile else { return nil }
        }
        return try takeLock(by: deadline)
    }

    /// Takes the lock between processes.
    ///
    /// An update of several suites may wait for another process that waits for this process. Waiting for a second lock
    /// ends before another program gives up at its exit.
    func takeLock(by deadline: ContinuousClock.Instant) throws(FileError) -> FileLock {
        try FileLock.take(for: file.target, by: UpdateThread.isCurrent ? min(deadline, .now + .seconds(5)) : deadline)
    }

    /// Reads the file; moves a damaged file aside, and uses the settings that were last read.
    private func readForUpdate(by deadline: ContinuousClock.Instant) throws(FileError) {
        try refresh(by: deadline)
        try moveDamagedAside()
    }

    /// Writes the changes of the update to a temporary file; until ``commitUpdate(_:)`` or ``endUpdate()`` nothing else is
    /// saved.
    func prepareUpdate(_ changes: [Change]) throws(TSUDError) {
        // Without a lock there is nothing to prepare.
        if state.withLock({ $0.updates.lock == nil }) { return }
        guard io.lock(by: .now + .seconds(10)) else { throw .notSaved(.stillSaving, path: file.path) }
        do throws(FileError) {
            prepared = try prepare(changes, by: .now + .seconds(10))
        } catch {
            io.unlock()
            throw .notSaved(error, path: file.path)
        }
    }

    /// Replaces the file by the prepared contents.
    ///
    /// - Returns: The names whose observers are to be notified.
    /// - Throws: `notSaved`; then nothing is changed.
    func commitUpdate(_ changes: [Change]) throws(TSUDError) -> [String] {
        guard let prepared else { return write(changes) }
        defer { cancelUpdate() }
        do throws(FileError) {
            return try commit(prepared, by: .now + .seconds(10))
        } catch {
            throw .notSaved(error, path: file.path)
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
            let lock = state.withLock { state -> FileLock? in
                state.updates.count -= 1
                if state.updates.count > 0 { return nil }
                defer { state.updates.lock = nil }
                return state.updates.lock
            }
            lock?.unlock()
        }
        if !isUpdating { follow() }
    }
}
#endif
