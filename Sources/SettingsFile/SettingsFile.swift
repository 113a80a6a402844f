#if os(Linux)
import Foundation

/// A property-list file that several processes share.
///
/// Not to be used by two threads at a time.
package final class SettingsFile {
    package let path: String
    /// The file as it was read or written last.
    package private(set) var state = FileState.absent
    private var isFreeOfLeftovers = false
    private let reportMoved: (MovedFile) -> Void
    private var isDirectoryFlushed = true
    /// What a plain `synchronize()` wrote into a file that was just replaced, and what it had found there.
    private var late: (base: [String: PropertyListObject], settings: [String: PropertyListObject], time: Int64)?

    /// - Parameters:
    ///   - path: the file's path.
    ///   - reportMoved: is called for each damaged file that was moved aside.
    package init(path: String, reportMoved: @escaping (MovedFile) -> Void = { _ in }) {
        self.path = path
        self.reportMoved = reportMoved
    }

    /// A damaged file that was moved out of the way.
    package struct MovedFile: Sendable {
        package let damage: Damage
        package let newPath: String
    }

    /// Whether the file on disk is the one that was read or written last, as far as a look at its stamp tells.
    package var isUnchanged: Bool { FileStamp(ofFileAt: path) == state.stamp }

    /// Whether it is, for sure.
    package var isSurelyUnchanged: Bool { isUnchanged && state.stamp?.isSettled ?? true }

    /// Reads the file unless it is the one read last.
    ///
    /// A process with plain `synchronize()` empties the file before it writes it, so one that is damaged or gone is
    /// looked at again for a fifth of a second before that is believed.
    package func refresh() throws(DiskRefusal) {
        if isSurelyUnchanged { return }
        for attempt in 0...5 {
            let found = try PropertyListFile.read(path)
            switch found {
            case .absent where state.stamp != nil && attempt < 5: break
            case .damaged(let damage, _) where !damage.isHarmful && attempt < 5: break
            default:
                state = found
                return
            }
            usleep(40_000)
        }
    }

    /// Replaces the file's settings by what `merge` makes of them, while no other process is at it.
    ///
    /// A damaged file is moved aside first; its settings count as none. A file that has the settings already is left
    /// alone.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for another process that saves.
    ///   - merge: makes the new settings of the file as it is found under the lock, and says when they were changed last,
    ///     in nanoseconds; called anew when somebody changes the file meanwhile.
    /// - Throws: what the disk refused; the file is then as it was.
    package func save(
        patience: Duration,
        _ merge: (FileState) -> (settings: [String: PropertyListObject], modified: Int64)
    ) throws(DiskRefusal) {
        guard let target = DirectoryEntry(path).linksAndTarget.last else { return }
        let directory = try Directory(target.directory, creating: true)
        let deadline = ContinuousClock.now + patience
        for _ in 0..<10 {
            let lock = try FileLock.take(target.name, in: directory, by: deadline)
            if try isSaved(merge, to: target.name, in: directory, lock) { return }
        }
        throw DiskRefusal(action: "other processes make it anew each time", systemError: EAGAIN)
    }

    /// - Returns: `false` when another process has changed the file meanwhile.
    private func isSaved(
        _ merge: (FileState) -> (settings: [String: PropertyListObject], modified: Int64),
        to name: String,
        in directory: Directory,
        _ lock: FileLock?
    ) throws(DiskRefusal) -> Bool {
        // Another process may have saved while this one waited for the lock.
        try refresh()
        if lock == nil, state.stamp != nil { return false }
        if lock?.isExclusive == true, !isFreeOfLeftovers {
            directory.removeStaleTemporaries(of: name)
            isFreeOfLeftovers = true
        }
        var (settings, time) = merge(state)
        // It never goes back, or another process would take an old change for a later one.
        time = max(time, state.stamp?.modified.nanoseconds ?? .min)
        // If the process wrote that itself, memory has some of it, and nothing older than the rest.
        if let late, changedKeys(from: late.base, to: late.settings).allSatisfy({ settings[$0] != late.settings[$0] }) {
            settings = threeWayMerge(base: late.base, file: settings, memory: late.settings)
            time = max(time, late.time)
        }
        late = nil
        if case .damaged(let damage, _) = state { try moveAside(name, in: directory, damage) }
        guard settings != state.settings else { return true }
        guard let data = PropertyListFile.data(of: settings) else {
            throw DiskRefusal(action: "can't make a property list of them", systemError: EINVAL)
        }
        guard let stamp = try directory.replace(name, by: data, old: state.stamp, modified: time) else { return false }
        let old = state
        state = .settings(settings, stamp)
        isDirectoryFlushed = false
        // Plain `synchronize()` knows no lock. If it had opened the old file by then, it has emptied it and writes there.
        if case .settings(let base, _) = old, case .settings(let found, let stamp)? = try lock?.state, found != base {
            late = (base, found, stamp.modified.nanoseconds)
        }
        return late == nil
    }

    /// Has it on disk that the file was replaced, which a crash of the machine could undo otherwise.
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
