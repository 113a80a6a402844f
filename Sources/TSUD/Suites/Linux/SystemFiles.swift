#if os(Linux)
import Foundation
import Synchronization

/// The files in which an administrator gives all users of a program defaults and locked values.
///
/// TSUD only reads them.
final class SystemFiles: Sendable {
    /// Finds the paths of a suite's files, without the extensions.
    ///
    /// Tests replace it.
    @TaskLocal static var paths: @Sendable (String?) -> [String] = { FileLocation.systemPaths(ofSuiteNamed: $0) }

    fileprivate struct File {
        let file: SharedFile
        /// The path without the extensions.
        let base: FilePath
        let isLocked: Bool
    }

    private struct Values {
        var locked: [String: FoundObject] = [:]
        var defaults: [String: FoundObject] = [:]
    }

    /// In the order in which TSUD searches them.
    private let files: Unchecked<[File]>
    /// Locked while the files are read.
    private let reading = NSLock()
    private let values = Locked(Values())
    /// Whether any file has ever had a value; each read of a setting looks here first, without a lock.
    private let hadValues = Atomic(false)

    init(ofSuiteNamed name: String?) {
        let paths = Self.paths(name)
        files = Unchecked(
            [true, false].flatMap { isLocked in
                paths.flatMap { path in
                    ["plist", "json"].map { type in
                        let file = SharedFile(path: path + (isLocked ? ".locked." : ".") + type, isOfSystem: true)
                        return File(file: file, base: FilePath(path), isLocked: isLocked)
                    }
                }
            }
        )
        refresh()
    }

    // MARK: Finding

    func values(forKey key: String) -> SystemValues? {
        guard hadValues.load(ordering: .acquiring) else { return nil }
        let values = values.withLock { SystemValues(locked: $0.locked[key], standard: $0.defaults[key]) }
        return values.locked == nil && values.standard == nil ? nil : values
    }

    /// The names that the files give values.
    var names: [String] { values.withLock { Array($0.locked.keys) + Array($0.defaults.keys) } }

    /// The paths of the files, in the order in which TSUD searches them.
    var paths: [(path: String, isLocked: Bool)] { files.value.map { ($0.file.path, $0.isLocked) } }

    /// The paths to watch: those of the files, or one in a directory without any.
    var watchedPaths: [FilePath] {
        let paths = paths.map { FilePath($0.path) }
        let existing = paths.filter { faccessat(AT_FDCWD, $0.path, F_OK, 0) == 0 }
        var directories = Set(existing.map(\.directory))
        return existing
            + paths.filter { path in
                // A directory that this process may not list shows it no new file.
                let isForbidden = access(path.directory, R_OK) != 0 && errno == EACCES
                return !isForbidden && directories.insert(path.directory).inserted
            }
    }

    // MARK: Reading

    /// Reads the files that have changed.
    ///
    /// - Returns: The names whose values have changed.
    @discardableResult
    func refresh() -> [String] {
        reading.lock()
        defer { reading.unlock() }
        let possible = Set(files.value.map(\.base.path)).filter { FilePath($0).mayHaveFiles }
        let files = files.value.filter { $0.file.stamp != nil || possible.contains($0.base.path) }
        // All of them, not only those before the first one that has changed.
        guard files.map({ refresh($0.file) }).contains(true) else { return [] }
        let old = values.copy
        var new = Values()
        for file in files where file.file.damage == nil {
            let values = file.isLocked ? \Values.locked : \Values.defaults
            for (key, value) in file.values where new[keyPath: values][key] == nil {
                // The same object as before proves that the value has not changed.
                let known = old[keyPath: values][key]
                new[keyPath: values][key] = known.isUnchanged(by: value) ? known : value
            }
        }
        values.withLock { $0 = new }
        let names = [old.locked, old.defaults, new.locked, new.defaults].flatMap(\.keys)
        if !names.isEmpty { hadValues.store(true, ordering: .releasing) }
        return Set(names).filter { name in
            let isSame = old.locked[name]?.kept === new.locked[name]?.kept
            return !isSame || old.defaults[name]?.kept !== new.defaults[name]?.kept
        }.sorted()
    }

    /// - Returns: Whether the file has been read.
    private func refresh(_ file: SharedFile) -> Bool {
        do throws(FileError) {
            let isRead = try file.refresh(by: .now + .seconds(1))
            // Not as an error: a command that reports errors in the user's file itself doesn't log them.
            if isRead, let damage = file.damage {
                Log.once("Settings in '\(file.path)' can't be read, \(damage.reason); TSUD ignores the file.")
            }
            return isRead
        } catch {
            let directory = FilePath(file.path).directory
            Log.once("Settings of an administrator in '\(directory)' can't be read: \(error.description).")
            return false
        }
    }
}

extension FilePath {
    /// Whether the directory has files with this name and an extension, or can't be listed.
    fileprivate var mayHaveFiles: Bool {
        guard let stream = opendir(directory) else { return errno != ENOENT && errno != ENOTDIR }
        defer { closedir(stream) }
        let beginning = name + "."
        while let entry = readdir(stream) {
            let isFound = withUnsafeBytes(of: &entry.pointee.d_name) { $0.starts(with: beginning.utf8) }
            if isFound { return true }
        }
        return false
    }
}

extension SystemFiles.File {
    /// The values by their keys.
    ///
    /// The name of a member may be written as it is, or as in its key.
    fileprivate var values: [String: FoundObject] {
        var values: [String: FoundObject] = [:]
        for (name, object) in file.settings {
            let object = object.foundationObject as AnyObject
            let value = FoundObject(kept: object, isLocked ? .managed : .system, path: file.path)
            for key in MemberName.keys(of: name) where key.isSpelled(like: name) || values[key] == nil {
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
