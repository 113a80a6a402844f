#if os(Linux)
import Foundation

/// A property-list file that several processes share.
///
/// Not thread-safe.
package final class SettingsFile {
    package let path: String
    /// The file as last read or written.
    package private(set) var state: FileState {
        get {
            if let found = contents { (parsed, contents) = (found.parsed, nil) }
            return parsed
        }
        set { (parsed, contents) = (newValue, nil) }
    }
    private var parsed = FileState.absent
    /// What ``readAhead()`` has read, until ``state`` is first used.
    private var contents: PropertyListFile.Contents?
    private var hasRemovedTemporaries = false
    private let reportMoved: (MovedFile) -> Void
    private var isDirectoryFlushed = true
    private var inPlaceWrite: InPlaceWrite?
    /// Calls its argument while no `synchronize()` of this process runs.
    private let exclusively: (@escaping @Sendable () -> Void) -> Void
    /// Called right after a replacement, for tests of what happens at that moment.
    var didReplace: () -> Void = {}

    /// - Parameters:
    ///   - path: the file's path.
    ///   - exclusively: calls its argument while no `synchronize()` of this process runs.
    ///   - reportMoved: is called for each damaged file that was moved aside.
    package init(
        path: String,
        exclusively: @escaping (@escaping @Sendable () -> Void) -> Void = { $0() },
        reportMoved: @escaping (MovedFile) -> Void = { _ in }
    ) {
        self.path = path
        self.exclusively = exclusively
        self.reportMoved = reportMoved
    }

    /// A damaged file that was moved aside.
    package struct MovedFile: Sendable {
        package let damage: Damage
        package let newPath: String
    }

    /// The file's stamp when it was last read or written; `nil` if there was no file.
    package var stamp: FileStamp? { contents?.stamp ?? parsed.stamp }

    /// Whether the file's stamp is the one last seen.
    package var isUnchanged: Bool { FileStamp(ofFileAt: path) == stamp }

    /// Whether the file is certainly unchanged, because its stamp is also settled.
    package var isSurelyUnchanged: Bool { isUnchanged && stamp?.isSettled ?? true }

    /// Reads the file, but leaves parsing it to the first use of ``state``.
    ///
    /// - Returns: whether Foundation may read the file; `false` if only parsing it would tell.
    package func readAhead() throws(DiskRefusal) -> Bool {
        contents = try PropertyListFile.contents(path)
        guard let contents else { return true }
        return BinaryPropertyList(contents.data).map { $0.damage() == nil } ?? false
    }

    /// Reads the file unless it is unchanged.
    ///
    /// `synchronize()` truncates the file before it writes, so a damaged or missing file is read again for a fifth of a
    /// second, and counts as damaged only if nobody wrote it meanwhile.
    package func refresh() throws(DiskRefusal) {
        if isSurelyUnchanged { return }
        var last: FileStamp?
        for attempt in 0...5 {
            let found = try PropertyListFile.read(path)
            defer { last = found.stamp }
            switch found {
            case .absent where state.stamp != nil && attempt < 5: break
            case .damaged(let damage, let stamp) where !damage.isHarmful && (attempt < 5 || stamp != last): break
            default:
                state = found
                return
            }
            usleep(40_000)
        }
        throw .alwaysChanged
    }

    /// Replaces the file's settings with the result of `merge`, under the lock.
    ///
    /// A damaged file is moved aside first and counts as empty. A file that already has the merged settings is not
    /// written.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for another process that saves.
    ///   - merge: returns the new settings, given the file's state under the lock, and the time of the last change in
    ///     nanoseconds. It is called again if the file is changed meanwhile.
    /// - Throws: the failed system call; the file is unchanged.
    package func save(
        patience: Duration,
        _ merge: (FileState) -> (settings: [String: PropertyListObject], modified: Int64)
    ) throws(DiskRefusal) {
        guard let target = DirectoryEntry(path).linksAndTarget.last else { return }
        let directory = try Directory(target.directory, creating: true)
        let deadline = ContinuousClock.now + patience
        for _ in 0..<10 {
            let lock = try FileLock.take(target.name, in: directory, by: deadline)
            if try attemptSave(merge, to: target.name, in: directory, lock) { return }
        }
        throw .alwaysChanged
    }

    /// - Returns: `false` if another process has changed the file meanwhile.
    private func attemptSave(
        _ merge: (FileState) -> (settings: [String: PropertyListObject], modified: Int64),
        to name: String,
        in directory: Directory,
        _ lock: FileLock?
    ) throws(DiskRefusal) -> Bool {
        // Another process may have saved while this one waited for the lock.
        try refresh()
        if lock == nil, state.stamp != nil { return false }
        if lock?.isExclusive == true, !hasRemovedTemporaries {
            directory.removeStaleTemporaries(of: name)
            hasRemovedTemporaries = true
        }
        let (settings, modified) = merge(inPlaceWrite?.merged(into: state) ?? state)
        // The time never goes back, or another process would take an old change for a later one.
        let time = max(modified, state.stamp?.modified.nanoseconds ?? .min, inPlaceWrite?.time ?? .min)
        if case .damaged(let damage, _) = state {
            // It may have been repaired meanwhile.
            guard isUnchanged else { return false }
            try moveAside(name, in: directory, damage)
        }
        guard settings != state.settings else {
            inPlaceWrite = nil
            return isUnchanged
        }
        guard let data = PropertyListFile.data(of: settings) else {
            throw DiskRefusal(action: "can't make a property list of them", systemError: EINVAL)
        }
        let replaced = try directory.replace(
            name,
            by: data,
            old: state.stamp,
            modified: time,
            exclusively: exclusively
        )
        guard let stamp = replaced else { return false }
        didReplace()
        let old = state
        state = .settings(settings, stamp)
        inPlaceWrite = nil
        isDirectoryFlushed = false
        // The `synchronize()` of another process does not take the lock. If it had opened the old file before the
        // rename, it has written there.
        if case .settings(let base, _) = old, case .settings(let found, let stamp)? = try lock?.state, found != base {
            let time = stamp.modified.nanoseconds
            inPlaceWrite = InPlaceWrite(base: base, settings: found, time: time, replacement: settings)
        }
        return inPlaceWrite == nil
    }

    /// Flushes the rename to disk, so that it survives a crash of the machine.
    package func flushDirectory() {
        guard !isDirectoryFlushed, let target = DirectoryEntry(path).linksAndTarget.last else { return }
        isDirectoryFlushed = true
        try? Directory(target.directory, creating: false).flush()
    }

    /// Moves the file aside if Foundation must not read it.
    package func moveAsideIfHarmful() throws(DiskRefusal) {
        guard case .damaged(let damage, _) = state, damage.isHarmful,
            let target = DirectoryEntry(path).linksAndTarget.last
        else { return }
        let directory = try Directory(target.directory, creating: false)
        let lock = try FileLock.take(target.name, in: directory, by: .now + .seconds(1))
        guard isUnchanged else { return }
        try moveAside(target.name, in: directory, damage)
        withExtendedLifetime(lock) {}
    }

    private func moveAside(
        _ name: String,
        in directory: Directory,
        _ damage: Damage
    ) throws(DiskRefusal) {
        let aside = DirectoryEntry(directory: directory.path, name: try directory.setAside(name))
        state = .absent
        reportMoved(MovedFile(damage: damage, newPath: aside.path))
    }
}
#endif
