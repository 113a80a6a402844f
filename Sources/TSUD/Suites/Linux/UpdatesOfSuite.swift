#if os(Linux)
import Foundation

/// The lock between processes, taken for a save or by an update, which keeps it until what it writes is saved.
///
/// Not thread-safe.
final class UpdatesOfSuite {
    private var lock: FileLock?
    private var returned = ContinuousClock.now - pause
    /// How many updates run.
    var count = 0

    /// How long a process waits with its next update after it has returned the lock, so that others get their turn.
    private static let pause = Duration.milliseconds(20)

    /// How long the next update has to wait.
    var delay: Duration { lock == nil ? max(.zero, returned + Self.pause - .now) : .zero }

    func lock(_ target: FilePath, by deadline: ContinuousClock.Instant) throws(FileError) {
        if lock == nil { lock = try FileLock.take(for: target, by: deadline) }
    }

    /// Returns the lock unless an update runs.
    func unlockIfOver() {
        guard count == 0, let lock else { return }
        lock.unlock()
        (self.lock, returned) = (nil, .now)
    }
}

extension SavedSuite {
    /// Takes the lock between processes, and lets memory follow the file, which counts where the two differ since the
    /// first use.
    ///
    /// Where no lock can be had, updates are atomic in this process only.
    ///
    /// - Returns: `false` if another process has had the lock for ten seconds.
    func beginUpdate() -> Bool {
        let deadline = ContinuousClock.now + .seconds(10)
        usleep(useconds_t(io.withLock { updates.delay } / .microseconds(1)))
        guard io.lock(before: Date() + 10) else { return false }
        do throws(FileError) {
            try updates.lock(FilePath(file.path).target, by: deadline)
        } catch  where error.isTransient {
            io.unlock()
            return false
        } catch {}
        updates.count += 1
        io.unlock()
        try? sync(saving: false, by: deadline)
        state.withLock { state in
            for name in state.tolerated.keys where state.seen?[name] != nil {
                memory.set(name, to: state.seen?[name])
                state.tolerated[name] = nil
            }
        }
        return true
    }

    /// Returns the lock, unless something is to be saved with it.
    func endUpdate() {
        io.withLock {
            updates.count -= 1
            if state.withLock({ $0.pending.isEmpty }) { updates.unlockIfOver() }
        }
    }
}
#endif
