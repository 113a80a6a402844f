#if os(Linux)
import Foundation

extension FilePath {
    /// Replaces the file atomically: a reader sees either the old file or the new one, complete.
    ///
    /// The new file gets the mode and the owner of the old one. Call it under the lock.
    ///
    /// - Parameters:
    ///   - data: the new contents.
    ///   - old: the stamp of the file to replace; `nil` if there is none.
    /// - Returns: the new file's stamp; `nil` if the file has been changed or created meanwhile.
    /// - Throws: the failed system call; the old file is unchanged.
    func replace(with data: [UInt8], old: FileStamp?) throws(FileError) -> FileStamp? {
        let temporary = hidden(".tsud-\(getpid())-\(UUID().uuidString)")
        let file = retryingInterrupted { open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        guard file >= 0 else { throw .last("can't make a file in '\(directory)'") }
        defer {
            close(file)
            // Fails if the file has been renamed, which is the normal case.
            unlink(temporary)
        }
        try write(data, to: file)
        keepRights(on: file)
        guard retryingInterrupted({ fsync(file) }) == 0 else { throw .last("can't flush the new file to disk") }
        // `synchronize()` does not take the lock; what it wrote meanwhile must not be lost.
        guard FileStamp(ofFileAt: path) == old else { return nil }
        // Unlike a rename, a link never overwrites. Not every file system supports links.
        let isLinked = old == nil && link(temporary, path) == 0
        if old == nil, !isLinked, errno == EEXIST { return nil }
        if !isLinked, rename(temporary, path) != 0 {
            // Somebody has removed the temporary file.
            if errno == ENOENT { return nil }
            throw .last("can't put the new file in the old one's place")
        }
        if isLinked { unlink(temporary) }
        return FileStamp(file)
    }

    private func write(_ data: [UInt8], to file: Int32) throws(FileError) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = retryingInterrupted { rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } }
            guard count > 0 else { throw .last("can't write the new file") }
            rest = rest.dropFirst(count)
        }
    }

    private func keepRights(on file: Int32) {
        var old = stat()
        guard stat(path, &old) == 0 else { return }
        // Only root may change the owner. Other users can still set the group, if they are a member of it.
        if fchown(file, old.st_uid, old.st_gid) != 0 { _ = fchown(file, uid_t.max, old.st_gid) }
        // After the owner, because changing the owner clears some mode bits.
        fchmod(file, old.st_mode & 0o7777)
    }

    /// Removes the temporary files of processes that were killed while they replaced the file.
    ///
    /// Call it under the lock. Where the file system has none, those of other processes may still be in use.
    func removeStaleTemporaries() {
        let prefix = FilePath(hidden(".tsud-")).name
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        where entry.hasPrefix(prefix) {
            let process = entry.dropFirst(prefix.count).prefix { $0 != "-" }
            let isGone = pid_t(process).map { kill($0, 0) != 0 && errno == ESRCH } ?? false
            let age = FileStamp(ofFileAt: beside(entry)).map { FileStamp.now - $0.modified } ?? 0
            if isGone || age > 60_000_000_000 { unlink(beside(entry)) }
        }
    }
}
#endif
