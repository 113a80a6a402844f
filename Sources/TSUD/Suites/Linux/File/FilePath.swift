#if os(Linux)
import Foundation

/// A path, split into a directory and the name in it.
package struct FilePath: Equatable, Sendable {
    package let directory: String
    package let name: String

    package init(_ path: String) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        directory = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[slash...].dropFirst())
    }

    /// Another name in the same directory.
    func sibling(_ name: String) -> String { directory == "/" ? "/" + name : directory + "/" + name }

    package var path: String { sibling(name) }

    // MARK: Symbolic links

    /// The path without symbolic links; the file need not exist.
    ///
    /// - Throws: The failed system call. A link may exist then.
    var target: Self { get throws(FileError) { try resolved().target } }

    /// Returns the path without symbolic links, and the paths of the links on the way.
    package func resolved() throws(FileError) -> (target: Self, links: [Self]) {
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
        if count >= 0 {
            if let target = String(validating: bytes.prefix(count), as: UTF8.self) { return target }
            // A repaired name would be that of another file.
            throw FileError(action: "the target of the link '\(path)' is not UTF-8", systemError: EILSEQ)
        }
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

    /// A new path for a temporary file.
    var temporary: String { hidden(".tsud-\(getpid())-\(UUID().uuidString)") }

    /// Whether a name is that of a lock or a temporary file, which ``hidden(_:)`` has made.
    static func isHidden(_ name: String) -> Bool {
        name.hasPrefix(".") && (name.hasSuffix(".lock") || name.hasSuffix(".next") || name.contains(".tsud-"))
    }

    // MARK: Rights

    /// Throws unless this process may write to the file.
    func checkWritable() throws(FileError) {
        guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else { throw .last("can't write to the file") }
    }

    /// The owner of the file or link; `nil` if there is none.
    var owner: uid_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_uid : nil
    }

    /// Whether a file has an access control list, in which the group's bits are the limit of all users and groups.
    static func hasAccessList(_ path: String) -> Bool {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return true }
        let extended = attributes[FileAttributeKey("NSFileExtendedAttributes")] as? [String: Data]
        return extended?["system.posix_acl_access"] != nil
    }

    /// Whether this process may write to the file, but its directory takes no new one; creates a missing directory.
    ///
    /// - Throws: The failed system call if it may write to neither.
    var isInReadOnlyDirectory: Bool {
        get throws(FileError) {
            do throws(FileError) {
                try makeDirectory()
                return false
            } catch {
                guard error.isOfReadOnlyDirectory, isWritableFile else { throw error }
                return true
            }
        }
    }

    /// Whether there is a file that this process may write to, even if its directory takes no new one.
    var isWritableFile: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && (try? checkWritable()) != nil
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
