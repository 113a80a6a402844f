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
    private var movedFiles: [MovedFile] = []

    package init(path: String) {
        self.path = path
    }

    /// A damaged file that was moved out of the way.
    package struct MovedFile: Sendable {
        package let damage: Damage
        package let newPath: String
    }

    /// The files that were moved aside since this was asked last.
    package func takeMovedFiles() -> [MovedFile] {
        defer { movedFiles = [] }
        return movedFiles
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
    /// - Parameter merge: makes the new settings of the file as it is found under the lock.
    /// - Throws: what the disk refused; the file is then as it was.
    package func save(_ merge: (FileState) -> [String: PropertyListObject]) throws(DiskRefusal) {
        guard let (directory, name) = try lockedDirectory() else { return }
        // Another process may have saved while this one waited for the lock.
        try refresh()
        let settings = merge(state)
        if case .damaged(let damage, _) = state { try moveAside(name, in: directory, damage) }
        guard settings != state.settings else { return }
        guard let data = PropertyListFile.data(of: settings) else {
            throw DiskRefusal(action: "can't make a property list of them", systemError: EINVAL)
        }
        state = .settings(settings, try directory.replace(name, by: data, old: state.stamp))
    }

    /// Moves the file aside if Foundation must not read it.
    package func moveAsideIfHarmful() throws(DiskRefusal) {
        guard case .damaged(let damage, _) = state, damage.isHarmful else { return }
        guard let (directory, name) = try lockedDirectory() else { return }
        try moveAside(name, in: directory, damage)
    }

    private func moveAside(
        _ name: String,
        in directory: LockedDirectory,
        _ damage: Damage
    ) throws(DiskRefusal) {
        let aside = DirectoryEntry(directory: directory.path, name: try directory.setAside(name))
        state = .absent
        movedFiles.append(MovedFile(damage: damage, newPath: aside.path))
    }

    private func lockedDirectory() throws(DiskRefusal) -> (LockedDirectory, name: String)? {
        guard let target = DirectoryEntry(path).linksAndTarget.last else { return nil }
        let directory = try LockedDirectory(target.directory, creating: true)
        if !isFreeOfLeftovers {
            directory.removeStaleTemporaries(of: target.name)
            isFreeOfLeftovers = true
        }
        return (directory, target.name)
    }
}
#endif
