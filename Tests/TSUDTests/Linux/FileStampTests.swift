#if os(Linux)
import Foundation
import Testing

@testable import TSUD

extension Linux {
    /// The conclusions from a file's times.
    @Suite struct FileStampTests {
        private func stamp(modified: Int64, changed: Int64) -> FileStamp {
            var status = stat()
            status.st_mtim = timespec(tv_sec: Int(modified / 1_000_000_000), tv_nsec: Int(modified % 1_000_000_000))
            status.st_ctim = timespec(tv_sec: Int(changed / 1_000_000_000), tv_nsec: Int(changed % 1_000_000_000))
            return FileStamp(status)
        }

        private static let hour: Int64 = 3_600_000_000_000

        @Test func `The start of the process is before now`() throws {
            let time = try #require(FileStamp.processStart)
            #expect(time < FileStamp.now)
            #expect(time > FileStamp.now - 24 * Self.hour)
        }

        @Test func `A file counts as unchanged if it is older, and not if its time is in the future`() throws {
            let (start, now) = (try #require(FileStamp.processStart), FileStamp.now)
            #expect(stamp(modified: start - Self.hour, changed: start - Self.hour).isOlderThanProcess)
            // The clock may have been set since.
            #expect(!stamp(modified: now + Self.hour, changed: start - Self.hour).isOlderThanProcess)
        }

        @Test func `A time of a whole second may be that of a change a second later`() throws {
            let second: Int64 = 1_000_000_000
            let start = try #require(FileStamp.processStart) / second * second
            #expect(!stamp(modified: start, changed: start).isOlderThanProcess)
            #expect(!stamp(modified: 0, changed: FileStamp.now / second * second - second).isSettled)
            #expect(stamp(modified: 0, changed: FileStamp.now / second * second - 3 * second).isSettled)
        }

        @Test func `A file that was written or replaced since the start counts as changed`() throws {
            let (start, now) = (try #require(FileStamp.processStart), FileStamp.now)
            #expect(!stamp(modified: now, changed: now).isOlderThanProcess)
            // A replacement keeps the time of the change that it saves.
            #expect(!stamp(modified: start - Self.hour, changed: now).isOlderThanProcess)
        }
    }
}
#endif
