#if os(Linux)
import Foundation
import Synchronization

/// The files in which an administrator gives all users of a program defaults and locked values.
///
/// TSUD only reads them.
final class SystemFiles: Sendable {
    fileprivate struct File {
        let file: SharedFile
        /// The path without the extensions.
        let base: FilePath
        let isLocked: Bool
        /// The damage that was logged last, and the version of the file that had it.
        private var logged: (damage: Damage, stamp: FileStamp?)?
    }

    private struct Values {
        var byKey: [String: SystemValues] = [:]
        /// The names of independent members, by their keys.
        var names: [String: String] = [:]
    }

    /// In the order in which TSUD searches them; locked while they are read.
    private let files: Locked<[File]>
    /// The paths of the files, in the order in which TSUD searches them.
    let paths: [(path: String, isLocked: Bool)]
    private let values = Locked(Values())
    /// Whether any file has ever had a value; each read of a setting looks here first, without a lock.
    private let hadValues = Atomic(false)

    /// - Parameter paths: The paths of the files without the extensions, in the order in which TSUD searches them.
    init(at paths: [String]) {
        let files = [true, false].flatMap { isLocked in
            paths.flatMap { path in ["plist", "json"].map { File(path, isLocked: isLocked, type: $0) } }
        }
        self.files = Locked(files)
        self.paths = files.map { ($0.file.path, $0.isLocked) }
        refresh()
    }

    // MARK: Finding

    func values(forKey key: String) -> SystemValues? {
        guard hadValues.load(ordering: .acquiring) else { return nil }
        return values.withLock { values in
            let (own, named) = (values.byKey[key], values.names[key].flatMap { values.byKey[$0] })
            if own == nil || named == nil { return own ?? named }
            return SystemValues(locked: own?.locked ?? named?.locked, standard: own?.standard ?? named?.standard)
        }
    }

    /// Returns values under a name for a key from now on.
    func use(_ name: String, forKey key: String) { values.withLock { $0.names[key] = name } }

    /// The names that the files give values.
    var names: [String] { values.withLock { Array($0.byKey.keys) } }

    /// The paths to watch: those of the files, or one in a directory without any.
    var watchedPaths: [FilePath] {
        let paths = paths.map { FilePath($0.path) }
        let existing = paths.filter { faccessat(AT_FDCWD, $0.path, F_OK, 0) == 0 }
        var directories = Set(existing.map(\.directory))
        return existing
            + paths.filter { directories.insert($0.directory).inserted }.map { path in
                // A directory that this process may not list shows it no new file, but its parent shows that it may.
                let isForbidden = access(path.directory, R_OK) != 0 && errno == EACCES
                return isForbidden ? FilePath(path.directory) : path
            }
    }

    // MARK: Reading

    /// Reads the files that have changed.
    ///
    /// - Returns: The names whose values have changed.
    @discardableResult
    func refresh() -> [String] {
        files.withLock { files in
            var isRead = false
            // An administrator may move a value to a file that has been read already. After one reading that finds no
            // change, all contents are of the same moment.
            for _ in 0..<10 {
                if !Self.refresh(&files) { break }
                isRead = true
            }
            return isRead ? update(from: files) : []
        }
    }

    /// - Returns: Whether any file has changed.
    private static func refresh(_ files: inout [File]) -> Bool {
        let possible = Set(files.map(\.base.path)).filter { FilePath($0).mayHaveFiles }
        var isRead = false
        for index in files.indices {
            guard files[index].file.stamp != nil || possible.contains(files[index].base.path) else { continue }
            if files[index].refresh() { isRead = true }
        }
        return isRead
    }

    /// Replaces the values, all at once.
    ///
    /// - Returns: The names whose values have changed.
    private func update(from files: [File]) -> [String] {
        let old = values.withLock(\.byKey)
        let locked = firstValues(in: files.filter(\.isLocked)) { old[$0]?.locked }
        let standard = firstValues(in: files.filter { !$0.isLocked }) { old[$0]?.standard }
        var new: [String: SystemValues] = [:]
        for key in Array(locked.keys) + Array(standard.keys) {
            new[key] = SystemValues(locked: locked[key], standard: standard[key])
        }
        values.withLock { $0.byKey = new }
        if !new.isEmpty { hadValues.store(true, ordering: .releasing) }
        return (Array(old.keys) + new.keys.filter { old[$0] == nil }).filter { key in
            let isSame = old[key]?.locked?.kept === new[key]?.locked?.kept
            return !isSame || old[key]?.standard?.kept !== new[key]?.standard?.kept
        }.sorted()
    }
}

/// Returns the value of each key in the first file that has one.
///
/// - Parameters:
///   - files: The files.
///   - old: Returns the value until now. The same object as before proves that a value has not changed.
/// - Returns: The values by key.
private func firstValues(in files: [SystemFiles.File], _ old: (String) -> FoundObject?) -> [String: FoundObject] {
    var first: [String: FoundObject] = [:]
    for file in files {
        for (key, value) in file.values where first[key] == nil {
            let known = old(key)
            first[key] = known.isUnchanged(by: value) ? known : value
        }
    }
    return first
}

extension FilePath {
    /// Whether the directory has files with this name and an extension, or can't be listed.
    fileprivate var mayHaveFiles: Bool {
        guard let stream = opendir(directory) else { return errno != ENOENT && errno != ENOTDIR }
        defer { closedir(stream) }
        let beginning = name + "."
        while let entry = readdir(stream) {
            let isFound = withUnsafePointer(to: &entry.pointee.d_name) { name in
                strncmp(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self), beginning, beginning.utf8.count)
                    == 0
            }
            if isFound { return true }
        }
        return false
    }
}

extension SystemFiles.File {
    fileprivate init(_ path: String, isLocked: Bool, type: String) {
        file = SharedFile(path: path + (isLocked ? ".locked." : ".") + type, isOfSystem: true)
        base = FilePath(path)
        self.isLocked = isLocked
    }

    /// Reads the file if it has changed, and logs each new damage.
    ///
    /// - Returns: Whether it has been read.
    fileprivate mutating func refresh() -> Bool {
        do throws(FileError) {
            guard try file.refresh(by: .now + .seconds(1)) else { return false }
            if let damage = file.damage { log(damage) } else { logged = nil }
            return true
        } catch {
            let directory = FilePath(file.path).directory
            Log.once("Settings of an administrator in '\(directory)' can't be read: \(error.description).")
            return false
        }
    }

    /// Logs a damage, unless it was logged for the same version of the file.
    ///
    /// Not as an error: a command that reports errors in the user's file itself doesn't log them.
    private mutating func log(_ damage: Damage) {
        if let logged, logged == (damage, file.stamp) { return }
        logged = (damage, file.stamp)
        let effect = file.settings.isEmpty ? "ignores the file" : "keeps the file's last values"
        Log.write("Settings in '\(file.path)' can't be read, \(damage.reason); TSUD \(effect).")
    }

    /// The values by their keys.
    ///
    /// The name of a member may be written as it is, or as in its key.
    fileprivate var values: [String: FoundObject] {
        var values: [String: FoundObject] = [:]
        for (name, object) in file.settings {
            let object = object.foundationObject as AnyObject
            let value = FoundObject(kept: object, isLocked ? .managed : .system, path: file.path)
            for key in MemberKeys.keys(of: name) where key.isSpelled(like: name) || values[key] == nil {
                values[key] = value
            }
        }
        return values
    }
}

extension FoundObject? {
    fileprivate func isUnchanged(by other: FoundObject) -> Bool {
        self?.path == other.path && isSameObject(self?.object, other.object)
    }
}
#endif
