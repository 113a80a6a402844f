#if os(Linux)
import Foundation

/// Watches the directories of files, with one descriptor for all of them.
///
/// Not thread-safe. It watches directories instead of files, because saving replaces the file.
final class Watch {
    /// The inotify descriptor to poll.
    let descriptor: Int32

    /// Fails if the system has no descriptors left, or the user may have no more instances of inotify.
    init?() {
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        if descriptor < 0 { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches the directory of a file, or the nearest parent that exists; more often than once it does no harm.
    ///
    /// - Returns: `false` if none of them can be watched, for example because the user may have no more watches.
    func add(_ path: String) -> Bool {
        let events =
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
        var directory = FilePath(path).target.directory
        while inotify_add_watch(descriptor, directory, UInt32(bitPattern: events | IN_ONLYDIR)) < 0 {
            guard errno == ENOENT || errno == ENOTDIR, directory != "/" else { return false }
            directory = FilePath(directory).directory
        }
        return true
    }

    /// Whether anything has happened in the directories since the last call, without waiting.
    func hasChanged() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var hasChanged = false
        while read(descriptor, &buffer, buffer.count) > 0 { hasChanged = true }
        return hasChanged
    }
}
#endif
