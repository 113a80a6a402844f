#if os(Linux)
package import Foundation

/// A property-list file that several processes share.
///
/// Not thread-safe.
final class SharedFile {
    let path: String
    /// The stamp of the file when it was last read or replaced; `nil` if there was none.
    private(set) var stamp: FileStamp?
    /// Whether no other version of the file gets this stamp: it was settled before the file was read, or this process has
    /// made it unique.
    private var isSettled = true
    /// The file that could only be written in place.
    private var writtenInPlace: FileStamp?
    /// The settings in the file when it was last read or replaced; of a damaged file, those before.
    private(set) var settings: PropertyListDictionary = [:]
    /// Whether the settings were in XML, which they stay in.
    private var isXML = false
    /// The damage that was found when the file was last read.
    private(set) var damage: Damage?
    /// Whether the last file was damaged, so that its last settings have to be written again.
    ///
    /// A file that may not be read doesn't count: two users who can't read each other's files would replace them for ever.
    private var wasDamaged = false
    private var isDirectoryFlushed = true
    private var hasRemovedTemporaries = false
    private let pause: () -> Void

    /// Creates an object that has not read the file yet.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which may be that of a link.
    ///   - pause: Waits between two looks at a file that another program may be about to write.
    init(path: String, pause: @escaping () -> Void = { usleep(20_000) }) {
        self.path = path
        self.pause = pause
    }

    /// The path of the file, with symbolic links resolved.
    ///
    /// - Throws: The failed system call, or `notRegular` if the path leads to something other than a file.
    var target: FilePath {
        get throws(FileError) {
            if FileLocation.isElevated { throw .elevated }
            let target = try FilePath(path).target
            var status = stat()
            if stat(target.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw .notRegular }
            return target
        }
    }

    /// Whether the file can only be written in place, as a single one that is mounted.
    private var isInPlace: Bool { stamp?.isSameFile(as: writtenInPlace) ?? false }

