#if os(Linux)
import Foundation

/// An advisory lock on a file that each save replaces.
///
/// The lock is on the file itself, which by default only its owner may open. A directory could be locked by any user
/// who can read it, and then nobody could save.
package final class FileLock {
    private let descriptor: Int32
    /// Whether the lock is held; `false` if the file system does not support locks.
    package let isExclusive: Bool

    private init(_ descriptor: Int32, isExclusive: Bool) {
        self.descriptor = descriptor
        self.isExclusive = isExclusive
    }

    deinit { close(descriptor) }

    /// The contents of the locked file, even after it was replaced.
    ///
    /// If the file is being written, waits for that at most a fifth of a second.
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
    ///   - directory: its directory.
    ///   - deadline: how long to wait for another process, which may be suspended.
    /// - Returns: the lock; `nil` if there is no such file.
    /// - Throws: the failed system call; `EWOULDBLOCK` if another process still holds the lock.
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
                // The file may have been replaced before it was locked.
                if lock.isOn(name, in: directory) { return lock }
                continue
            }
            let systemError = errno
            // Without locks the replacement is still atomic, which is better than not saving.
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
