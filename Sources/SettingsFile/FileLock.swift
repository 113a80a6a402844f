#if os(Linux)
import Foundation

/// An advisory lock on a file that each save replaces, and the open directory of the file.
///
/// The lock is on the file itself, which by default only its owner may open. A directory could be locked by any user
/// who can read it, and then nobody could save.
package final class FileLock {
    let directory: Directory
    let name: String
    /// The locked file, even after it was replaced; negative if there is none yet.
    private let descriptor: Int32
    /// Whether the lock is held; `false` if there is no file, or the file system does not support locks.
    let isExclusive: Bool

    private init(_ name: String, in directory: Directory, _ descriptor: Int32, isExclusive: Bool) {
        self.name = name
        self.directory = directory
        self.descriptor = descriptor
        self.isExclusive = isExclusive
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Whether there is a file.
    var isOnFile: Bool { descriptor >= 0 }

    /// Locks the file at a path, whose directory is created if it is missing.
    ///
    /// - Parameters:
    ///   - path: the path; symbolic links are followed.
    ///   - deadline: how long to wait for another process, which may be suspended.
    /// - Returns: the lock, also if there is no file to lock.
    /// - Throws: the failed system call; `EWOULDBLOCK` if another process still holds the lock.
    package static func take(_ path: String, by deadline: ContinuousClock.Instant) throws(FileError) -> FileLock {
        let target = DirectoryEntry(path).target
        let directory = try Directory(target.directory, creating: true)
        var pause: useconds_t = 500
        while true {
            let descriptor = retryingInterrupted {
                openat(directory.descriptor, target.name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
            }
            guard descriptor >= 0 || errno == ENOENT else { throw .last("can't open the file to lock it") }
            guard descriptor >= 0 else { return FileLock(target.name, in: directory, -1, isExclusive: false) }
            let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0
            // Without locks the replacement is still atomic, which is better than not saving.
            if isLocked || errno != EWOULDBLOCK {
                let lock = FileLock(target.name, in: directory, descriptor, isExclusive: isLocked)
                // The file may have been replaced before it was locked.
                if !isLocked || lock.isInPlace { return lock }
                continue
            }
            close(descriptor)
            guard ContinuousClock.now < deadline else {
                throw FileError(action: "another process holds the lock on it", systemError: EWOULDBLOCK)
            }
            usleep(pause)
            pause = min(pause * 2, 10_000)
        }
    }

    /// Returns the lock before the object is released.
    package func unlock() { flock(descriptor, LOCK_UN) }

    private var isInPlace: Bool {
        var locked = stat()
        var found = stat()
        return fstat(descriptor, &locked) == 0 && fstatat(directory.descriptor, name, &found, AT_SYMLINK_NOFOLLOW) == 0
            && locked.st_ino == found.st_ino && locked.st_dev == found.st_dev
    }

    /// The contents of the locked file, even after it was replaced.
    var contents: PropertyListFile? {
        get throws(FileError) { isOnFile ? try PropertyListFile(descriptor) : nil }
    }
}
#endif
