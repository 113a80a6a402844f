#if os(Linux)
import Foundation

/// A new version of a file, which is written and flushed to disk beside it, and not yet in its place.
///
/// It is removed when it is released. Make and use it under the lock.
final class Replacement {
    private let target: FilePath
    private let temporary: String
    private let descriptor: Int32
    private let old: FileStamp?

    /// Writes a new version, which gets the mode and the owner of the old one.
    ///
    /// - Parameters:
    ///   - target: the file, with symbolic links resolved.
    ///   - data: the new contents.
    ///   - old: the stamp of the file to replace; `nil` if there is none.
    /// - Throws: the failed system call.
    init(of target: FilePath, with data: [UInt8], old: FileStamp?) throws(FileError) {
        (self.target, self.old) = (target, old)
        let temporary = target.hidden(".tsud-\(getpid())-\(UUID().uuidString)")
        self.temporary = temporary
        descriptor = retryingInterrupted {
            open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
        guard descriptor >= 0 else { throw .last("can't make a file in '\(target.directory)'") }
        try fill(with: data)
        keepRights()
        guard retryingInterrupted({ fsync(descriptor) }) == 0 else { throw .last("can't flush the new file to disk") }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        // Fails if the file has been renamed, which is the normal case.
        unlink(temporary)
    }

    /// Puts the new version in the old one's place: a reader sees either the one or the other, complete.
    ///
    /// - Returns: the new file's stamp; `nil` if the file has been changed or created meanwhile.
    /// - Throws: the failed system call; the old file is unchanged.
    func commit() throws(FileError) -> FileStamp? {
        // `synchronize()` does not take the lock; what it wrote meanwhile must not be lost.
        guard try FileStamp.ofFile(at: target.path) == old else { return nil }
        // Unlike a rename, a link never overwrites. Not every file system supports links.
        let isLinked = old == nil && retryingInterrupted { link(temporary, target.path) } == 0
        if old == nil, !isLinked, errno == EEXIST { return nil }
        if !isLinked, retryingInterrupted({ rename(temporary, target.path) }) != 0 {
            // Somebody has removed the temporary file.
            if errno == ENOENT { return nil }
            throw .last("can't put the new file in the old one's place")
        }
        if isLinked { unlink(temporary) }
        return FileStamp(descriptor)
    }

    private func fill(with data: [UInt8]) throws(FileError) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = retryingInterrupted { rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
            guard count > 0 else { throw .last("can't write the new file") }
            rest = rest.dropFirst(count)
        }
    }

    private func keepRights() {
        var status = stat()
        guard stat(target.path, &status) == 0 else {
            FilePath.giveToOwner(of: target.directory, descriptor)
            return
        }
        // Only root may change the owner. Other users can still set the group, if they are a member of it.
        if fchown(descriptor, status.st_uid, status.st_gid) != 0 { _ = fchown(descriptor, uid_t.max, status.st_gid) }
        // After the owner, because changing the owner clears some mode bits.
        fchmod(descriptor, status.st_mode & 0o7777)
    }
}

extension FilePath {
    /// Removes the temporary files of processes that were killed while they replaced the file.
    ///
    /// Call it under the lock. Where the file system has none, those of other processes may still be in use.
    func removeStaleTemporaries() {
        let prefix = FilePath(hidden(".tsud-")).name
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        where entry.hasPrefix(prefix) {
            let number = entry.dropFirst(prefix.count).components(separatedBy: "-")[0]
            let process = Int64(number).flatMap { pid_t(exactly: $0) }
            let isGone = process.map { kill($0, 0) != 0 && errno == ESRCH } ?? false
            let found = try? FileStamp.ofFile(at: beside(entry))
            let age = found.map { FileStamp.now - $0.modified } ?? 0
            if isGone || age > 60_000_000_000 { unlink(beside(entry)) }
        }
    }
}
#endif
