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
    func beside(_ name: String) -> String { directory == "/" ? "/" + name : directory + "/" + name }

    var path: String { beside(name) }

    /// Where the chain of symbolic links that starts here leads to; the target need not exist.
    var target: Self {
        var target = self
        // The kernel follows at most 40 links. A circular chain stops there, and opening it fails.
        for _ in 0..<40 {
            guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: target.path) else { break }
            target = Self(link.hasPrefix("/") ? link : target.beside(link))
        }
        return target
    }

    /// A hidden name beside the file, which begins with its own name; a name has at most 255 bytes.
    func hidden(_ suffix: String) -> String {
        var kept = name
        while kept.utf8.count > 200 { kept.removeLast() }
        return beside(".\(kept)\(suffix)")
    }

    // MARK: Making files

    /// Creates the missing directories, accessible only by their owner.
    ///
    /// - Throws: the failed system call, also if no file can be made in the directory.
    func makeDirectory() throws(FileError) {
        try Self.make(directory)
        guard faccessat(AT_FDCWD, directory, W_OK | X_OK, AT_EACCESS) == 0 else {
            throw .last("can't write to the directory '\(directory)'")
        }
    }

    private static func make(_ directory: String) throws(FileError) {
        var failure = mkdir(directory, 0o700) == 0 ? 0 : errno
        if failure == ENOENT, directory != "/" {
            try make(Self(directory).directory)
            failure = mkdir(directory, 0o700) == 0 ? 0 : errno
        }
        if failure == EEXIST { return }
        guard failure == 0 else {
            throw FileError(action: "can't make the directory '\(directory)'", systemError: failure)
        }
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return }
        giveToOwner(of: Self(directory).directory, descriptor)
        close(descriptor)
    }

    /// Gives what root has made in another user's directory to that user, who could not use it otherwise.
    static func giveToOwner(of directory: String, _ descriptor: Int32) {
        var (owner, made) = (stat(), stat())
        guard geteuid() == 0, stat(directory, &owner) == 0, fstat(descriptor, &made) == 0, made.st_uid != owner.st_uid
        else { return }
        // The user may have put another file of root's there, which stays root's.
        guard made.st_mode & S_IFMT == S_IFDIR || made.st_nlink == 1 else { return }
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }
}
#endif
