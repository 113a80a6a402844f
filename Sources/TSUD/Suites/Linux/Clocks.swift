#if os(Linux)
import Foundation
import SettingsFile

/// The real-time clock, which file times use, and the time since boot, which can't be set; in nanoseconds.
///
/// Both as of the last tick: the kernel gives a file that it changes the time of the last tick.
struct Clocks: Sendable {
    var wall: Int64
    var sinceBoot: Int64

    static var now: Self { Self(wall: time(CLOCK_REALTIME_COARSE), sinceBoot: time(CLOCK_BOOTTIME)) }

    private static func time(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.nanoseconds
    }

    /// When this process was loaded, before it could read any settings; `nil` if the compiler does not support that.
    static var ofProcessStart: Self? { loaded.sinceBoot == 0 ? nil : loaded }

    /// Whether a file was certainly not changed since this moment, so that whatever was read since is its current
    /// state.
    ///
    /// File times mean nothing if the clock was set since.
    func areAfter(_ stamp: FileStamp?, now: Self = .now) -> Bool {
        let step = (now.wall - wall) - (now.sinceBoot - sinceBoot)
        guard abs(step) < 50_000_000 else { return false }
        // A missing file may have existed before; what it contained is then in memory.
        guard let stamp else { return true }
        return max(stamp.modified.nanoseconds, stamp.changed.nanoseconds) < wall
    }
}

nonisolated(unsafe) private var loaded = Clocks(wall: 0, sinceBoot: 0)

#if compiler(>=6.3)
/// Runs when the process is loaded, before `main`, because the clock may be set later.
@section(".init_array") @used
private let noteLoading: @convention(c) () -> Void = { loaded = .now }
#endif
#endif
