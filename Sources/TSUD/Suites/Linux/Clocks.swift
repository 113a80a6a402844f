#if os(Linux)
import Foundation
import SettingsFile

/// The clock of files and the one that nobody sets, read at one moment; in nanoseconds.
struct Clocks: Sendable {
    var wall: Int64
    var sinceBoot: Int64

    static var now: Self {
        var wall = timespec()
        var sinceBoot = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        clock_gettime(CLOCK_BOOTTIME, &sinceBoot)
        return Self(wall: wall.nanoseconds, sinceBoot: sinceBoot.nanoseconds)
    }

    /// When this process was loaded, before anything could read settings; `nil` where the compiler can't note it.
    static var ofProcessStart: Self? { loaded.sinceBoot == 0 ? nil : loaded }

    /// Whether a file was surely not changed since this moment, so that whoever read it since read what it holds now.
    ///
    /// Its time says nothing once the clock has been set.
    func areAfter(_ stamp: FileStamp?, now: Self = .now) -> Bool {
        let step = (now.wall - wall) - (now.sinceBoot - sinceBoot)
        guard abs(step) < 50_000_000 else { return false }
        // A file that is not there may have been there; but what was in it then, memory has.
        guard let stamp else { return true }
        return max(stamp.modified.nanoseconds, stamp.changed.nanoseconds) < wall
    }
}

nonisolated(unsafe) private var loaded = Clocks(wall: 0, sinceBoot: 0)

#if compiler(>=6.3)
/// Run when the process is loaded, before `main`: later, the clock may have been set already.
@section(".init_array") @used
private let noteLoading: @convention(c) () -> Void = { loaded = .now }
#endif
#endif
