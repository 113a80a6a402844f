#if os(Linux)
package import Foundation

/// Identifies a version of a file without reading it.
package final class FileStamp: Equatable, Sendable {
    let device: dev_t
    let inode: ino_t
    let size: off_t
    package let modified: timespec
    package let changed: timespec
    let mode: mode_t
    let owner: uid_t
    let group: gid_t
    /// Whether the last change is old enough that another one would get a different stamp.
    ///
    /// File times have a ``tick``, and inode numbers are reused.
    package let isSettled: Bool

    /// - Parameters:
    ///   - status: what `stat` returned.
    ///   - now: the time before that call, in nanoseconds: the file may have been changed since.
    init(_ status: stat, at now: Int64) {
        device = status.st_dev
        inode = status.st_ino
        size = status.st_size
        modified = status.st_mtim
        changed = status.st_ctim
        mode = status.st_mode & 0o7777
        owner = status.st_uid
        group = status.st_gid
        isSettled = now - status.st_ctim.nanoseconds > 2 * Self.tick
    }

    /// How much earlier than the clock the time of a file may be when it is changed, in nanoseconds: the kernel updates
    /// file times only every ten milliseconds.
    package static let tick: Int64 = 10_000_000

    /// The current time of the clock for files, in nanoseconds.
    package static var now: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now.nanoseconds
    }

    /// The stamp of the file at a path, following symbolic links; `nil` if it does not exist or can't be reached.
    package convenience init?(ofFileAt path: String) {
        let now = Self.now
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status, at: now)
    }

    /// Whether the file was written since another stamp of it was taken, or may have been.
    func isWritten(since other: FileStamp?) -> Bool {
        guard let other else { return true }
        return size != other.size || modified.nanoseconds != other.modified.nanoseconds || !other.isSettled
    }

    package static func == (one: FileStamp, other: FileStamp) -> Bool {
        one.device == other.device && one.inode == other.inode && one.size == other.size
            && one.modified.nanoseconds == other.modified.nanoseconds
            && one.changed.nanoseconds == other.changed.nanoseconds
    }
}

extension timespec {
    /// The time in nanoseconds since the clock's epoch.
    package var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
#endif
