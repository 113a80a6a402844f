#if os(Linux)
import Foundation

/// Updates are transactions on the file: they have its lock from their beginning to their end, read it, and replace it.
///
/// Where no lock can be had, in a directory that takes no file, an update is a write.
extension SavedSuite {
    /// Whether an update runs; on the update's own thread it tells the truth for as long as that needs it.
    var isUpdating: Bool { state.withLock { $0.updates.count > 0 } }

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
        } catch  where error.isOfReadOnlyDirectory {
            return nil
        }
        return try FileLock.take(for: file.target, by: deadline)
    }

    /// Reads the file; a damaged one, which is moved aside, counts as empty.
    private func readForUpdate(by deadline: ContinuousClock.Instant) throws(FileError) {
        try refresh(by: deadline)
        if file.damage == nil { return }
        try moveDamagedAside()
        file.forget()
        noteSeen()
    }

    /// Writes what the update stores beside the file; until ``commitUpdate(_:)`` or ``endUpdate()`` nothing else is saved.
    func prepareUpdate(_ changes: [StoredChange]) throws(TSUDError) {
        // Without a lock there is nothing to prepare.
        if state.withLock({ $0.updates.lock == nil }) { return }
        guard io.lock(before: Date() + 10) else { throw .notSaved(.stillSaving, path: file.path) }
        do throws(FileError) {
            prepared = try prepare(changes, by: .now + .seconds(10))
        } catch {
            io.unlock()
            throw .notSaved(error, path: file.path)
        }
    }

    /// Puts what was prepared in the file's place, and into memory.
    ///
    /// - Returns: what was changed by that.
    /// - Throws: `notSaved`; then nothing is changed.
    func commitUpdate(_ changes: [StoredChange]) throws(TSUDError) -> [Changed] {
        guard let prepared else { return write(changes) }
        defer {
            cancelUpdate()
            takeIn()
        }
        do throws(FileError) {
            return try commit(prepared, by: .now + .seconds(10))
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
            let lock = state.withLock { state -> FileLock? in
                state.updates.count -= 1
                if state.updates.count > 0 { return nil }
                defer { state.updates.lock = nil }
                return state.updates.lock
            }
            lock?.unlock()
        }
    }
}

/// Whether the current thread is in an update, and reads what is saved instead of Foundation's memory.
///
/// Every read asks, so it is no `Thread` and no lock that tells.
@usableFromInline
enum UpdateThread {
    private static let depth = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    @usableFromInline static var isCurrent: Bool { pthread_getspecific(depth) != nil }

    /// Counts the updates of the current thread, which may be inside one another.
    static func add(_ count: Int) {
        pthread_setspecific(depth, UnsafeRawPointer(bitPattern: Int(bitPattern: pthread_getspecific(depth)) + count))
    }
}
#else
/// Only on Linux does an update read something else than Foundation's memory.
@usableFromInline
enum UpdateThread {
    @inlinable static var isCurrent: Bool { false }
}
#endif
