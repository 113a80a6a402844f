#if os(Linux)
import Foundation

/// A property-list file that several processes share.
///
/// Not thread-safe.
final class SharedFile {
    let path: String
    /// The stamp of the file when it was last read or replaced; `nil` if there was none.
    private(set) var stamp: FileStamp?
    /// The settings in the file when it was last read or replaced; of a damaged file, those before.
    private(set) var settings: PropertyListDictionary = [:]
    /// What was wrong with the file when it was last read.
    private(set) var damage: Damage?
    private var isDirectoryFlushed = true
    private var hasRemovedTemporaries = false

    init(path: String) {
        self.path = path
    }

    /// The path of the file, with symbolic links resolved.
    var target: FilePath { FilePath(path).target }

    /// Whether the file's stamp is the one last seen, and another change would have changed it.
    var isUnchanged: Bool { isStill(stamp) && stamp?.isSettled ?? true }

    private func isStill(_ stamp: FileStamp?) -> Bool {
        do { return try FileStamp.ofFile(at: path) == stamp } catch { return false }
    }

    // MARK: Reading

    /// Reads the file unless it is unchanged.
    ///
    /// One that can't be parsed may be about to be written, so it is damaged if it stays so for a fifth of a second.
    ///
    /// - Parameter deadline: when to give up waiting for a file that is being written.
    /// - Returns: whether it was read.
    /// - Throws: the failed system call; `alwaysChanged` if the file was being written until the deadline.
    @discardableResult
    func refresh(by deadline: ContinuousClock.Instant) throws(FileError) -> Bool {
        if isUnchanged { return false }
        while true {
            let found = try PropertyListFile(path)
            do throws(Damage) {
                settings = try found?.settings ?? [:]
                (stamp, damage) = (found?.stamp, nil)
                return true
            } catch {
                if error.isHarmful || stays(found?.stamp) {
                    (stamp, damage) = (found?.stamp, error)
                    return true
                }
            }
            guard ContinuousClock.now < deadline else { throw .alwaysChanged }
        }
    }

    /// Whether the file stays as it is for a fifth of a second: `synchronize()` truncates it before it writes.
    ///
    /// In pauses, because on a busy machine who writes it gets as little time as this thread.
    private func stays(_ stamp: FileStamp?) -> Bool {
        for _ in 0..<10 {
            usleep(20_000)
            if !isStill(stamp) { return false }
        }
        return true
    }

    // MARK: Writing, under the lock

    /// Writes new settings beside the file; `nil` if the file has them.
    ///
    /// - Throws: the failed system call; the file is unchanged.
    func replacement(with new: PropertyListDictionary) throws(FileError) -> Replacement? {
        // What was in a damaged file, which was moved aside, has to be written again.
        guard new != settings || stamp == nil && !new.isEmpty else { return nil }
        let target = target
        if !hasRemovedTemporaries { target.removeStaleTemporaries() }
        hasRemovedTemporaries = true
        return try Replacement(of: target, with: BinaryPropertyList.encode(.dictionary(new)), old: stamp)
    }

    /// Puts new settings, which were written beside the file, in its place.
    ///
    /// - Returns: `false` if the file was changed since it was read, by somebody who takes no lock.
    /// - Throws: the failed system call; the file is unchanged.
    func replace(with replacement: Replacement, _ new: PropertyListDictionary) throws(FileError) -> Bool {
        guard let stamp = try replacement.commit() else { return false }
        (self.stamp, settings, isDirectoryFlushed) = (stamp, new, false)
        return true
    }

    /// Renames a damaged file, and returns its new path.
    func moveAside() throws(FileError) -> String {
        let target = target
        let aside = target.beside("\(target.name).damaged-\(UUID().uuidString)")
        guard retryingInterrupted({ rename(target.path, aside) }) == 0 else {
            throw .last("can't move the damaged file aside")
        }
        (stamp, damage, isDirectoryFlushed) = (nil, nil, false)
        return aside
    }

    /// Takes the file for empty, since it was moved aside.
    func forget() { settings = [:] }

    /// Flushes the replacement to disk, so that it survives a crash of the machine.
    func flushDirectory() {
        guard !isDirectoryFlushed else { return }
        isDirectoryFlushed = true
        let directory = open(target.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        // Errors are ignored, because not every file system can flush a directory.
        _ = retryingInterrupted { fsync(directory) }
        close(directory)
    }
}

/// The bytes of a property-list file, not parsed yet.
struct PropertyListFile {
    let data: Data
    let stamp: FileStamp
    /// What is there instead of a file that can be read.
    private let damage: Damage?

    /// Reads the file at a path, following symbolic links; `nil` if there is none.
    init?(_ path: String) throws(FileError) {
        // Without `O_NONBLOCK` opening a named pipe would block forever.
        let descriptor = retryingInterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor >= 0 {
            try self.init(descriptor)
        } else if errno == ENOENT || errno == ENOTDIR {
            return nil
        } else if errno == EACCES, let found = try? FileStamp.ofFile(at: path) {
            self.init(Data(), found, Damage(reason: "it may not be read"))
        } else {
            throw .last("can't open the file to read it")
        }
    }

    private init(_ data: Data, _ stamp: FileStamp, _ damage: Damage?) {
        (self.data, self.stamp, self.damage) = (data, stamp, damage)
    }

    /// Reads an open file from its beginning.
    init(_ descriptor: Int32) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last("can't look at the file") }
        let stamp = FileStamp(status)
        switch status.st_mode & S_IFMT {
        case S_IFREG where status.st_size <= Self.sizeLimit:
            let data = try Self.bytes(of: descriptor, count: Int(status.st_size))
            self.init(data, stamp, data.count > Self.sizeLimit ? .tooLarge : nil)
        case S_IFREG: self.init(Data(), stamp, .tooLarge)
        case S_IFDIR: self.init(Data(), stamp, Damage(reason: "a directory is in its place"))
        default: self.init(Data(), stamp, Damage(reason: "something other than a file is in its place"))
        }
    }

    /// 256 MB; what is larger is no file of settings, and would take memory and time to read.
    private static let sizeLimit = 256 << 20

    /// Reads a little more than the limit at most.
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

    /// The settings in the file.
    var settings: PropertyListDictionary {
        get throws(Damage) {
            if let damage { throw damage }
            return try PropertyListData.settings(in: data)
        }
    }
}

extension Damage {
    fileprivate static let tooLarge = Self(reason: "it is larger than 256 MB", isHarmful: true)
}
#endif
