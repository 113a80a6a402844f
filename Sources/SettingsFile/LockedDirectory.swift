#if os(Linux)
import Foundation

/// A directory that one process at a time changes settings in, held by an advisory lock.
///
/// The lock is on the directory itself: a file is replaced as a whole, so a lock on it would be a lock on what is
/// gone, and a lock file of its own would be left lying by a process that is killed.
package final class LockedDirectory {
    let descriptor: Int32
    let path: String
    /// Whether the lock is held; network file systems may know no lock on a directory.
    package let isExclusive: Bool

    /// Opens and locks a directory; with `creating`, makes it and what is above it where they are missing.
    ///
    /// Waits for whoever holds the lock, but not for ever: a process stopped at the wrong moment must not hang all.
    package init(_ path: String, creating: Bool, patience: Duration = .seconds(10)) throws(DiskRefusal) {
        self.path = path
        if creating { try Self.make(path) }
        let descriptor = retryingInterrupted { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .last("can't open the directory '\(path)'") }
        let deadline = ContinuousClock.now + patience
        var pause: useconds_t = 500
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let systemError = errno
            if systemError == EINTR { continue }
            guard systemError == EWOULDBLOCK else {
                // No locks here: a replacement is still whole, which is better than none at all.
                self.descriptor = descriptor
                isExclusive = false
                return
            }
            guard ContinuousClock.now < deadline else {
                close(descriptor)
                throw DiskRefusal(action: "another process holds the lock on '\(path)'", systemError: systemError)
            }
            usleep(pause)
            pause = min(pause * 2, 10_000)
        }
        self.descriptor = descriptor
        isExclusive = true
    }

    deinit { close(descriptor) }

    private static func make(_ path: String) throws(DiskRefusal) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path != "/" else { throw .last("can't make the directory '\(path)'") }
        try make(DirectoryEntry(path).directory)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last("can't make the directory '\(path)'") }
    }
}
#endif
