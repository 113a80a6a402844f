#if os(Linux)
import Foundation

/// An advisory lock on a file that is replaced by another one whenever it is saved.
///
/// It is on the file itself, which by default nobody but its owner may open; a directory could be locked by anybody, who
/// would stop all saves in it.
package final class FileLock {
    private let descriptor: Int32
    /// Whether the lock is held; not every file system knows locks.
    package let isExclusive: Bool

    private init(_ descriptor: Int32, isExclusive: Bool) {
        self.descriptor = descriptor
        self.isExclusive = isExclusive
    }

    deinit { close(descriptor) }

    /// What the file holds, even if another one has taken its place.
    ///
    /// A file that is being written is waited for, a fifth of a second at most.
    var state: FileState {
        get throws(DiskRefusal) {
            for _ in 0..<20 {
                if case .settings(let settings, let stamp) = try PropertyListFile.read(descriptor) {
                    return .settings(settings, stamp)
                }
                usleep(10_000)
            }
            return .absent
        }
    }

    /// Locks a file.
    ///
    /// - Parameters:
    ///   - name: the file's name.
    ///   - directory: where it is.
    ///   - deadline: how long to wait for who holds the lock; a process that is stopped must not stop all others.
    /// - Returns: the lock; `nil` when there is no such file.
    /// - Throws: what the disk refused, or `EWOULDBLOCK` when another process has held the lock for too long.
    package static func take(
        _ name: String,
        in directory: Directory,
        by deadline: ContinuousClock.Instant
    ) throws(DiskRefusal) -> FileLock? {
        var pause: useconds_t = 500
        while true {
            let descriptor = retryingInterrupted {
                openat(directory.descriptor, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
            }
            guard descriptor >= 0 else {
                if errno == ENOENT { return nil }
                throw .last("can't open the file to lock it")
            }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                let lock = FileLock(descriptor, isExclusive: true)
                // Another file may have taken its place before it was locked.
                if lock.isOn(name, in: directory) { return lock }
                continue
            }
            let systemError = errno
            // Without locks a replacement is still whole, which is better than none at all.
            guard systemError == EWOULDBLOCK else { return FileLock(descriptor, isExclusive: false) }
            close(descriptor)
            guard ContinuousClock.now < deadline else {
                throw DiskRefusal(action: "another process holds the lock on it", systemError: systemError)
            }
            usleep(pause)
            pause = min(pause * 2, 10_000)
        }
    }

    private func isOn(_ name: String, in directory: Directory) -> Bool {
        var locked = stat()
        var found = stat()
        return fstat(descriptor, &locked) == 0 && fstatat(directory.descriptor, name, &found, AT_SYMLINK_NOFOLLOW) == 0
            && locked.st_ino == found.st_ino && locked.st_dev == found.st_dev
    }
}
#endif
