#if os(Linux)
import Foundation
import SettingsFile

/// When this process began, by the clock that files are stamped with.
enum ProcessStart {
    /// In nanoseconds, rounded up to the kernel's tick of ten milliseconds; `nil` where `/proc` does not say.
    ///
    /// Up, because a file is often changed right before: by the program that a script ran before this one. Foundation
    /// can hardly have read a file within the tick, which is spent on loading it.
    static let nanoseconds: Int64? = {
        guard let line = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8) else { return nil }
        // The second field is the program's name in parentheses, which may hold spaces and more parentheses.
        guard let end = line.lastIndex(of: ")") else { return nil }
        let fields = line[end...].split(separator: " ")
        guard fields.count > 20, let ticks = Int64(fields[20]) else { return nil }
        let ticksASecond = Int64(sysconf(Int32(_SC_CLK_TCK)))
        var sinceBoot = timespec()
        var now = timespec()
        guard ticksASecond > 0, clock_gettime(CLOCK_BOOTTIME, &sinceBoot) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0
        else { return nil }
        let start = (ticks + 1) * (1_000_000_000 / ticksASecond)
        return now.nanoseconds - sinceBoot.nanoseconds + start
    }()

    /// Whether the file was surely the same all the life of the process.
    static func isAfter(_ stamp: FileStamp?) -> Bool {
        // A file that is not there may have been there; but what was in it then, memory has.
        guard let stamp else { return true }
        guard let nanoseconds else { return false }
        return max(stamp.modified.nanoseconds, stamp.changed.nanoseconds) < nanoseconds
    }
}
#endif
