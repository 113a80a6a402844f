#if os(Linux)
import Foundation

/// The advisory lock between the processes that share a file.
///
/// It is on an empty hidden file next to the shared one, which each save replaces. A file that can only be written in
/// place is locked itself, too, because processes in other containers may share nothing else. The kernel releases the
/// locks if it kills the process.
final class FileLock {
    private var descriptors: [Int32] = []
    /// Whether another process may have had the lock since this one took it first.
    private(set) var hasGap = false

    deinit { unlock() }

    /// Waits for the lock, and creates a missing directory.
    ///
    /// A process that waits for the lock first locks a second hidden file, until it has the lock. This keeps the previous
    /// owner from overtaking it.
    ///
    /// - Parameters:
    ///   - file: The file, with symbolic links resolved.
    ///   - isInPlace: Whether the file is written in place.
    ///   - deadline: The end of waiting for another process, which may be suspended.
    /// - Returns: The lock. Release it by ``unlock()``.
    /// - Throws: The failed system call, or `locked` if another process still holds the lock.
    static func take(
        for file: FilePath,
        isInPlace: Bool = false,
        by deadline: ContinuousClock.Instant
    ) throws(FileError) -> FileLock {
        let (lock, next) = (FileLock(), FileLock())
        defer { next.unlock() }
        do throws(FileError) {
            if try !file.isInReadOnlyDirectory {
                try next.add(FilePath(file.hidden(".next")), beside: file, by: min(deadline, .now + .seconds(2)))
            }
        } catch  where error == .locked && ContinuousClock.now < deadline {
            // A suspended process may be the next one forever.
        }
        try lock.complete(for: file, isInPlace: isInPlace, by: deadline)
        lock.hasGap = false
        return lock
    }

    /// Takes the missing parts of the lock.
    ///
    /// Another program may have deleted the hidden file. The file may turn out to be one that can only be written in place.
    func complete(for file: FilePath, isInPlace: Bool, by deadline: ContinuousClock.Instant) throws(FileError) {
        let isAlone = try file.isInReadOnlyDirectory
        if !isAlone { try add(FilePath(file.hidden(".lock")), beside: file, by: deadline) }
        if isAlone || isInPlace { try add(file, beside: file, by: deadline) }
    }

    /// Releases the lock.
    ///
    /// A forked child may also have its descriptors, so closing them is not enough.
    func unlock() {
        for descriptor in descriptors {
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
        descriptors = []
    }

    /// Waits for the lock of a path, unless this process has it.
    private func add(
        _ path: FilePath,
        beside file: FilePath,
        by deadline: ContinuousClock.Instant
    ) throws(FileError) {
        if descriptors.contains(where: { Self.isOpen($0, at: path) }) { return }
        hasGap = true
        var descriptor = try Self.open(path, beside: file)
        var pause: useconds_t = 500
        while true {
            let isLocked = retryingInterrupted { flock(descriptor, LOCK_EX | LOCK_NB) } == 0
            let error = isLocked ? 0 : errno
            // If the file system has no locks, replacing the file is still atomic.
            let isWithoutLocks = [EOPNOTSUPP, ENOSYS, EINVAL, ENOLCK, EBADF].contains(error)
            // If another program has deleted the file, another process may have locked a new one. It stays open otherwise:
            // closing it would wake every process that watches the directory.
            let isCurrent = isWithoutLocks || Self.isOpen(descriptor, at: path)
            if isCurrent, isLocked || isWithoutLocks {
                descriptors.append(descriptor)
                return
            }
            let failure: FileError? =
                if !isLocked, error != EWOULDBLOCK {
                    FileError(action: "can't lock '\(path.path)'", systemError: error)
                } else if ContinuousClock.now >= deadline { .locked } else { nil }
            if failure != nil || !isCurrent { close(descriptor) }
            if let failure { throw failure }
            if !isCurrent { descriptor = try Self.open(path, beside: file) }
            usleep(pause)
            pause = min(pause * 2, 5_000)
        }
    }

    private static func isOpen(_ descriptor: Int32, at path: FilePath) -> Bool {
        guard let found = try? FileStamp.ofFile(at: path.path) else { return false }
        return found.isSameFile(as: FileStamp(descriptor))
    }

    // MARK: The hidden file

    /// Opens a file to lock it, and makes a hidden one that is missing.
    ///
    /// A hidden one of root's is replaced if the file isn't root's, so that a user can save after `sudo`.
    private static func open(_ path: FilePath, beside file: FilePath) throws(FileError) -> Int32 {
        let isHidden = path != file
        while true {
            // For writing as well: NFS locks no other descriptor, and a named pipe in its place does not block then.
            let descriptor = retryingInterrupted { Foundation.open(path.path, O_RDWR | O_CLOEXEC | O_NOFOLLOW) }
            if descriptor >= 0 {
                if isHidden { setRights(of: descriptor, path, beside: file) }
                return descriptor
            }
            let failure = FileError.last("can't open the lock file '\(path.path)'")
            if failure.systemError == ENOENT, isHidden {
                try make(path, beside: file)
            } else if failure.systemError != EACCES || path.owner != 0 || file.owner == 0 || unlink(path.path) != 0 {
                throw failure
            }
        }
    }

    /// Makes a hidden file, which no other process finds without its rights.
    private static func make(_ path: FilePath, beside file: FilePath) throws(FileError) {
        // One of a user who can't write the file would keep everyone else from saving.
        if file.owner != nil { try file.checkWritable() }
        let temporary = file.temporary
        let descriptor = retryingInterrupted {
            Foundation.open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
        guard descriptor >= 0 else { throw .last("can't create the lock file '\(path.path)'") }
        fchmod(descriptor, 0o600)
        setRights(of: descriptor, FilePath(temporary), beside: file)
        close(descriptor)
        defer { unlink(temporary) }
        // A link never overwrites another process's file. Not every file system supports links.
        if retryingInterrupted({ link(temporary, path.path) }) == 0 || errno == EEXIST { return }
        guard retryingInterrupted({ rename(temporary, path.path) }) == 0 else {
            throw .last("can't create the lock file '\(path.path)'")
        }
    }

    /// Gives a hidden file of this user the rights that those who can write the file need to open it.
    ///
    /// One that has contents or another link may be a private file, which another user has linked there.
    private static func setRights(of descriptor: Int32, _ path: FilePath, beside file: FilePath) {
        var (own, shared) = (stat(), stat())
        guard fstat(descriptor, &own) == 0, own.st_uid == geteuid(), own.st_size == 0, own.st_nlink == 1,
            stat(file.path, &shared) == 0
        else { return }
        let hasGroup = own.st_gid == shared.st_gid || fchown(descriptor, uid_t.max, shared.st_gid) == 0
        let others = shared.st_mode & 0o002
        var group = hasGroup ? shared.st_mode & 0o020 : others << 3
        if group != 0, [file, path].contains(where: { FilePath.hasAccessList($0.path) }) { group = 0 }
        let mode = 0o600 | (group | others) * 3
        if own.st_mode & 0o7777 != mode { fchmod(descriptor, mode) }
    }
}
#endif
