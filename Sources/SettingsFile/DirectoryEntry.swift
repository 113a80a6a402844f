#if os(Linux)
import Foundation

/// A path, split into a directory and the name in it.
package struct DirectoryEntry: Equatable, Sendable {
    let directory: String
    package let name: String

    init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }

    package init(_ path: String) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        directory = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[slash...].dropFirst())
    }

    package var path: String { directory == "/" ? "/" + name : directory + "/" + name }

    /// This entry and the chain of symbolic links that starts at it, each followed to the next, ending with the target.
    ///
    /// The target need not exist.
    package var linksAndTarget: [Self] {
        var entries = [self]
        // The kernel follows at most 40 links. A circular chain stops there, and opening it fails.
        while entries.count <= 40, let link = entries.last, let next = link.destination {
            entries.append(next)
        }
        return entries
    }

    /// The entry that the chain of symbolic links leads to.
    var target: Self { linksAndTarget.last ?? self }

    private var destination: Self? {
        guard let text = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return nil }
        return Self(text.hasPrefix("/") ? text : directory + "/" + text)
    }
}
#endif
