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

    /// Creates the missing directories, accessible only by their owner.
    func makeDirectory() throws(FileError) { try Self.make(directory) }

    private static func make(_ directory: String) throws(FileError) {
        if mkdir(directory, 0o700) == 0 || errno == EEXIST { return }
        if errno == ENOENT, directory != "/" {
            try make(Self(directory).directory)
            if mkdir(directory, 0o700) == 0 || errno == EEXIST { return }
        }
        throw .last("can't make the directory '\(directory)'")
    }
}
#endif
