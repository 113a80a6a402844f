#if os(Linux)
import Foundation

/// A property-list file that several processes share.
///
/// Not thread-safe.
final class SharedFile {
    let path: String
    /// Whether it is an administrator's, in which root trusts only files that no other user can write.
    private let isOfSystem: Bool
    /// The stamp of the file when it was last read or replaced; `nil` if there was none.
    private(set) var stamp: FileStamp?
    /// Whether this process has made that version of the file, which no other version's stamp is equal to then.
    private var isOwnStamp = false
    /// The settings in the file when it was last read or replaced; of a damaged file, those before.
    private(set) var settings: PropertyListDictionary = [:]
    /// The damage that was found when the file was last read.
    private(set) var damage: Damage?
    private var isDirectoryFlushed = true
    private var hasRemovedTemporaries = false
    private let pause: () -> Void

    /// Creates an object that has not read the file yet.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which may be that of a link.
    ///   - isOfSystem: Whether it is an administrator's.
    ///   - pause: Waits between two looks at a file that another program may be about to write.
    init(path: String, isOfSystem: Bool = false, pause: @escaping () -> Void = { usleep(20_000) }) {
        self.path = path
        self.isOfSystem = isOfSystem
        self.pause = pause
    }

    /// Whether each object is JSON in a string.
    var isJSON: Bool { isOfSystem && path.hasSuffix(".json") }

    /// The path of the file, with symbolic links resolved.
    ///
    /// - Throws: The failed system call, or `notRegular` if the path leads to something other than a file.
    var target: FilePath {
        get throws(FileError) {
            let target = try FilePath(path).target
            var status = stat()
            if stat(target.path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw .notRegular }
            return target
        }
    }

    /// Whether a program that only reads moves the file aside: it is damaged, and no link leads to it.
    var isToBeMoved: Bool {
        var status = stat()
        return damage != nil && lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether the file's stamp is the one last seen, and another change would have changed it.
    ///
    /// A damaged file of an administrator may be usable once its directory has changed.
    var isUnchanged: Bool {
        isStill(stamp) && (isOwnStamp || stamp?.isSettled ?? true) && !(isOfSystem && damage != nil)
    }

    private func isStill(_ stamp: FileStamp?) -> Bool {
        do { return try FileStamp.ofFile(at: path) == stamp } catch { return false }
    }

    // MARK: Reading

    /// Reads the file unless it is unchanged.
    ///
    /// If it can't be parsed, or has disappeared, a program may be about to write it. It is damaged or empty if it stays
    /// so for a fifth of a second. An administrator's file is damaged at once, because it must not delay a launch.
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
                    settings = try found.map(contents) ?? [:]
                    stamp = found?.stamp
                    damage = nil
                    isOwnStamp = false
                    return true
                }
            } catch {
                if isOfSystem || found?.isRegular == false || stays(found?.stamp) {
                    stamp = found?.stamp
                    damage = error
                    isOwnStamp = false
                    return true
                }
            }
            guard ContinuousClock.now < deadline else { throw .alwaysChanged }
        }
    }

    private func contents(of file: PropertyListFile) throws(Damage) -> PropertyListDictionary {
        if isOfSystem, geteuid() == 0 {
            if file.isWritableByOthers { throw Damage(reason: "a user other than root can write it") }
            if let directory = FilePath(path).directoryOfOthers {
                throw Damage(reason: "a user other than root can write the directory '\(directory)'")
            }
        }
        return isJSON ? try file.json : try file.settings
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

    /// Writes new settings to a temporary file; `nil` if the file has them.
    ///
    /// - Throws: the failed system call; the file is unchanged.
    func replacement(with new: PropertyListDictionary) throws(FileError) -> Replacement? {
        // After a damaged file was moved aside, its last settings have to be written again.
        guard new != settings || stamp == nil && !new.isEmpty else { return nil }
        let target = try target
        if !hasRemovedTemporaries { target.removeStaleTemporaries() }
        hasRemovedTemporaries = true
        return try Replacement(of: target, with: BinaryPropertyList.encode(.dictionary(new)), old: stamp)
    }

    /// Replaces the file with a temporary file.
    ///
    /// - Returns: `false` if a program that takes no lock has changed the file since it was read.
    /// - Throws: the failed system call; the file is unchanged.
    func replace(with replacement: Replacement, _ new: PropertyListDictionary) throws(FileError) -> Bool {
        guard let stamp = try replacement.commit() else { return false }
        self.stamp = stamp
        settings = new
        isDirectoryFlushed = false
        isOwnStamp = !stamp.isOfWholeSeconds
        return true
    }

    /// Renames a damaged file, and returns its new path.
    func moveAside() throws(FileError) -> String {
        let target = try target
        let aside = target.sibling("\(target.shortName).damaged-\(UUID().uuidString)")
        guard retryingInterrupted({ rename(target.path, aside) }) == 0 else {
            throw .last("can't move the damaged file aside")
        }
        stamp = nil
        damage = nil
        isOwnStamp = false
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
struct PropertyListFile {
    let data: Data
    let stamp: FileStamp
    /// The reason why the file can't be read.
    private let damage: Damage?
    /// Whether a user other than root can write the file.
    private(set) var isWritableByOthers = false
    /// Whether it is a file, and not something else in its place.
    private(set) var isRegular = true

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
        self.data = data
        self.stamp = stamp
        self.damage = damage
    }

    /// Reads an open file from its beginning.
    init(_ descriptor: Int32) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last("can't read the file's status") }
        let stamp = FileStamp(status)
        switch status.st_mode & S_IFMT {
        case S_IFREG where status.st_size <= Self.sizeLimit:
            let data = try Self.bytes(of: descriptor, count: Int(status.st_size))
            self.init(data, stamp, data.count > Self.sizeLimit ? .tooLarge : nil)
        case S_IFREG: self.init(Data(), stamp, .tooLarge)
        default:
            self.init(Data(), stamp, Damage(reason: FileError.notRegular.action))
            isRegular = false
        }
        isWritableByOthers = status.st_uid != 0 || status.st_mode & (S_IWGRP | S_IWOTH) != 0
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

    /// The settings in the file.
    var settings: PropertyListDictionary {
        get throws(Damage) {
            if let damage { throw damage }
            return try PropertyListData.settings(in: data)
        }
    }

    /// The members of the JSON object in the file, each as JSON in a string.
    var json: PropertyListDictionary {
        get throws(Damage) {
            if let damage { throw damage }
            return try JSON.settings(in: data).mapValues { .string($0.text) }
        }
    }
}

extension Damage {
    fileprivate static let tooLarge = Self(reason: "it is larger than 256 MB")
}
#endif
