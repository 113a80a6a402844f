#if os(Linux)
import Foundation

/// An advisory lock between the processes that share a file.
///
/// It is on an empty hidden file beside that one, which each save replaces, and which only its owner may open: a
/// directory could be locked by any user who can read it, and then nobody could save.
final class FileLock {
    private let descriptor: Int32
    /// The thread that has taken it; an update's is returned by the thread that saves.
    private let thread = pthread_self()

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Takes the lock; creates the directory if it is missing.
    ///
    /// - Parameters:
    ///   - file: the file, with symbolic links resolved.
    ///   - deadline: how long to wait for another process, which may be suspended.
    /// - Returns: the lock, to be returned by ``unlock()``.
    /// - Throws: the failed system call; `locked` if another process still holds the lock.
    static func take(for file: FilePath, by deadline: ContinuousClock.Instant) throws(FileError) -> FileLock {
        try file.makeDirectory()
        let path = file.hidden(".lock")
        let descriptor = retryingInterrupted { open(path, O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        guard descriptor >= 0 else { throw .last("can't open the lock '\(path)'") }
        var pause: useconds_t = 500
        // Where the file system has no locks, replacing the file is still atomic.
        while retryingInterrupted({ flock(descriptor, LOCK_EX | LOCK_NB) }) != 0, errno == EWOULDBLOCK {
            guard ContinuousClock.now < deadline else {
                close(descriptor)
                throw .locked
            }
            usleep(pause)
            pause = min(pause * 2, 10_000)
        }
        holders.withLock { $0.append(pthread_self()) }
        return FileLock(descriptor)
    }

    /// Returns the lock; a forked child may have its descriptor as well, so closing it is not enough.
    func unlock() {
        flock(descriptor, LOCK_UN)
        close(descriptor)
        Self.holders.withLock { holders in
            if let index = holders.firstIndex(of: thread) { holders.remove(at: index) }
        }
    }

    /// Whether another thread of this process holds a lock, and so is about to replace a file.
    static var isHeldByAnotherThread: Bool { holders.withLock { $0.contains { $0 != pthread_self() } } }

    /// The threads that hold a lock.
    static let holders = Locked<[pthread_t]>([])
}
#endif
