#if os(Linux)
import Foundation

/// Watches the directories of files, with one descriptor for all of them.
///
/// Not thread-safe. It watches directories instead of files, because saving replaces the file.
final class Watch {
    /// The inotify descriptor to poll; negative if the system has none left.
    let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches the directory of a file, or the nearest parent that exists; more often than once it does no harm.
    func add(_ path: String) {
        let events =
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
        var directory = FilePath(path).target.directory
        while inotify_add_watch(descriptor, directory, UInt32(bitPattern: events | IN_ONLYDIR)) < 0, directory != "/" {
            directory = FilePath(directory).directory
        }
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
