#if os(Linux)
import Dispatch
import Foundation

/// Hears of changes to files made by whichever process: one descriptor and one queue for all of them.
///
/// Directories are watched rather than files, because a file is replaced by another one, and the nearest directory
/// above where the file's own does not exist yet.
package final class Watch: @unchecked Sendable {
    package static let shared = Watch()

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
    private let descriptor: Int32
    private let source: (any DispatchSourceRead)?
    private var subjects: [Place: [ObjectIdentifier: Subject]] = [:]

    package init() {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else {
            // The system has no more of them to give: other processes are then heard of at the next save.
            source = nil
            return
        }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor,
            queue: DispatchQueue(label: "TSUD.watching")
        )
        self.source = source
        source.setEventHandler { [self] in read() }
        source.resume()
    }

    /// Calls `handler` whenever something may have happened to the file at `path`, for the life of the process.
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

    private func read() {
        let size = 64 * 1024
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
        defer { buffer.deallocate() }
        var heard: [ObjectIdentifier: Subject] = [:]
        while true {
            let length = Glibc.read(descriptor, buffer.baseAddress, size)
            guard length > 0 else { break }
            collect(UnsafeRawBufferPointer(rebasing: buffer[..<length]), into: &heard)
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
