#if os(Linux)
import Foundation

/// Watches files for changes by any process, with one descriptor for all of them.
///
/// It watches directories instead of files, because saving replaces the file. If a directory does not exist yet, it
/// watches the nearest parent that does.
package final class Watch: @unchecked Sendable {
    private final class Subject: Sendable {
        let path: String
        let handler: @Sendable () -> Void

        init(path: String, handler: @escaping @Sendable () -> Void) {
            self.path = path
            self.handler = handler
        }
    }

    /// An entry of a watched directory that affects what a subject's path refers to.
    private struct Place {
        /// The watch descriptor of the directory.
        let directory: Int32
        let name: String
        let subject: Subject
    }

    private let lock = NSLock()
    /// The inotify descriptor to poll; negative if the system has none left.
    package let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    private var places: [Place] = []

    package init() {}

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Makes `read` call `handler` when the file at `path` may have changed.
    package func watch(_ path: String, handler: @escaping @Sendable () -> Void) {
        guard descriptor >= 0 else { return }
        arm(Subject(path: path, handler: handler))
    }

    /// Watches every directory that affects what the path refers to.
    private func arm(_ subject: Subject) {
        for entry in DirectoryEntry(subject.path).linksAndTarget {
            arm(subject, at: entry)
        }
    }

    private func arm(_ subject: Subject, at entry: DirectoryEntry) {
        // The directory may be created between the attempt to watch it and that for its parent, so it is tried again.
        for _ in 0..<10 {
            var place = entry
            while !add(subject, at: place), place.directory != "/" {
                place = DirectoryEntry(place.directory)
            }
            if place == entry || access(place.path, F_OK) != 0 { return }
        }
    }

    private func add(_ subject: Subject, at entry: DirectoryEntry) -> Bool {
        let events =
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF
        // Under the lock, so that no event is read before its watch descriptor is known.
        return lock.withLock {
            let directory = inotify_add_watch(descriptor, entry.directory, UInt32(bitPattern: events | IN_ONLYDIR))
            guard directory >= 0 else { return false }
            let isKnown = places.contains { place in
                place.directory == directory && place.name == entry.name && place.subject === subject
            }
            if !isKnown { places.append(Place(directory: directory, name: entry.name, subject: subject)) }
            return true
        }
    }

    /// Calls the handlers for all events since the last call, without waiting.
    package func read() {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var changed: [Subject] = []
        while true {
            let length = Glibc.read(descriptor, &buffer, buffer.count)
            guard length > 0 else { break }
            buffer.withUnsafeBytes { collect(UnsafeRawBufferPointer(rebasing: $0[..<length]), into: &changed) }
        }
        for subject in changed {
            // A directory may have been created, removed or replaced.
            arm(subject)
            subject.handler()
        }
    }

    private func collect(_ bytes: UnsafeRawBufferPointer, into changed: inout [Subject]) {
        let headerSize = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + headerSize <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let nameBytes = bytes[(offset + headerSize)...].prefix(Int(event.len)).prefix { $0 != 0 }
            offset += headerSize + Int(event.len)
            let mask = Int32(bitPattern: event.mask)
            let name = String(decoding: nameBytes, as: UTF8.self)
            lock.withLock {
                let isOverflow = mask & IN_Q_OVERFLOW != 0
                // An event without a name is about the directory itself.
                for place in places
                where isOverflow || place.directory == event.wd && (name.isEmpty || place.name == name) {
                    if !changed.contains(where: { $0 === place.subject }) { changed.append(place.subject) }
                }
                if mask & IN_IGNORED != 0 { places.removeAll { $0.directory == event.wd } }
            }
        }
    }
}
#endif
