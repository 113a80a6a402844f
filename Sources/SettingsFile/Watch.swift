#if os(Linux)
import Foundation

/// Hears of changes to files made by whichever process, by one descriptor for all of them.
///
/// Directories are watched rather than files, because a file is replaced by another one, and the nearest directory
/// above where the file's own does not exist yet.
package final class Watch: @unchecked Sendable {
    private struct Place: Hashable {
        let directory: Int32
        let name: String
    }

    private final class Subject: Sendable {
        let path: String
        let handler: @Sendable () -> Void

        init(path: String, handler: @escaping @Sendable () -> Void) {
            self.path = path
            self.handler = handler
        }
    }

    private let lock = NSLock()
    /// What can be read when there is something to hear; negative when the system has no more of them to give.
    package let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    private var subjects: [Place: [ObjectIdentifier: Subject]] = [:]

    package init() {}

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// From now on `read` calls `handler` when something may have happened to the file at `path`.
    package func watch(_ path: String, handler: @escaping @Sendable () -> Void) {
        guard descriptor >= 0 else { return }
        arm(Subject(path: path, handler: handler))
    }

    /// Watches every place that decides what a reader finds at the subject's path.
    private func arm(_ subject: Subject) {
        for entry in DirectoryEntry(subject.path).linksAndTarget {
            arm(subject, at: entry)
        }
    }

    private func arm(_ subject: Subject, at entry: DirectoryEntry) {
        // A directory may come up between the look at it and the look above it, so it is looked for once more.
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
        // Under the lock, so that no event of a directory is read before its number is known.
        return lock.withLock {
            let directory = inotify_add_watch(descriptor, entry.directory, UInt32(events) | UInt32(IN_ONLYDIR))
            guard directory >= 0 else { return false }
            subjects[Place(directory: directory, name: entry.name), default: [:]][ObjectIdentifier(subject)] = subject
            return true
        }
    }

    /// Calls the handlers of what has happened since the last call; waits for nothing.
    package func read() {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        var heard: [ObjectIdentifier: Subject] = [:]
        while true {
            let length = Glibc.read(descriptor, &buffer, buffer.count)
            guard length > 0 else { break }
            buffer.withUnsafeBytes { collect(UnsafeRawBufferPointer(rebasing: $0[..<length]), into: &heard) }
        }
        for subject in heard.values {
            // A directory may have come, gone or been replaced by another.
            arm(subject)
            subject.handler()
        }
    }

    private func collect(_ bytes: UnsafeRawBufferPointer, into heard: inout [ObjectIdentifier: Subject]) {
        let headerSize = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + headerSize <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let nameBytes = bytes[(offset + headerSize)...].prefix(Int(event.len)).prefix { $0 != 0 }
            offset += headerSize + Int(event.len)
            let name = String(decoding: nameBytes, as: UTF8.self)
            lock.withLock {
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                    for found in subjects.values { heard.merge(found) { $1 } }
                } else if name.isEmpty {
                    // Something happened to the directory itself.
                    for (place, found) in subjects where place.directory == event.wd { heard.merge(found) { $1 } }
                    if event.mask & UInt32(IN_IGNORED) != 0 {
                        subjects = subjects.filter { $0.key.directory != event.wd }
                    }
                } else if let found = subjects[Place(directory: event.wd, name: name)] {
                    heard.merge(found) { $1 }
                }
            }
        }
    }
}
#endif
