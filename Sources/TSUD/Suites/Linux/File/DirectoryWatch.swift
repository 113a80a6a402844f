#if os(Linux)
import Foundation

/// Watches the directories that lead to files, with one descriptor for all of them.
///
/// Not thread-safe. It watches directories because saving replaces the file.
final class DirectoryWatch {
    /// The inotify descriptor to poll.
    let descriptor: Int32
    private var watches: Set<Int32> = []

    /// - Throws: the failed system call, for example because the user may have no more instances of inotify.
    init() throws(FileError) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        if descriptor < 0 { throw .last("can't watch files") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches these files, and no others that were watched before.
    ///
    /// It watches the directory of a file, and each directory on the path whose entry is a symbolic link.
    ///
    /// - Throws: the last failed system call, for example because the user may have no more watches. The other files
    ///   are watched.
    func watch(_ files: [FilePath]) throws(FileError) {
        var found: Set<Int32> = []
        var failure: FileError?
        for file in files {
            do throws(FileError) {
                let (target, directories) = try file.resolved()
                for directory in directories { try watch(directory: directory, &found) }
                // A single file that is mounted may be written in place through another directory.
                let number = inotify_add_watch(descriptor, target.path, UInt32(IN_CLOSE_WRITE))
                if number >= 0 { found.insert(number) }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        for number in watches.subtracting(found) { inotify_rm_watch(descriptor, number) }
        watches = found
    }

    /// Watches a directory, or the nearest parent that exists.
    private func watch(directory: String, _ found: inout Set<Int32>) throws(FileError) {
        if add(directory, &found) { return }
        guard errno == ENOENT || errno == ENOTDIR, directory != "/" else { throw .last("can't watch a directory") }
        try watch(directory: FilePath(directory).directory, &found)
        // It may have been made before its parent was watched.
        _ = add(directory, &found)
    }

    private func add(_ directory: String, _ found: inout Set<Int32>) -> Bool {
        let events =
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF
        let number = inotify_add_watch(descriptor, directory, UInt32(bitPattern: events | IN_ONLYDIR))
        if number >= 0 { found.insert(number) }
        return number >= 0
    }

    /// Returns whether anything but locks and temporary files has changed since the last call, without waiting.
    func hasChanged() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        var hasChanged = false
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return hasChanged }
            var rest = buffer[..<count]
            while rest.count >= MemoryLayout<inotify_event>.size {
                let event = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
                rest = rest.dropFirst(MemoryLayout<inotify_event>.size)
                let name = String(decoding: rest.prefix(Int(event.len)).prefix { $0 != 0 }, as: UTF8.self)
                rest = rest.dropFirst(Int(event.len))
                // The end of a watch, which follows the replacement of its file.
                let isIgnored = event.mask & UInt32(IN_IGNORED) != 0
                if !isIgnored, !FilePath.isHidden(name) { hasChanged = true }
            }
        }
    }
}
#endif
