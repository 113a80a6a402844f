#if os(Linux)
import Foundation

/// The advisory lock between the processes that share a file.
///
/// It is on an empty hidden file beside that one, which each save replaces, and which only its owner may open: a
/// directory could be locked by any user who can read it, and then nobody could save. Who wants it takes another one
/// first, that of the next in turn, and keeps that until it has this one: so who has just returned it can't have it
/// again before who waits. The kernel returns both when a process is killed.
struct FileLock {
    private let descriptor: Int32

    /// Takes the lock; creates the directory if it is missing.
    ///
    /// - Parameters:
    ///   - file: the file, with symbolic links resolved.
    ///   - deadline: how long to wait for another process, which may be suspended.
    /// - Returns: the lock, to be returned by ``unlock()``.
    /// - Throws: the failed system call; `locked` if another process still holds the lock.
    static func take(for file: FilePath, by deadline: ContinuousClock.Instant) throws(FileError) -> FileLock {
        try file.makeDirectory()
        let next = try lock(file.hidden(".next"), in: file.directory, by: deadline)
        defer { next.unlock() }
        return try lock(file.hidden(".lock"), in: file.directory, by: deadline)
    }

    /// Returns the lock; a forked child may have its descriptor as well, so closing it is not enough.
    func unlock() {
        flock(descriptor, LOCK_UN)
        Self.descriptors.withLock { descriptors in
            descriptors.removeAll { $0 == descriptor }
            _ = close(descriptor)
        }
    }

    private static func lock(
        _ path: String,
        in directory: String,
        by deadline: ContinuousClock.Instant
    ) throws(FileError) -> FileLock {
        var pause: useconds_t = 500
        while true {
            let lock = FileLock(descriptor: try open(path, in: directory))
            if retryingInterrupted({ flock(lock.descriptor, LOCK_EX | LOCK_NB) }) == 0 {
                // Somebody may have deleted the file, and another process locked a new one.
                let found = try? FileStamp.ofFile(at: path)
                if let found, found.isSameFile(as: FileStamp(lock.descriptor)) { return lock }
            } else if [EOPNOTSUPP, ENOSYS, EINVAL].contains(errno) {
                // Where the file system has no locks, replacing the file is still atomic.
                return lock
            } else if errno != EWOULDBLOCK {
                let failure = FileError.last("can't lock '\(path)'")
                lock.unlock()
                throw failure
            }
            lock.unlock()
            guard ContinuousClock.now < deadline else { throw .locked }
            usleep(pause)
            pause = min(pause * 2, 5_000)
        }
    }

    private static func open(_ path: String, in directory: String) throws(FileError) -> Int32 {
        _ = closesInChild
        // For writing as well, because NFS locks nothing else, and a named pipe in its place does not block then.
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let (descriptor, error) = descriptors.withLock { descriptors in
            let descriptor = retryingInterrupted { Foundation.open(path, flags, 0o600) }
            let error = errno
            if descriptor >= 0 { descriptors.append(descriptor) }
            return (descriptor, error)
        }
        guard descriptor >= 0 else { throw FileError(action: "can't open the lock '\(path)'", systemError: error) }
        FilePath.giveToOwner(of: directory, descriptor)
        return descriptor
    }

    // MARK: Forks

    /// The open locks of the process.
    private static let descriptors = Locked<[Int32]>([])

    /// Lets a forked child close the locks that it has inherited: it would keep them when its parent has ended, as the
    /// parent of a daemon does.
    private static let closesInChild: Void = {
        pthread_atfork(
            { FileLock.descriptors.lockState() },
            { FileLock.descriptors.unlockState() },
            {
                FileLock.descriptors.unlockState()
                FileLock.descriptors.withLock { descriptors in
                    for descriptor in descriptors { close(descriptor) }
                    descriptors = []
                }
            }
        )
    }()
}
#endif
