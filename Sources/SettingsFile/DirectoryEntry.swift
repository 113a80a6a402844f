#if os(Linux)
import Foundation

/// A path taken apart into the directory and the name in it.
package struct DirectoryEntry: Hashable, Sendable {
    let directory: String
    let name: String

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

    /// The symbolic links from this entry on, each followed to the next, and at the end what is no link.
    ///
    /// The last one need not exist: a link may point to a file that is yet to be made.
    package var linksAndTarget: [DirectoryEntry] {
        var entries = [self]
        // As many links as the kernel would follow; a circle of them ends somewhere and fails to open.
        while entries.count <= 40, let link = entries.last, let next = link.destination {
            entries.append(next)
        }
        return entries
    }

    private var destination: DirectoryEntry? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(path, &buffer, buffer.count)
        guard length > 0 else { return nil }
        let text = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return DirectoryEntry(text.hasPrefix("/") ? text : directory + "/" + text)
    }
}
#endif
