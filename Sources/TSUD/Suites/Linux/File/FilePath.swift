#if os(Linux)
import Foundation

/// A path, split into a directory and the name in it.
struct FilePath: Equatable, Sendable {
    let directory: String
    let name: String

    init(_ path: String) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        directory = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[slash...].dropFirst())
    }

    /// Another name in the same directory.
    func sibling(_ name: String) -> String { directory == "/" ? "/" + name : directory + "/" + name }

    var path: String { sibling(name) }

    // MARK: Symbolic links

    /// The path without symbolic links; the file need not exist.
    ///
    /// - Throws: The failed system call. A link may exist then.
    var target: Self { get throws(FileError) { try resolved().target } }

    /// Returns the path without symbolic links, and the paths of the links on the way.
    func resolved() throws(FileError) -> (target: Self, links: [Self]) {
        var (rest, current) = (Self.components(of: path), "")
        var links: [Self] = []
        while let component = rest.popLast() {
            if component == "." { continue }
            if component == ".." {
                let parent = FilePath(current).directory
                current = parent == "/" ? "" : parent
                continue
            }
            let next = current + "/" + component
            // The kernel follows at most 40 links. A circular chain stops there, and opening it fails.
            guard links.count < 40, let link = try Self.link(at: next) else {
                current = next
                continue
            }
            links.append(Self(next))
            if link.utf8.first == Self.slash { current = "" }
            rest += Self.components(of: link)
        }
        return (Self(current), links)
    }

    private static let slash = UInt8(ascii: "/")

    /// The components of a path, the last one first.
    private static func components(of path: String) -> [String] {
        path.utf8.split(separator: slash).reversed().map { String(decoding: $0, as: UTF8.self) }
    }

    /// The contents of a symbolic link; `nil` if there is none at the path.
    private static func link(at path: String) throws(FileError) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &bytes, bytes.count)
        let error = errno
        if count >= 0 { return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) }
        if [EINVAL, ENOENT, ENOTDIR].contains(error) { return nil }
        throw FileError(action: "can't follow a link", systemError: error)
    }

    // MARK: Hidden files

    /// The path of a hidden file in the same directory, which contains the file's name.
    func hidden(_ suffix: String) -> String { sibling(".\(shortName)\(suffix)") }

    /// The name, or the beginning of a long one and its hash, with room for a suffix: a name has at most 255 bytes.
    var shortName: String {
        if name.utf8.count <= 200 { return name }
        var kept = name
        while kept.utf8.count > 180 { kept.removeLast() }
        // FNV-1a, which is the same in each process.
        let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "\(kept)-\(String(hash, radix: 16))"
    }

    /// Whether a name is that of a lock or a temporary file, which ``hidden(_:)`` has made.
    static func isHidden(_ name: String) -> Bool {
        name.hasPrefix(".") && (name.hasSuffix(".lock") || name.hasSuffix(".next") || name.contains(".tsud-"))
    }

    // MARK: Rights

    /// Throws unless this process may write to the file.
    func checkWritable() throws(FileError) {
        guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else { throw .last("can't write to the file") }
    }

    /// Whether there is a file that this process may write to, even if its directory takes no new one.
    var isWritableFile: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && (try? checkWritable()) != nil
    }

    /// A directory on the way to the file, also by symbolic links, in which a user other than root can replace entries;
    /// `nil` if there is none.
    var directoryOfOthers: String? {
        guard let (target, links) = try? resolved() else { return nil }
        return (links + [target]).lazy.map(\.directory).compactMap(Self.directoryOfOthers).first
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

    // MARK: Making files

    /// Creates the missing directories, accessible only by their owner.
    ///
    /// - Throws: The failed system call, also if no file can be made in the directory.
    func makeDirectory() throws(FileError) {
        try Self.make(directory)
        guard faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS) == 0 else {
            throw .last("can't write to the directory '\(directory)'")
        }
    }

    private static func make(_ directory: String) throws(FileError) {
        if access(directory, F_OK) == 0 { return }
        let path = Self(directory)
        try make(path.directory)
        // By its descriptor, because another user may exchange the parent.
        let parent = open(path.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A parent that may not be read can't be flushed either.
        let isMade =
            parent >= 0
            ? mkdirat(parent, path.name, 0o700) == 0 : errno == EACCES && mkdir(directory, 0o700) == 0
        let failure = errno
        defer { if parent >= 0 { close(parent) } }
        guard isMade else {
            if failure == EEXIST { return }
            throw FileError(action: "can't create the directory '\(directory)'", systemError: failure)
        }
        do throws(FileError) {
            if parent >= 0 { try flush(parent, of: path.directory) }
        } catch {
            // The next attempt makes and flushes it again.
            unlinkat(parent, path.name, AT_REMOVEDIR)
            throw error
        }
    }

    /// Flushes the entries of a directory to disk, so that they survive a crash of the machine.
    static func flush(_ directory: String) throws(FileError) {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        try flush(descriptor, of: directory)
    }

    private static func flush(_ descriptor: Int32, of directory: String) throws(FileError) {
        if descriptor >= 0, retryingInterrupted({ fsync(descriptor) }) == 0 { return }
        // Some file systems can't flush a directory, and one that may not be read can't be opened.
        if [EINVAL, EOPNOTSUPP, ENOSYS, EROFS, EACCES].contains(errno) { return }
        throw .last("can't flush the directory '\(directory)' to disk")
    }
}
#endif
