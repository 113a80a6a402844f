#if os(Linux)
import Foundation

/// A property-list file that several processes share.
///
/// Not thread-safe.
final class SharedFile {
    let path: String
    /// The stamp of the file when it was last read or replaced; `nil` if there was none.
    private(set) var stamp: FileStamp?
    /// What was wrong with the file when it was last read.
    private(set) var damage: Damage?
    /// XML that was read, until ``settings`` is first used: parsing it takes long.
    private var unparsed: Data?
    private var parsed: PropertyListDictionary = [:]
    private var isDirectoryFlushed = true
    private var hasRemovedTemporaries = false

    /// How long a file that can't be parsed may be about to be written: `synchronize()` truncates it first.
    private static let timeOfWriting = Duration.milliseconds(200)

    init(path: String) {
        self.path = path
    }

    /// The settings in the file when it was last read or replaced; of a damaged file, those before.
    var settings: PropertyListDictionary {
        if let data = unparsed {
            unparsed = nil
            do throws(Damage) { parsed = try PropertyListData.settings(in: data) } catch { damage = error }
        }
        return parsed
    }

    /// Whether ``settings`` takes no parsing.
    var isParsed: Bool { unparsed == nil }

    /// Whether the file's stamp is the one last seen, and another change would have changed it.
    var isUnchanged: Bool { FileStamp(ofFileAt: path) == stamp && stamp?.isSettled ?? true }

    // MARK: Reading

    /// Reads the file unless it is unchanged.
    ///
    /// One that can't be parsed may be about to be written, so it is looked at again for a fifth of a second.
    ///
    /// - Parameters:
    ///   - deadline: when to give up waiting for a file that is being written.
    ///   - parsesLater: whether XML that looks complete need not be parsed now.
    /// - Throws: the failed system call; `alwaysChanged` if the file was being written until the deadline.
    func refresh(by deadline: ContinuousClock.Instant, parsesLater: Bool = false) throws(FileError) {
        let end = min(deadline, .now + Self.timeOfWriting)
        var last: FileStamp?
        while !isUnchanged {
            let found = try PropertyListFile(path)
            do throws(Damage) {
                try take(found, parsesLater: parsesLater)
                return
            } catch {
                if error.isHarmful || ContinuousClock.now >= end && found?.stamp == last {
                    (stamp, damage) = (found?.stamp, error)
                    return
                }
            }
            guard ContinuousClock.now < deadline else { throw .alwaysChanged }
            last = found?.stamp
            usleep(20_000)
        }
    }

    /// Takes what was found for the file's settings; `nil` for no file.
    private func take(_ found: PropertyListFile?, parsesLater: Bool) throws(Damage) {
        if let found, parsesLater, try found.isCompleteXML {
            unparsed = found.data
        } else {
            (parsed, unparsed) = (try found?.settings ?? [:], nil)
        }
        (stamp, damage) = (found?.stamp, nil)
    }

    // MARK: Writing, under the lock

    /// Puts changes on top of the settings as last read, and replaces the file.
    ///
    /// - Parameters:
    ///   - changes: the new objects; `nil` removes a name.
    ///   - target: the path of the file, with symbolic links resolved.
    /// - Returns: `false` if the file was changed since it was read, by somebody who takes no lock.
    /// - Throws: the failed system call; the file is unchanged.
    func change(_ changes: [String: PropertyListObject?], _ target: FilePath) throws(FileError) -> Bool {
        let found = settings
        var new = found
        for (name, object) in changes { new[name] = object }
        // What was in a damaged file, which was moved aside, has to be written again.
        guard new != found || stamp == nil && !new.isEmpty else { return true }
        if !hasRemovedTemporaries { target.removeStaleTemporaries() }
        hasRemovedTemporaries = true
        let old = ReplacedFile(target, stamp)
        guard let stamp = try target.replace(with: BinaryPropertyList.encode(.dictionary(new)), old: stamp) else {
            return false
        }
        (self.stamp, parsed, isDirectoryFlushed) = (stamp, new, false)
        guard let late = old?.settingsWrittenLate(within: Self.timeOfWriting) else { return true }
        // A `synchronize()` of this process may have opened the file before it was replaced. What it has changed there
        // goes into the new one.
        let missed = changedNames(from: found, to: late).filter { changes[$0] == nil }
        return missed.isEmpty
            ? true : try change(Dictionary(uniqueKeysWithValues: missed.map { ($0, late[$0]) }), target)
    }

    /// Renames a damaged file, and returns its new path.
    func moveAside(_ target: FilePath) throws(FileError) -> String {
        let aside = target.beside("\(target.name).damaged-\(UUID().uuidString)")
        guard rename(target.path, aside) == 0 else { throw .last("can't move the damaged file aside") }
        (stamp, damage, isDirectoryFlushed) = (nil, nil, false)
        return aside
    }

    /// Flushes the replacement to disk, so that it survives a crash of the machine.
    func flushDirectory() {
        guard !isDirectoryFlushed else { return }
        isDirectoryFlushed = true
        let directory = open(FilePath(path).target.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        // Errors are ignored, because not every file system can flush a directory.
        _ = retryingInterrupted { fsync(directory) }
        close(directory)
    }
}

/// The names whose objects differ between two states.
func changedNames(from old: PropertyListDictionary, to new: PropertyListDictionary) -> [String] {
    new.keys.filter { new[$0] != old[$0] } + old.keys.filter { new[$0] == nil }
}
#endif
