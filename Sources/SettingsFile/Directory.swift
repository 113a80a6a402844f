#if os(Linux)
import Foundation

/// An open directory, which stays the same one when its path changes.
package final class Directory: Sendable {
    let descriptor: Int32
    let path: String

    /// Opens a directory; with `creating`, creates it and its missing parents first, accessible only by their owner.
    package init(_ path: String, creating: Bool) throws(FileError) {
        if creating { try Self.make(path) }
        self.path = path
        descriptor = retryingInterrupted { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .last("can't open the directory '\(path)'") }
    }

    deinit { close(descriptor) }

    private static func make(_ path: String) throws(FileError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path != "/" else { throw .last("can't make the directory '\(path)'") }
        try make(DirectoryEntry(path).directory)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last("can't make the directory '\(path)'") }
    }
}
#endif
