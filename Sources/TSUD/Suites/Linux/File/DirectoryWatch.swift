#if os(Linux)
import Foundation

/// Watches the directories of files, with one descriptor for all of them.
///
/// Not thread-safe. It watches directories instead of files, because saving replaces the file.
final class DirectoryWatch {
    /// The inotify descriptor to poll.
    let descriptor: Int32

    /// - Throws: why not, for example because the user may have no more instances of inotify.
    init() throws(FileError) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        if descriptor < 0 { throw .last("can't watch files") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches the directory of a file and, if that is a symbolic link, of what it leads to; more often than once it does
    /// no harm.
    ///
    /// - Throws: why one of them can't be watched, for example because the user may have no more watches.
    func add(_ file: FilePath) throws(FileError) {
        try add(directory: file.directory)
        if file.target != file { try add(directory: file.target.directory) }
    }

    /// Watches a directory, or the nearest parent that exists.
    private func add(directory: String) throws(FileError) {
        if watch(directory) { return }
        guard errno == ENOENT || errno == ENOTDIR, directory != "/" else { throw .last("can't watch a directory") }
        try add(directory: FilePath(directory).directory)
        // It may have been made before its parent was watched.
        _ = watch(directory)
    }

    private func watch(_ directory: String) -> Bool {
        let events =
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
        return inotify_add_watch(descriptor, directory, UInt32(bitPattern: events | IN_ONLYDIR)) >= 0
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