    /// Whether the file is to be moved aside: it is damaged, and its directory entry is no link, which may lead to a file of
    /// another program or user.
    var isToBeMoved: Bool {
        var status = stat()
        return damage != nil && lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether a damaged file was moved aside, here or by another program, and its last settings are missing.
    var isToBeRestored: Bool { wasDamaged && stamp == nil && !settings.isEmpty }

    /// Whether the file's stamp is the one last seen, and another change would have changed it.
    var isUnchanged: Bool { isStill(stamp) && isSettled }

    private func isStill(_ stamp: FileStamp?) -> Bool {
        do { return try FileStamp.ofFile(at: path) == stamp } catch { return false }
    }

    // MARK: Reading

    /// Reads the file unless it is unchanged.
    ///
    /// If it can't be parsed, or has disappeared, a program may be about to write it. It is damaged or empty if it stays
    /// so for a fifth of a second.
    ///
    /// - Parameter deadline: The time at which to give up waiting for a file that is being written.
    /// - Returns: Whether it was read.
    /// - Throws: The failed system call, or `alwaysChanged` if the file was being written until the deadline.
    @discardableResult
    func refresh(by deadline: ContinuousClock.Instant) throws(FileError) -> Bool {
        if isUnchanged { return false }
        while true {
            let found = try PropertyListFile(path)
            do throws(Damage) {
                // An editor may have renamed the file away, and be about to write it.
                if found != nil || stamp == nil || stays(nil) {
                    // Another program may have moved the damaged file aside.
                    settings = try found?.settings ?? (wasDamaged ? settings : [:])
                    isXML = found.map { PropertyListData.isXML($0.data) } ?? false
                    (stamp, isSettled) = (found?.stamp, found?.isSettled ?? true)
                    damage = nil
                    wasDamaged = wasDamaged && found == nil
                    return true
                }
            } catch {
                if found?.isRegular == false || stays(found?.stamp) {
                    (stamp, isSettled) = (found?.stamp, found?.isSettled ?? true)
                    damage = error
                    wasDamaged = error != .forbidden
                    return true
                }
            }
            guard ContinuousClock.now < deadline else { throw .alwaysChanged }
        }
    }

    /// Whether the file stays as it is for 0.2 s: `synchronize()` truncates it before it writes.
    ///
    /// It waits in ten pauses, because a writer on a busy machine gets as little time as this thread.
    private func stays(_ stamp: FileStamp?) -> Bool {
        for _ in 0..<10 {
            pause()
            if !isStill(stamp) { return false }
        }
        return true
    }

    // MARK: Writing, under the lock

    /// Takes the lock between processes.
    func lock(by deadline: ContinuousClock.Instant) throws(FileError) -> FileLock {
        try FileLock.take(for: target, isInPlace: isInPlace, by: deadline)
    }

    /// Takes the missing parts of the lock.
    func complete(_ lock: FileLock, by deadline: ContinuousClock.Instant) throws(FileError) {
        try lock.complete(for: target, isInPlace: isInPlace, by: deadline)
    }

    /// Writes new settings to a temporary file; `nil` if the file has them.
    ///
    /// - Throws: the failed system call; the file is unchanged.
    func replacement(with new: PropertyListDictionary) throws(FileError) -> Replacement? {
        guard new != settings || !new.isEmpty && (wasDamaged || stamp == nil) else { return nil }
        let target = try target
        if damage != nil, !isToBeMoved { throw .linked }
        if !hasRemovedTemporaries { target.removeStaleTemporaries() }
        hasRemovedTemporaries = true
        let xml = isXML ? try? PropertyListData.xml(of: new) : nil
        let data = xml.map { [UInt8]($0) } ?? BinaryPropertyList.encode(.dictionary(new))
        let old = damage == .forbidden ? nil : stamp
        return try Replacement(of: target, with: data, old: old, isDamaged: damage != nil, isInPlace: isInPlace)
    }

    /// Replaces the file with a temporary file.
    ///
    /// - Returns: `false` if a program that takes no lock has changed the file since it was read, or if the lock has to
    ///   include the file's own.
    /// - Throws: the failed system call; the file is unchanged.
    func replace(with replacement: Replacement, _ new: PropertyListDictionary) throws(FileError) -> Bool {
        guard let stamp = try replacement.commit(over: stamp) else {
            if replacement.isInPlace { writtenInPlace = self.stamp }
            return false
        }
        self.stamp = stamp
        settings = new
        isXML = replacement.data.first == UInt8(ascii: "<")
        wasDamaged = false
        isDirectoryFlushed = false
        isSettled = replacement.isUnique && !stamp.isOfWholeSeconds
        return true
    }

    /// Renames a damaged file.
    ///
    /// - Returns: Its new path; `nil` if it has changed since it was read.
    func moveAside() throws(FileError) -> String? {
        _ = try target
        guard isStill(stamp) else { return nil }
        guard isToBeMoved else { throw .linked }
        // The entry itself, even if another user has just replaced it with a link.
        let directory = try FilePath(FilePath(path).directory).target.path
        let entry = FilePath(directory + "/" + FilePath(path).name)
        let aside = entry.sibling("\(entry.shortName).damaged-\(UUID().uuidString)")
        guard retryingInterrupted({ rename(entry.path, aside) }) == 0 else {
            throw .last("can't move the damaged file aside")
        }
        stamp = nil
        damage = nil
        isSettled = true
        isXML = false
        isDirectoryFlushed = false
        return aside
    }

    /// Flushes the replacement to disk, so that it survives a crash of the machine.
    func flushDirectory() throws(FileError) {
        if isDirectoryFlushed { return }
        try FilePath.flush(target.directory)
        isDirectoryFlushed = true
    }
}

/// The bytes of a property-list file, not parsed yet.
package struct PropertyListFile {
    let data: Data
    package let stamp: FileStamp
    /// Whether the stamp was settled before the bytes were read, so that a later change has another one.
    package let isSettled: Bool
    /// The reason why the file can't be read.
    private let damage: Damage?
    /// Whether it is a file, and not something else in its place.
    private(set) var isRegular = true

    /// Reads the file at a path, following symbolic links; `nil` if there is none.
    package init?(_ path: String) throws(FileError) {
        // Without `O_NONBLOCK` opening a named pipe would block forever.
        let descriptor = retryingInterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor >= 0 {
            try self.init(descriptor)
        } else if errno == ENOENT || errno == ENOTDIR {
            return nil
        } else if errno == EACCES, let found = try? FileStamp.ofFile(at: path) {
            self.init(Data(), found, isSettled: found.isSettled, .forbidden)
        } else {
            throw .last("can't open the file to read it")
        }
    }

    private init(_ data: Data, _ stamp: FileStamp, isSettled: Bool, _ damage: Damage?) {
        self.data = data
        self.stamp = stamp
        self.isSettled = isSettled
        self.damage = damage
    }

    /// Reads an open file from its beginning.
    init(_ descriptor: Int32) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last("can't read the file's status") }
        let stamp = FileStamp(status)
        let isSettled = stamp.isSettled
        switch status.st_mode & S_IFMT {
        case S_IFREG where status.st_size <= Self.sizeLimit:
            let data = try Self.bytes(of: descriptor, count: Int(status.st_size))
            self.init(data, stamp, isSettled: isSettled, data.count > Self.sizeLimit ? .tooLarge : nil)
        case S_IFREG: self.init(Data(), stamp, isSettled: isSettled, .tooLarge)
        default:
            self.init(Data(), stamp, isSettled: isSettled, Damage(reason: FileError.notRegular.action))
            isRegular = false
        }
    }

    /// 256 MB: a larger file contains no settings, and would take memory and time to read.
    private static let sizeLimit = 256 << 20

    /// Reads at most a little more than the limit.
    private static func bytes(of descriptor: Int32, count expected: Int) throws(FileError) -> Data {
        var bytes = [UInt8](repeating: 0, count: expected + 1)
        var count = 0
        while true {
            let read = bytes.withUnsafeMutableBytes { buffer in
                retryingInterrupted {
                    pread(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(count))
                }
            }
            guard read >= 0 else { throw .last("can't read the file") }
            count += read
            if read == 0 || count > sizeLimit {
                bytes.removeLast(bytes.count - count)
                return Data(bytes)
            }
            if count == bytes.count {
                bytes += [UInt8](repeating: 0, count: min(bytes.count, sizeLimit + 1 - bytes.count))
            }
        }
    }

    /// The bytes.
    ///
    /// - Throws: The reason why the file can't be read.
    package var bytes: Data {
        get throws(Damage) {
            if let damage { throw damage }
            return data
        }
    }

    /// The settings in the file.
    var settings: PropertyListDictionary { get throws(Damage) { try PropertyListData.settings(in: bytes) } }
}

extension Damage {
    fileprivate static let forbidden = Self(reason: "it may not be read")
    fileprivate static let tooLarge = Self(reason: "it is larger than 256 MB")
}
#endif
