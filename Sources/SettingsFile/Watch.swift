#if os(Linux)
import Foundation

/// Watches files for changes by any process, with one descriptor for all of them.
///
/// Not thread-safe. It watches directories instead of files, because saving replaces the file. If a directory does not
/// exist yet, it watches the nearest parent that does.
package final class Watch {
    /// An entry of a watched directory that affects what a path refers to.
    private struct Place: Equatable {
        /// The watch descriptor of the directory.
        let directory: Int32
        let name: String
        let path: String
    }

    /// The inotify descriptor to poll; negative if the system has none left.
    package let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    private var places: [Place] = []

    package init() {}

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Makes ``changedPaths()`` answer a path when the file there may have changed.
    ///
    /// - Returns: `false` if the system has no descriptor left.
    package func watch(_ path: String) -> Bool {
        guard descriptor >= 0 else { return false }
        // Every directory that affects what the path refers to.
        for entry in DirectoryEntry(path).linksAndTarget { watch(path, at: entry) }
        return true
    }

    private func watch(_ path: String, at entry: DirectoryEntry) {
        // The directory may be created between the attempt to watch it and that for its parent, so it is tried again.
        for _ in 0..<10 {
            var place = entry
            while !add(path, at: place), place.directory != "/" {
                place = DirectoryEntry(place.directory)
            }
            if place == entry || access(place.path, F_OK) != 0 { return }
        }
    }

    private func add(_ path: String, at entry: DirectoryEntry) -> Bool {
        let events =
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF
        let directory = inotify_add_watch(descriptor, entry.directory, UInt32(bitPattern: events | IN_ONLYDIR))
        guard directory >= 0 else { return false }
        let place = Place(directory: directory, name: entry.name, path: path)
        if !places.contains(place) { places.append(place) }
        return true
    }

    /// The watched paths whose files may have changed since the last call, without waiting.
    package func changedPaths() -> Set<String> {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var changed: Set<String> = []
        while case let length = read(descriptor, &buffer, buffer.count), length > 0 {
            buffer.withUnsafeBytes { collect(UnsafeRawBufferPointer(rebasing: $0[..<length]), into: &changed) }
        }
        // A directory may have been created, removed or replaced.
        for path in changed { _ = watch(path) }
        return changed
    }

    private func collect(_ bytes: UnsafeRawBufferPointer, into changed: inout Set<String>) {
        let headerSize = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + headerSize <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let nameBytes = bytes[(offset + headerSize)...].prefix(Int(event.len)).prefix { $0 != 0 }
            offset += headerSize + Int(event.len)
            let mask = Int32(bitPattern: event.mask)
            let isOverflow = mask & IN_Q_OVERFLOW != 0
            // An event without a name is about the directory itself.
            for place in places where isOverflow || place.directory == event.wd {
                if isOverflow || nameBytes.isEmpty || place.name.utf8.elementsEqual(nameBytes) {
                    changed.insert(place.path)
                }
            }
            if mask & IN_IGNORED != 0 { places.removeAll { $0.directory == event.wd } }
        }
    }
}
#endif
