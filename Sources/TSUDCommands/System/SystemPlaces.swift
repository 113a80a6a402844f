#if os(Linux)
import Foundation
import TSUD

/// The places in which an administrator may put files for one suite.
struct SystemPlaces: Sendable {
    /// The paths without the extensions, in the order in which TSUD searches them.
    let bases: [String]

    init(bases: [String]) { self.bases = bases }

    /// The places by the XDG specification; none for a suite outside the user's directory.
    ///
    /// - Parameters:
    ///   - path: The path of the suite's file.
    ///   - own: The user's directory.
    ///   - variable: The search list.
    ///   - isElevated: Whether the process has other rights than the user who started it, and chose the variables.
    init(
        ofFileAt path: String,
        in own: String,
        variable: String? = ProcessInfo.processInfo.environment["XDG_CONFIG_DIRS"],
        isElevated: Bool = FileLocation.isElevated
    ) {
        let (beginning, end) = (own == "/" ? own : own + "/", ".plist")
        guard path.hasPrefix(beginning), path.hasSuffix(end) else {
            self.init(bases: [])
            return
        }
        let name = path.dropFirst(beginning.count).dropLast(end.count)
        let list = isElevated ? "" : variable ?? ""
        let directories = list.isEmpty ? ["/etc/xdg"] : list.components(separatedBy: ":")
        let absolute = directories.filter { $0.hasPrefix("/") }.map { URL(filePath: $0).standardizedPath }
        self.init(bases: absolute.filter { $0 != own }.map { ($0 == "/" ? "" : $0) + "/" + name })
    }

    /// The places of a suite's files.
    init(of suite: UserDefaults) {
        guard let path = suite.filePath, let standard = UserDefaults.standard.filePath else {
            self.init(bases: [])
            return
        }
        self.init(ofFileAt: path, in: FilePath(standard).directory)
    }

    /// The paths of the files, those in which the first value of a name counts first.
    ///
    /// - Parameters:
    ///   - isLocked: Whether the files lock their names.
    ///   - known: Paths that stay if their directory can't be listed.
    /// - Returns: The paths.
    func paths(isLocked: Bool, known: [String] = []) -> [String] {
        bases.flatMap { base -> [String] in
            let base = base + (isLocked ? ".locked" : "")
            let directory = base + ".d"
            let known = known.map { FilePath($0) }.filter { $0.directory == directory }.map(\.name)
            let names = Self.names(in: directory)
            let isForbidden = names == nil && access(directory, F_OK) == 0
            return (names ?? known).sorted { $1.utf8.lexicographicallyPrecedes($0.utf8) }.map { directory + "/" + $0 }
                // Reading it as a file fails with the reason.
                + (isForbidden ? [directory] : []) + [base + ".json"]
        }
    }

    /// The names of the files in a directory; `nil` if it can't be listed.
    private static func names(in directory: String) -> [String]? {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            return names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        } catch {
            var status = stat()
            if stat(directory, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR ? nil : [] }
            return [ENOENT, ENOTDIR].contains(errno) ? [] : nil
        }
    }

    /// The property lists that an earlier version has read.
    var propertyLists: [String] {
        bases.flatMap { base in [".locked.plist", ".plist"].map { base + $0 } }.filter { access($0, F_OK) == 0 }
    }

    /// The paths to watch: those of the files, and one in each directory without any.
    var watchedPaths: [FilePath] {
        let directories = bases.flatMap { base in [".locked.d", ".d"].map { base + $0 } }
        let paths = [true, false].flatMap { self.paths(isLocked: $0) }.map { FilePath($0) }
        let existing = paths.filter { (path: FilePath) in faccessat(AT_FDCWD, path.path, F_OK, 0) == 0 }
        var known = Set(existing.map(\.directory))
        return existing
            + (paths + directories.map { FilePath($0 + "/*.json") }).filter { known.insert($0.directory).inserted }
            .map { path in
                // A directory that this process may not list shows it no new file, but its parent shows that it may.
                let isForbidden = access(path.directory, R_OK) != 0 && errno == EACCES
                return isForbidden ? FilePath(path.directory) : path
            }
    }
}

extension URL {
    fileprivate var standardizedPath: String {
        let path = standardized.path(percentEncoded: false)
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
#endif
