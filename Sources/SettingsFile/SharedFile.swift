#if os(Linux)
import Foundation

/// A property-list file that several processes share.
///
/// Not thread-safe.
package final class SharedFile {
    package let path: String
    /// The file as last read or written.
    package private(set) var state: FileState {
        get {
            if let unparsed { (parsed, self.unparsed) = (unparsed.parsed, nil) }
            return parsed
        }
        set { (parsed, unparsed) = (newValue, nil) }
    }
    private var parsed = FileState.absent
    /// What was read, until ``state`` is first used.
    private var unparsed: PropertyListFile?
    /// Whether a `synchronize()` has written the file, or removed it: keys save another format, and remove none.
    package private(set) var isByPlainCalls = true
    private var hasRemovedTemporaries = false
    private var isDirectoryFlushed = true

    /// How long a file that can't be parsed may be about to be written; `synchronize()` truncates it first.
    private static let timeOfWriting = Duration.milliseconds(200)

    package init(path: String) {
        self.path = path
    }

    /// The file's stamp when it was last read or written; `nil` if there was no file.
    package var stamp: FileStamp? { unparsed?.stamp ?? parsed.stamp }

    /// Whether the file's stamp is the one last seen, and another change would have changed it.
    package var isUnchanged: Bool { FileStamp(ofFileAt: path) == stamp && stamp?.isSettled ?? true }

    /// Whether ``state`` takes no parsing.
    package var isParsed: Bool { unparsed == nil }

    /// Reads the file.
    ///
    /// A binary one is parsed, to find out whether Foundation may read it; XML is not before the first use of
    /// ``state``, because Foundation reads any and takes long.
    package func read() throws(FileError) {
        parsed = .absent
        unparsed = try PropertyListFile(path)
        if let unparsed, unparsed.isBinary { state = unparsed.parsed }
    }

    /// Whether Foundation must not read the file.
    package var isHarmful: Bool {
        if case .damaged(let damage, _) = parsed { damage.isHarmful } else { false }
    }

    /// Reads the file unless it is unchanged.
    ///
    /// A file that is missing or can't be parsed may be about to be written, so it is looked at again for a fifth of a
    /// second.
    ///
    /// - Throws: the failed system call; `EAGAIN` if the file was being written until the deadline.
    package func refresh(by deadline: ContinuousClock.Instant) throws(FileError) {
        let end = min(deadline, .now + Self.timeOfWriting)
        var last: FileStamp?
        while !isUnchanged {
            let contents = try PropertyListFile(path)
            let found = contents?.parsed ?? .absent
            let isComplete =
                switch found {
                case .settings: true
                case .absent: stamp == nil
                case .damaged(let damage, _): damage.isHarmful
                }
            if isComplete || ContinuousClock.now >= end && found.stamp == last {
                isByPlainCalls = contents?.isBinary != true
                state = found
                return
            }
            guard ContinuousClock.now < deadline else { throw .alwaysChanged }
            last = found.stamp
            usleep(20_000)
        }
    }

    /// Whether a `synchronize()` has written the file within the last twentieth of a second.
    package var isJustSynchronized: Bool {
        isByPlainCalls && stamp.map { (0..<50_000_000).contains(FileStamp.now - $0.changed.nanoseconds) } ?? false
    }

    /// Replaces the file's settings, under its lock.
    ///
    /// - Parameters:
    ///   - settings: the new settings.
    ///   - modified: the new file's modification time in nanoseconds.
    ///   - lock: the lock, taken before the last ``refresh(by:)``.
    /// - Returns: `false` if the file was changed since then, without the lock.
    /// - Throws: the failed system call; the file is unchanged.
    package func replace(
        with settings: PropertyListDictionary,
        modified: Int64,
        _ lock: FileLock
    ) throws(FileError) -> Bool {
        guard lock.isOnFile || state.stamp == nil else { return false }
        if lock.isExclusive, !hasRemovedTemporaries {
            lock.directory.removeStaleTemporaries(of: lock.name)
            hasRemovedTemporaries = true
        }
        let data = BinaryPropertyList.encode(.dictionary(settings))
        guard let stamp = try lock.directory.replace(lock.name, with: data, old: state.stamp, modified: modified) else {
            return false
        }
        state = .settings(settings, stamp)
        (isByPlainCalls, isDirectoryFlushed) = (false, false)
        return true
    }

    /// What a `synchronize()` has written in place to the locked file since it was read, if anything.
    ///
    /// It takes no lock. If it had opened the file before that was replaced, it has written to the old one.
    package func settingsWrittenInPlace(
        _ lock: FileLock,
        to old: FileStamp?,
        by deadline: ContinuousClock.Instant
    ) throws(FileError) -> PropertyListDictionary? {
        let end = min(deadline, .now + Self.timeOfWriting)
        while let found = try lock.contents, found.stamp.isWritten(since: old) {
            if case .settings(let settings, _) = found.parsed { return settings }
            guard ContinuousClock.now < end else { return nil }
            usleep(10_000)
        }
        return nil
    }

    /// Flushes the replacement to disk, so that it survives a crash of the machine.
    package func flushDirectory() {
        guard !isDirectoryFlushed else { return }
        isDirectoryFlushed = true
        try? Directory(DirectoryEntry(path).target.directory, creating: false).flush()
    }

    /// A damaged file that was moved aside.
    package struct MovedFile: Sendable {
        package let damage: Damage
        package let newPath: String
    }

    /// Moves the file aside if it is damaged and still the one last read; call it under the lock.
    package func moveAsideIfDamaged(_ lock: FileLock) throws(FileError) -> MovedFile? {
        guard case .damaged(let damage, let stamp) = state, FileStamp(ofFileAt: path) == stamp else { return nil }
        let name = try lock.directory.setAside(lock.name)
        state = .absent
        return MovedFile(damage: damage, newPath: DirectoryEntry(directory: lock.directory.path, name: name).path)
    }
}
#endif
