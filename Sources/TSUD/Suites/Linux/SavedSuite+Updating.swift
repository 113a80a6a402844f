#if os(Linux)
import Foundation

/// Updates are transactions on the file: they have its lock from their beginning to their end, read it, and replace it.
///
/// Where no lock can be had, in a directory that takes no file, an update is a write.
extension SavedSuite {
    /// Whether an update runs; on the update's own thread it tells the truth for as long as that needs it.
    var isUpdating: Bool { state.withLock(\.isUpdating) }

    /// Takes the lock between processes, reads the file, and lets memory follow it.
    ///
    /// - Throws: `busy` if another process has the lock until the deadline; `notSaved` if the lock or the file can't be
    ///   had.
    func beginUpdate(by deadline: ContinuousClock.Instant) throws(TSUDError) {
        guard io.lock(before: Date() + (deadline - .now) / .seconds(1)) else { throw .busy(nil) }
        defer {
            io.unlock()
            takeIn()
        }
        do throws(FileError) {
            if updates.count == 0 { updates.lock = try lockIfPossible(by: deadline) }
            do throws(FileError) {
                try readForUpdate(by: deadline)
            } catch {
                if updates.count == 0 { returnLock() }
                throw error
            }
        } catch {
            throw error.systemError == FileError.locked.systemError ? .busy(nil) : .notSaved(error, path: file.path)
        }
        updates.count += 1
        state.withLock { $0.isUpdating = true }
        UpdateThread.add(1)
    }

    private func lockIfPossible(by deadline: ContinuousClock.Instant) throws(FileError) -> FileLock? {
        do throws(FileError) {
            return try FileLock.take(for: file.target, by: deadline)
        } catch  where error.isOfReadOnlyDirectory {
            return nil
        } catch {
            throw error
        }
    }

    private func readForUpdate(by deadline: ContinuousClock.Instant) throws(FileError) {
        guard updates.lock != nil else {
            try? refresh(by: deadline)
            return
        }
        try refresh(by: deadline)
        guard let damage = file.damage else { return }
        Log.once(.damagedFile(damage, path: file.path, movedTo: try file.moveAside()))
        file.forget()
        try refresh(by: deadline)
    }

    /// Writes what the update stores beside the file; until ``commitUpdate(_:)`` or ``endUpdate()`` nothing else is saved.
    func prepareUpdate(_ changes: [StoredChange]) throws(TSUDError) {
        let deadline = ContinuousClock.now + .seconds(10)
        guard io.lock(before: Date() + 10) else { throw .notSaved(.stillSaving, path: file.path) }
        do throws(FileError) {
            // Without a lock there is nothing to prepare.
            if updates.lock != nil { prepared = try prepare(changes, by: deadline) }
        } catch {
            io.unlock()
            throw .notSaved(error, path: file.path)
        }
        if prepared == nil { io.unlock() }
    }

    /// Puts what was prepared in the file's place, and into memory.
    ///
    /// - Returns: what was changed by that.
    /// - Throws: `notSaved`; then nothing is changed.
    func commitUpdate(_ changes: [StoredChange]) throws(TSUDError) -> [Changed] {
        guard var exchange = prepared else { return write(changes) }
        defer {
            cancelUpdate()
            takeIn()
        }
        let deadline = ContinuousClock.now + .seconds(10)
        do throws(FileError) {
            while true {
                if let changed = try commit(exchange, changes) {
                    announce(exchange.plain)
                    return changed
                }
                guard ContinuousClock.now < deadline else { throw .alwaysChanged }
                exchange = try prepare(changes, by: deadline)
            }
        } catch {
            throw .notSaved(error, path: file.path)
        }
    }

    /// Forgets what was prepared and not committed.
    private func cancelUpdate() {
        if prepared == nil { return }
        prepared = nil
        io.unlock()
    }

    /// Ends what a successful ``beginUpdate(by:)`` has begun; the last one returns the lock.
    func endUpdate() {
        cancelUpdate()
        UpdateThread.add(-1)
        io.withLock {
            updates.count -= 1
            if updates.count == 0 { returnLock() }
        }
    }

    private func returnLock() {
        state.withLock { $0.isUpdating = false }
        updates.lock?.unlock()
        updates.lock = nil
    }
}
#endif
