#if os(Linux)
import Foundation

extension Directory {
    /// Replaces a file atomically: a reader sees either the old file or the new one, complete.
    ///
    /// The new file gets the mode and the owner of the old one.
    ///
    /// - Parameters:
    ///   - name: the file's name.
    ///   - data: the new contents.
    ///   - old: the stamp of the file to replace; `nil` if there is none.
    ///   - modified: the new file's modification time in nanoseconds; `nil` for now.
    /// - Returns: the new file's stamp; `nil` if the file has been changed or created meanwhile.
    /// - Throws: the failed system call; the old file is unchanged.
    package func replace(
        _ name: String,
        with data: [UInt8],
        old: FileStamp?,
        modified: Int64? = nil
    ) throws(FileError) -> FileStamp? {
        let temporary = temporaryPrefix(of: name) + UUID().uuidString
        let file = retryingInterrupted {
            openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
        guard file >= 0 else { throw .last("can't make a file in '\(path)'") }
        var isOpen = true
        defer {
            if isOpen { close(file) }
            // Fails if the file has been renamed, which is the normal case.
            unlinkat(descriptor, temporary, 0)
        }
        try write(data, to: file)
        if let old { keepRights(of: old, on: file) }
        if let modified {
            let time = timespec(tv_sec: Int(modified / 1_000_000_000), tv_nsec: Int(modified % 1_000_000_000))
            futimens(file, [time, time])
        }
        guard retryingInterrupted({ fsync(file) }) == 0 else { throw .last("can't flush the new file to disk") }
        isOpen = false
        // Some file systems report a full disk only here.
        guard close(file) == 0 || errno == EINTR else { throw .last("can't close the new file") }
        return try put(temporary, inPlaceOf: name, old)
    }

    /// - Returns: as for `replace`.
    private func put(_ temporary: String, inPlaceOf name: String, _ old: FileStamp?) throws(FileError) -> FileStamp? {
        // Unlike a rename, a link never overwrites. Not every file system supports links.
        if old == nil, linkat(descriptor, temporary, descriptor, name, 0) == 0 {
            unlinkat(descriptor, temporary, 0)
            return try stamp(of: name)
        }
        if old == nil, errno == EEXIST { return nil }
        // `synchronize()` does not take the lock; what it wrote meanwhile must not be lost.
        if let old, FileStamp(ofFileAt: path + "/" + name) != old { return nil }
        guard renameat(descriptor, temporary, descriptor, name) == 0 else {
            throw .last("can't put the new file in the old one's place")
        }
        return try stamp(of: name)
    }

    private func stamp(of name: String) throws(FileError) -> FileStamp {
        let now = FileStamp.now
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw .last("can't look at the new file")
        }
        return FileStamp(status, at: now)
    }

    /// Flushes renames in the directory to disk.
    ///
    /// Errors are ignored, because not every file system can flush a directory.
    func flush() {
        _ = retryingInterrupted { fsync(descriptor) }
    }

    private func write(_ data: [UInt8], to file: Int32) throws(FileError) {
        let failure = withoutFileSizeSignal {
            data.withUnsafeBytes { bytes -> FileError? in
                var written = 0
                while written < bytes.count {
                    let count = retryingInterrupted {
                        Glibc.write(file, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                    }
                    guard count > 0 else { return .last("can't write the new file") }
                    written += count
                }
                return nil
            }
        }
        if let failure { throw failure }
    }

    private func keepRights(of old: FileStamp, on file: Int32) {
        var status = stat()
        guard fstat(file, &status) == 0 else { return }
        // Only root may change the owner. Other users can still set the group, if they are a member of it.
        if status.st_uid != old.owner || status.st_gid != old.group, fchown(file, old.owner, old.group) != 0 {
            _ = fchown(file, uid_t.max, old.group)
        }
        // After the owner, because changing the owner clears some mode bits.
        fchmod(file, old.mode)
    }

    /// Removes the temporary files of processes that were killed while they replaced the file.
    ///
    /// Call it under the lock. A process that creates the file without a lock at the same time notices, and tries
    /// again.
    package func removeStaleTemporaries(of name: String) {
        let prefix = temporaryPrefix(of: name)
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where entry.hasPrefix(prefix) {
            unlinkat(descriptor, entry, 0)
        }
    }
}

/// The prefix of the temporary files that replace a file.
private func temporaryPrefix(of name: String) -> String {
    // A name has at most 255 bytes, and the suffix needs some of them.
    var kept = name
    while kept.utf8.count > 200 { kept.removeLast() }
    return ".\(kept).tsud-"
}

/// Runs a body in which exceeding the file-size limit is an error and does not end the process.
private func withoutFileSizeSignal<Result>(_ body: () -> Result) -> Result {
    var signal = sigset_t()
    var old = sigset_t()
    var pending = sigset_t()
    sigemptyset(&signal)
    sigaddset(&signal, SIGXFSZ)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGXFSZ) == 1
    pthread_sigmask(SIG_BLOCK, &signal, &old)
    let result = body()
    if !wasPending {
        // The signal is pending for this thread, so it is consumed before it is unblocked.
        var none = timespec()
        while sigtimedwait(&signal, nil, &none) == -1 && errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &old, nil)
    return result
}
#endif
