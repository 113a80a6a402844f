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

        @Test func `A time of a whole second may be that of a change a second later`() {
            let second: Int64 = 1_000_000_000
            #expect(!stamp(modified: 0, changed: FileStamp.now / second * second - second).isSettled)
            #expect(stamp(modified: 0, changed: FileStamp.now / second * second - 3 * second).isSettled)
        }
    }
}
#endif
