#if os(Linux)
import Foundation

/// Identifies a version of a file without reading it.
struct FileStamp: Equatable, Sendable {
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

    /// The stamp of the file at a path, following symbolic links; `nil` if there is none.
    ///
    /// - Throws: the failed system call; then there may be one.
    static func ofFile(at path: String) throws(FileError) -> Self? {
        var status = stat()
        if stat(path, &status) == 0 { return Self(status) }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw .last("can't look at the file")
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
    var isSettled: Bool { Self.now - changed > (isOfWholeSeconds ? 2_000_000_000 : 20_000_000) }

    private var isOfWholeSeconds: Bool { modified % 1_000_000_000 == 0 && changed % 1_000_000_000 == 0 }

    /// Whether the file is as it was when the process was started; most are.
    var isOlderThanProcess: Bool {
        guard let start = Self.processStart else { return false }
        return max(modified, changed) + (isOfWholeSeconds ? 1_000_000_000 : 0) < start
    }

    /// When this process was started, by the clock that file times use; `nil` if the system doesn't tell.
    ///
    /// At most a hundredth of a second too early. If the clock was set since, it is the time that the clock would have
    /// shown then.
    static var processStart: Int64? {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            // The second field is the program's name in brackets, and may contain anything.
            let end = text.range(of: ")", options: .backwards)
        else { return nil }
        let fields = text[end.lowerBound...].components(separatedBy: " ")
        guard fields.count > 20, let ticks = Int64(fields[20]) else { return nil }
        let sinceBoot = ticks * (1_000_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return Self.now - (now.nanoseconds - sinceBoot)
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
    /// The time in nanoseconds since the clock's epoch.
    var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
#endif
