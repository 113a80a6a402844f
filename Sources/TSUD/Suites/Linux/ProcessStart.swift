#if os(Linux)
import Foundation

/// When this process was started.
enum ProcessStart {
    /// The time in nanoseconds of the clock that file times use; `nil` if the system doesn't tell.
    ///
    /// At most a hundredth of a second too early. If the clock was set since, it is the time that the clock would have
    /// shown then.
    static var time: Int64? {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            // The second field is the program's name in brackets, and may contain anything.
            let end = text.range(of: ")", options: .backwards)
        else { return nil }
        let fields = text[end.lowerBound...].components(separatedBy: " ")
        guard fields.count > 20, let ticks = Int64(fields[20]) else { return nil }
        let sinceBoot = ticks * (1_000_000_000 / Int64(sysconf(Int32(_SC_CLK_TCK))))
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return FileStamp.now - (now.nanoseconds - sinceBoot)
    }

    /// Whether a file is as it was when the process started, as far as its times tell.
    ///
    /// A time in the future tells nothing; most files are older than the process.
    static func isAfter(_ stamp: FileStamp?) -> Bool {
        guard let stamp else { return true }
        guard let time else { return false }
        let changed = max(stamp.modified, stamp.changed)
        return changed < time || changed > FileStamp.now
    }
}
#endif
