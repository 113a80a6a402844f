#if os(Linux)
import Foundation

/// Identifies a version of a file without reading it.
package struct FileStamp: Equatable, Sendable {
    private let device: dev_t
    private let inode: ino_t
    let size: off_t
    /// In nanoseconds of the clock that file times use.
    let modified: Int64
    let changed: Int64

    init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
        size = status.st_size
        modified = status.st_mtim.nanoseconds
        changed = status.st_ctim.nanoseconds
    }

    /// Returns the stamp of the file at a path, following symbolic links, or `nil` if there is none.
    ///
    /// - Throws: The failed system call. A file may exist then.
    package static func ofFile(at path: String) throws(FileError) -> Self? {
        var status = stat()
        if stat(path, &status) == 0 { return Self(status) }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw .last("can't read the file's status")
    }

    /// The stamp of an open file.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether the file was changed so long ago that another change would have given it another stamp.
    ///
    /// The kernel advances file times only every ten milliseconds, and some file systems keep whole seconds.
    package var isSettled: Bool { Self.now - changed > (isOfWholeSeconds ? 2_000_000_000 : 20_000_000) }

    var isOfWholeSeconds: Bool { modified % 1_000_000_000 == 0 && changed % 1_000_000_000 == 0 }

    /// Gives an open file a modification time that no other version of it gets: the kernel's clock for files has the same
    /// time for milliseconds.
    ///
    /// - Returns: Whether that has succeeded: only the file's owner can.
    static func makeUnique(_ descriptor: Int32) -> Bool {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        now.tv_nsec = now.tv_nsec / 1_000_000 * 1_000_000 + .random(in: 1..<1_000_000)
        return futimens(descriptor, [now, now]) == 0
    }

    /// Whether it is a version of the same file, in the system's sense.
    func isSameFile(as other: Self?) -> Bool { device == other?.device && inode == other?.inode }

    /// The current time of the clock for files, in nanoseconds.
    static var now: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now.nanoseconds
    }
}

extension timespec {
    /// The time in nanoseconds since the clock's epoch, limited to about 190 years around it.
    ///
    /// A file may have any time, and the difference of two must not overflow.
    var nanoseconds: Int64 { Int64(max(-6_000_000_000, min(tv_sec, 6_000_000_000))) * 1_000_000_000 + Int64(tv_nsec) }
}
#endif
