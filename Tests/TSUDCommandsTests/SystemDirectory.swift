#if os(Linux)
import Foundation
import TestSupport

/// A directory of administrators' files, which root trusts.
struct SystemDirectory {
    private let directory: TemporaryDirectory
    var path: String { directory.path }

    init() throws {
        directory = try TemporaryDirectory()
        // Root trusts no file in a directory that others can write, unless it is sticky, as the temporary one is.
        chmod(directory.path, 0o755)
    }

    func path(_ name: String) -> String { directory.path(name) }
    func bytes(of name: String) throws -> [UInt8] { try directory.bytes(of: name) }

    /// Writes a file that all users can read.
    func install(_ contents: String, as name: String) throws {
        try directory.write(Array(contents.utf8), to: name)
        chmod(directory.path(name), 0o644)
    }
}
#endif
