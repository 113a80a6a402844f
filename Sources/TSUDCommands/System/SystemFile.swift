#if os(Linux)
import Foundation
import TSUD
import TSUDText

/// A JSON file in which an administrator gives values.
///
/// TSUD only reads it.
struct SystemFile {
    let path: String
    /// The values by name; of a damaged file, those before.
    private(set) var values: NamedValues<JSON> = [:]
    /// The reason why the file can't be read.
    private(set) var damage: Damage?
    /// Whether root ignores the file, because another user can change it.
    private(set) var isUntrusted = false
    private var stamp: FileStamp?
    /// Whether another change would give the file another stamp.
    private var isSettled = false

    init(at path: String) { self.path = path }

    /// Reads the file unless it is unchanged.
    ///
    /// - Returns: Whether its values or its damage have changed.
    mutating func refresh() -> Bool {
        // A damaged file may be usable once its directory has changed.
        if damage == nil, isSettled, isUnchanged { return false }
        let old = (values, damage)
        do throws(Damage) {
            let file = try contents()
            values = try file.map { file throws(Damage) in try JSON.settings(in: file.bytes) } ?? [:]
            (stamp, isSettled) = (file?.stamp, file?.isSettled ?? true)
            damage = nil
        } catch {
            damage = error
        }
        return values != old.0 || damage != old.1
    }

    private var isUnchanged: Bool {
        do throws(FileError) { return try FileStamp.ofFile(at: path) == stamp } catch { return false }
    }

    private mutating func contents() throws(Damage) -> PropertyListFile? {
        let reason = geteuid() == 0 ? FilePath(path).rightsOfOthers : nil
        isUntrusted = reason != nil
        if let reason { throw Damage(reason: reason) }
        do throws(FileError) {
            return try PropertyListFile(path)
        } catch {
            throw Damage(reason: error.description)
        }
    }
}

extension FilePath {
    /// The reason why a user other than root can change the file; `nil` if none can.
    var rightsOfOthers: String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        if status.st_uid != 0 || status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
            return "a user other than root can write it"
        }
        return directoryOfOthers.map { "a user other than root can write the directory '\($0)'" }
    }

    /// A directory on the way to the file, also by symbolic links, in which a user other than root can replace entries;
    /// `nil` if there is none.
    private var directoryOfOthers: String? {
        guard let (target, links) = try? resolved() else { return nil }
        // Not `lazy`, which examines the directory that it finds twice: its mode may have changed.
        for path in links + [target] {
            if let found = Self.directoryOfOthers(path.directory) { return found }
        }
        return nil
    }

    /// Returns a directory in which a user other than root can replace entries: `directory` or a parent of it.
    ///
    /// A directory of root's that is mounted read-only, as a ConfigMap is, may have mode 0777.
    ///
    /// - Parameter directory: The path of a directory, without symbolic links.
    /// - Returns: The path of the directory that they can write; `nil` if there is none.
    private static func directoryOfOthers(_ directory: String) -> String? {
        var path = directory
        while true {
            var status = stat()
            guard lstat(path, &status) == 0 else { return path }
            // In a sticky directory, only root can replace a directory of root.
            let isSticky = path != directory && status.st_mode & S_ISVTX != 0
            let isWritable = status.st_mode & (S_IWGRP | S_IWOTH) != 0 && !isSticky && !isReadOnly(path)
            if status.st_uid != 0 || isWritable { return path }
            if path == "/" { return nil }
            path = FilePath(path).directory
        }
    }

    private static func isReadOnly(_ path: String) -> Bool {
        var status = statvfs()
        return statvfs(path, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
    }
}
#endif
