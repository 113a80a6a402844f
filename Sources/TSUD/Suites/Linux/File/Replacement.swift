#if os(Linux)
import Foundation

/// A new version of a file, which is on disk in a temporary file, and has not replaced the file yet.
///
/// A file that can only be written in place is written later. The temporary file is removed when it is released. Make and
/// use it under the lock.
final class Replacement {
    private let target: FilePath
    private let temporary: String
    /// Negative without a temporary file.
    private let descriptor: Int32
    /// Whether the file can only be written in place, which needs its own lock.
    private(set) var isInPlace: Bool
    /// Whether no other version of the file gets its stamp.
    private(set) var isUnique = false
    private let isLocked: Bool
    let data: [UInt8]
    private let old: FileStamp?

    /// Writes a new version, with the mode, the group, and for root the owner of the old one.
    ///
    /// - Parameters:
    ///   - target: The file, with symbolic links resolved.
    ///   - data: The new contents.
    ///   - old: The stamp of the file to replace, or `nil` if there is none.
    ///   - isDamaged: Whether the file is to be moved aside, so that it may be read-only.
    ///   - isInPlace: Whether the file can only be written in place, and the lock includes its own.
    /// - Throws: The failed system call.
    init(
        of target: FilePath,
        with data: [UInt8],
        old: FileStamp?,
        isDamaged: Bool = false,
        isInPlace: Bool = false
    ) throws(FileError) {
        self.target = target
        self.data = data
        self.old = old
        self.isInPlace = isInPlace
        isLocked = isInPlace
        let temporary = target.temporary
        self.temporary = temporary
        descriptor =
            isInPlace
            ? -1
            : retryingInterrupted { open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        guard descriptor >= 0 else {
            let failure = FileError.last("can't create a file in '\(target.directory)'")
            guard isInPlace || failure.isOfReadOnlyDirectory && isWritableInPlace else { throw failure }
            self.isInPlace = true
            return
        }
        if old != nil, !isDamaged { try target.checkWritable() }
        try Self.fill(descriptor, with: data, "can't write the new file")
        keepRights()
        isUnique = FileStamp.makeUnique(descriptor)
        guard retryingInterrupted({ fsync(descriptor) }) == 0 else { throw .last("can't flush the new file to disk") }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        // Fails if the file has been renamed, which is the normal case.
        unlink(temporary)
    }

    /// Replaces the old version: a reader sees the whole old or new one, unless it is written in place.
    ///
    /// - Parameter current: The old version's stamp; `nil` if it was moved aside, or never existed.
    /// - Returns: The new file's stamp, or `nil` if the file was changed or created since it was read, or turns out to be
    ///   one that can only be written in place.
    /// - Throws: The failed system call. The old file is unchanged.
    func commit(over current: FileStamp?) throws(FileError) -> FileStamp? {
        // `synchronize()` takes no lock. Its values must not be lost.
        guard try FileStamp.ofFile(at: target.path) == current else { return nil }
        if isInPlace { return isLocked ? try writeInPlace() : nil }
        // Unlike a rename, a link never overwrites. Not every file system supports links.
        let isLinked = current == nil && retryingInterrupted { link(temporary, target.path) } == 0
        if current == nil, !isLinked, errno == EEXIST { return nil }
        if !isLinked, retryingInterrupted({ rename(temporary, target.path) }) != 0 {
            // Another program has removed the temporary file.
            if errno == ENOENT { return nil }
            let failure = FileError.last("can't replace the file")
            // A single file that is mounted, or another user's file in a directory with the sticky bit.
            guard [EBUSY, EACCES, EPERM].contains(failure.systemError), isWritableInPlace else { throw failure }
            isInPlace = true
            return nil
        }
        if isLinked { unlink(temporary) }
        return FileStamp(descriptor)
    }

    // MARK: In place

    private var isWritableInPlace: Bool { old != nil && target.isWritableFile }

    /// Writes over the old version; if that fails, writes the old contents again.
    private func writeInPlace() throws(FileError) -> FileStamp? {
        Log.once("Saving to '\(target.path)' is not atomic, because its directory rejects a replacement.")
        guard let before = try PropertyListFile(target.path) else { return nil }
        let file = retryingInterrupted { open(target.path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) }
        guard file >= 0 else { throw .last("can't write to the file") }
        defer { close(file) }
        do throws(FileError) {
            try overwrite(file, with: data)
            // No other process finds a file without a name.
            var status = stat()
            if fstat(file, &status) == 0, status.st_nlink == 0 { throw .replacedByHost }
        } catch {
            try? overwrite(file, with: [UInt8](before.data))
            throw error
        }
        return FileStamp(file)
    }

    private func overwrite(_ file: Int32, with data: [UInt8]) throws(FileError) {
        lseek(file, 0, SEEK_SET)
        try Self.fill(file, with: data, "can't write to the file")
        guard ftruncate(file, off_t(data.count)) == 0 else { throw .last("can't write to the file") }
        isUnique = FileStamp.makeUnique(file)
        guard retryingInterrupted({ fsync(file) }) == 0 else { throw .last("can't flush the file to disk") }
    }

    private static func fill(_ file: Int32, with data: [UInt8], _ action: String) throws(FileError) {
        var rest = data[...]
        while !rest.isEmpty {
            let count = retryingInterrupted { rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } }
            guard count > 0 else { throw .last(action) }
            rest = rest.dropFirst(count)
        }
    }

    // MARK: Rights

    /// Gives the new version the rights of the old one, but none to a group that had none.
    private func keepRights() {
        var status = stat()
        // Not those of another file, which a user may just have put there.
        guard stat(target.path, &status) == 0, FileStamp(status) == old else { return }
        // Only root may change the owner. Other users can still set the group, if they are a member of it.
        let hasGroup =
            fchown(descriptor, status.st_uid, status.st_gid) == 0
            || fchown(descriptor, uid_t.max, status.st_gid) == 0
        // The new version may have an access control list of its directory.
        let isForGroup =
            status.st_mode & 0o070 != 0 && hasGroup
            && ![target.path, temporary].contains(where: FilePath.hasAccessList)
        // After the owner, because changing the owner clears some mode bits.
        fchmod(descriptor, status.st_mode & (isForGroup ? 0o7777 : 0o7707))
    }
}

extension FilePath {
    /// Removes the temporary files of processes that were killed while they replaced the file.
    ///
    /// Call it under the lock. If the file system has no locks, another process may still use its temporary file.
    func removeStaleTemporaries() {
        let prefix = FilePath(hidden(".tsud-")).name
        for entry in Self.temporaries(in: directory) where entry.hasPrefix(prefix) {
            let number = entry.dropFirst(prefix.count).components(separatedBy: "-")[0]
            let process = Int64(number).flatMap { pid_t(exactly: $0) }
            let isGone = process.map { kill($0, 0) != 0 && errno == ESRCH } ?? false
            let found = try? FileStamp.ofFile(at: sibling(entry))
            let age = found.map { FileStamp.now - $0.modified } ?? 0
            if isGone || age > 60_000_000_000 { unlink(sibling(entry)) }
        }
    }

    private static let temporaries = Locked<[String: [String]]>([:])

    /// The temporary files in a directory when this process first looked.
    ///
    /// A look for each file would make the cost of many suites grow with its square.
    private static func temporaries(in directory: String) -> [String] {
        temporaries.withLock { temporaries in
            if let known = temporaries[directory] { return known }
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            let found = names.filter { $0.contains(".tsud-") }
            temporaries[directory] = found
            return found
        }
    }
}
#endif
