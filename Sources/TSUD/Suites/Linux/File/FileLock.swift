#if os(Linux)
import Foundation

/// The advisory lock between the processes that share a file.
///
/// It is on an empty hidden file next to the shared one, which each save replaces. Only its owner may open the hidden
/// file: any user who can read a directory could lock that, and so prevent every save. A process that waits for the
/// lock first locks a second hidden file, until it has the lock. This keeps the previous owner from overtaking it. The
/// kernel releases both locks if it kills the process.
struct FileLock {
    private let descriptor: Int32

    /// Waits for the lock, and creates a missing directory.
    ///
    /// - Parameters:
    ///   - file: The file, with symbolic links resolved.
    ///   - deadline: The end of waiting for another process, which may be suspended.
    /// - Returns: The lock. Release it by ``unlock()``.
    /// - Throws: The failed system call, or `locked` if another process still holds the lock.
    static func take(for file: FilePath, by deadline: ContinuousClock.Instant) throws(FileError) -> FileLock {
        do throws(FileError) {
            try file.makeDirectory()
        } catch {
            guard error.isOfReadOnlyDirectory, file.isWritableFile else { throw error }
            // It is written in place, so it can be locked itself.
            return try lock(file, by: deadline) { file throws(FileError) in try open(file.path, O_RDONLY) }
        }
        var next: FileLock?
        defer { next?.unlock() }
        do throws(FileError) {
            next = try lock(FilePath(file.hidden(".next")), by: min(deadline, .now + .seconds(2)))
        } catch  where error == .locked && ContinuousClock.now < deadline {
            // A suspended process may be the next one forever.
        }
        return try lock(FilePath(file.hidden(".lock")), by: deadline)
    }

    /// Releases the lock.
    ///
    /// A forked child may also have its descriptor, so closing it is not enough.
    func unlock() {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func lock(
        _ file: FilePath,
        by deadline: ContinuousClock.Instant,
        opening open: (FilePath) throws(FileError) -> Int32 = make
    ) throws(FileError) -> FileLock {
        var lock = FileLock(descriptor: try open(file))
        var pause: useconds_t = 500
        while true {
            let isLocked = retryingInterrupted { flock(lock.descriptor, LOCK_EX | LOCK_NB) } == 0
            let error = isLocked ? 0 : errno
            // If the file system has no locks, replacing the file is still atomic.
            if [EOPNOTSUPP, ENOSYS, EINVAL, ENOLCK, EBADF].contains(error) { return lock }
            guard isLocked || error == EWOULDBLOCK else {
                lock.unlock()
                throw FileError(action: "can't lock '\(file.path)'", systemError: error)
            }
            // If another program has deleted the file, another process may have locked a new one. It stays open otherwise:
            // closing it would wake every process that watches the directory.
            if let found = try? FileStamp.ofFile(at: file.path), found.isSameFile(as: FileStamp(lock.descriptor)) {
                if isLocked { return lock }
            } else {
                lock.unlock()
                lock = FileLock(descriptor: try open(file))
            }
            guard ContinuousClock.now < deadline else {
                lock.unlock()
                throw .locked
            }
            usleep(pause)
            pause = min(pause * 2, 5_000)
        }
    }

    /// Opens a hidden file, and makes it if it is missing; replaces one that it can't open, such as root's.
    private static func make(_ file: FilePath) throws(FileError) -> Int32 {
        // For writing as well: NFS locks no other descriptor, and a named pipe in its place does not block then.
        let flags = O_RDWR | O_CREAT
        do throws(FileError) {
            return try open(file.path, flags)
        } catch {
            guard [EACCES, ELOOP].contains(error.systemError), unlink(file.path) == 0 || errno == ENOENT else {
                throw error
            }
            return try open(file.path, flags)
        }
    }

    private static func open(_ path: String, _ flags: Int32) throws(FileError) -> Int32 {
        let descriptor = retryingInterrupted { Foundation.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        guard descriptor >= 0 else { throw .last("can't open the lock file '\(path)'") }
        return descriptor
    }
}
#endif
