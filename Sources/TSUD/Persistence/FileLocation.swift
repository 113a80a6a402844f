#if os(Linux)
import Foundation

/// Where Foundation keeps the settings of a suite.
enum FileLocation {
    /// The path of a suite's file, put together as Foundation does it.
    ///
    /// - Parameters:
    ///   - name: the suite's name; `nil` for the standard suite.
    ///   - environment: the variables of the process.
    ///   - workingDirectory: what a `HOME` that is no absolute path begins at.
    /// - Returns: the path, absolute, symbolic links not followed.
    static func path(
        ofSuiteNamed name: String?,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        workingDirectory: String = FileManager.default.currentDirectoryPath
    ) -> String {
        let file = (name ?? standardName) + ".plist"
        guard !file.hasPrefix("/") else { return normalized(file) }
        return normalized(
            configurationDirectory(environment: environment, workingDirectory: workingDirectory) + "/" + file
        )
    }

    /// What the standard suite's file is called: the main bundle's identifier or else the name of the process.
    static var standardName: String {
        if let identifier = Bundle.main.bundleIdentifier, !identifier.isEmpty { return identifier }
        return ProcessInfo.processInfo.processName
    }

    /// A relative `XDG_CONFIG_HOME` is ignored, as its specification wants; without a `HOME` the root stands in.
    private static func configurationDirectory(environment: [String: String], workingDirectory: String) -> String {
        if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") { return directory }
        let home = environment["HOME"] ?? ""
        return (home.isEmpty || home.hasPrefix("/") ? home : workingDirectory + "/" + home) + "/.config"
    }

    /// The path without `.`, `..` and empty components, which Foundation takes out without asking the disk.
    private static func normalized(_ path: String) -> String {
        var components: [String] = []
        for component in path.split(separator: "/") where component != "." {
            if component == ".." { _ = components.popLast() } else { components.append(String(component)) }
        }
        return "/" + components.joined(separator: "/")
    }
}

/// A path taken apart into the directory and the name in it.
struct DirectoryEntry: Hashable, Sendable {
    let directory: String
    let name: String

    init(directory: String, name: String) {
        self.directory = directory
        self.name = name
    }

    init(_ path: String) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        directory = slash == path.startIndex ? "/" : String(path[..<slash])
        name = String(path[slash...].dropFirst())
    }

    var path: String { directory == "/" ? "/" + name : directory + "/" + name }

    /// The symbolic links from this entry on, each followed to the next, and at the end what is no link.
    ///
    /// The last one need not exist: a link may point to a file that is yet to be made.
    var linksAndTarget: [DirectoryEntry] {
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
