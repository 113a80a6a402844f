#if os(Linux)
package import Foundation

extension Directory {
    /// Puts a file of these bytes in the place of the one of this name; a reader sees the old one or the new, whole.
    ///
    /// The new file gets the mode and the owner of the old one.
    ///
    /// - Parameters:
    ///   - name: the file's name.
    ///   - data: the bytes.
    ///   - old: the file to be replaced; `nil` where there is none.
    ///   - modified: the time that the new file is to bear, in nanoseconds; `nil` for now.
    /// - Returns: the new file's stamp; `nil` when the file is no longer the old one, or is there where there was none.
    /// - Throws: what the disk refused; the old file is then as it was.
    package func replace(
        _ name: String,
        by data: Data,
        old: FileStamp?,
        modified: Int64? = nil
    ) throws(DiskRefusal) -> FileStamp? {
        let temporary = temporaryPrefix(of: name) + "\(getpid())-\(UInt64.random(in: 0...UInt64.max))"
        let file = retryingInterrupted {
            openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
        guard file >= 0 else { throw .last("can't make a file in '\(path)'") }
        var isOpen = true
        defer {
            if isOpen { close(file) }
            // Gone already where all went well.
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
        // Some file systems tell only here that there was no room.
        guard close(file) == 0 || errno == EINTR else { throw .last("can't close the new file") }
        // A link never overwrites, but not every file system has links.
        if old == nil, linkat(descriptor, temporary, descriptor, name, 0) == 0 {
            unlinkat(descriptor, temporary, 0)
            return try stamp(of: name)
        }
        if old == nil, errno == EEXIST { return nil }
        // Plain `synchronize()` knows no lock: what it wrote meanwhile must not be lost.
        if let old, FileStamp(ofFileAt: path + "/" + name) != old { return nil }
        guard renameat(descriptor, temporary, descriptor, name) == 0 else {
            throw .last("can't put the new file in the old one's place")
        }
        return try stamp(of: name)
    }

    private func stamp(of name: String) throws(DiskRefusal) -> FileStamp {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw .last("can't look at the new file")
        }
        return FileStamp(status)
    }

    /// Has it on disk what was renamed in the directory.
    ///
    /// Not every file system flushes one, and then there is nothing to take back.
    func flush() {
        _ = retryingInterrupted { fsync(descriptor) }
    }

    private func write(_ data: Data, to file: Int32) throws(DiskRefusal) {
        let bytes = [UInt8](data)
        let failure = withoutFileSizeSignal { () -> DiskRefusal? in
            var written = 0
            while written < bytes.count {
                let count = bytes.withUnsafeBytes { buffer in
                    retryingInterrupted {
                        Glibc.write(file, buffer.baseAddress?.advanced(by: written), buffer.count - written)
                    }
                }
                guard count > 0 else { return .last("can't write the new file") }
                written += count
            }
            return nil
        }
        if let failure { throw failure }
    }

    private func keepRights(of old: FileStamp, on file: Int32) {
        var status = stat()
        guard fstat(file, &status) == 0 else { return }
        // Only the superuser may give a file away; for everybody else there is nothing to give.
        if status.st_uid != old.owner || status.st_gid != old.group, fchown(file, old.owner, old.group) != 0 {
            _ = fchown(file, uid_t.max, old.group)
        }
        // After the owner, as a change of owner takes bits away.
        fchmod(file, old.mode)
    }

    /// Removes what processes left that were killed while they replaced the file of this name.
    ///
    /// Call it under the lock: who makes the file of this name at the same time finds out, and begins again.
    package func removeStaleTemporaries(of name: String) {
        let prefix = temporaryPrefix(of: name)
        for entry in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where entry.hasPrefix(prefix) {
            unlinkat(descriptor, entry, 0)
        }
    }
}

/// What the names of temporary files beside a file begin with.
private func temporaryPrefix(of name: String) -> String {
    // A name may have 255 bytes, and the temporary one needs some for itself.
    var kept = name
    while kept.utf8.count > 200 { kept.removeLast() }
    return ".\(kept).tsud-"
}

/// Runs a body in which a write beyond the allowed size of a file fails instead of ending the process.
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
        // The signal was sent to this thread; it must be taken before it is let through again.
        var none = timespec()
        while sigtimedwait(&signal, nil, &none) == -1 && errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &old, nil)
    return result
}
#endif
