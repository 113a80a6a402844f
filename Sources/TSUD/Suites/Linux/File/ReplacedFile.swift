#if os(Linux)
import Foundation

/// A file that is about to be replaced, kept open so that what is written to it meanwhile can still be read.
final class ReplacedFile {
    private let descriptor: Int32
    private let stamp: FileStamp

    /// Opens the file; fails if there was none when it was read, that is without a stamp.
    init?(_ target: FilePath, _ stamp: FileStamp?) {
        guard let stamp else { return nil }
        descriptor = retryingInterrupted { open(target.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW) }
        self.stamp = stamp
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// What has been written to the file since it was read; `nil` if nothing was, or nothing complete.
    func settingsWrittenLate(within time: Duration) -> PropertyListDictionary? {
        let end = ContinuousClock.now + time
        // Replacing it has changed the time of its last change, but not the time when it was modified.
        while let found = FileStamp(descriptor), found.size != stamp.size || found.modified != stamp.modified {
            if let settings = try? PropertyListFile(descriptor).settings { return settings }
            guard ContinuousClock.now < end else { return nil }
            usleep(10_000)
        }
        return nil
    }
}
#endif
