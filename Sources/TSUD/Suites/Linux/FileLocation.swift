#if os(Linux)
import Foundation

/// The path of the file in which Foundation stores a suite.
enum FileLocation {
    /// The path of a suite's file, by Foundation's rules.
    ///
    /// - Parameters:
    ///   - name: the suite's name; `nil` for the standard suite.
    ///   - environment: looks up an environment variable.
    ///   - workingDirectory: the base of a relative `HOME`.
    /// - Returns: an absolute path, with symbolic links not resolved.
    static func path(
        ofSuiteNamed name: String?,
        environment: (String) -> String? = variable,
        workingDirectory: String = FileManager.default.currentDirectoryPath
    ) -> String {
        let file = (name ?? standardName) + ".plist"
        guard !file.hasPrefix("/") else { return normalized(file) }
        return normalized(
            configurationDirectory(environment: environment, workingDirectory: workingDirectory) + "/" + file
        )
    }

    /// The name of the standard suite's file: the main bundle's identifier or, without one, the program's name.
    ///
    /// Foundation notes the path of the executable when it is loaded, and so does the main bundle. The process's name
    /// can be assigned, and `/proc/self/exe` changes when the executable is replaced.
    static var standardName: String {
        if let identifier = Bundle.main.bundleIdentifier, !identifier.isEmpty { return identifier }
        return Bundle.main.executableURL?.lastPathComponent ?? ProcessInfo.processInfo.processName
    }

    /// A variable of the environment, as Foundation sees it when it first uses a suite: it notes `HOME` when it is
    /// loaded, but not `XDG_CONFIG_HOME`.
    private static func variable(_ name: String) -> String? {
        if name == "HOME", let initial = FileManager.default.contents(atPath: "/proc/self/environ") {
            let prefix = Data("HOME=".utf8)
            let entry = initial.split(separator: 0).first { $0.starts(with: prefix) }
            return entry.flatMap { String(bytes: $0.dropFirst(prefix.count), encoding: .utf8) }
        }
        return getenv(name).map { String(cString: $0) }
    }

    /// The XDG specification requires that a relative `XDG_CONFIG_HOME` is ignored; without `HOME` the root is used.
    private static func configurationDirectory(environment: (String) -> String?, workingDirectory: String) -> String {
        if let directory = environment("XDG_CONFIG_HOME"), directory.hasPrefix("/") { return directory }
        let home = environment("HOME") ?? ""
        return (home.isEmpty || home.hasPrefix("/") ? home : workingDirectory + "/" + home) + "/.config"
    }

    /// Removes `.`, `..` and empty components without accessing the disk, as Foundation does.
    private static func normalized(_ path: String) -> String {
        var components: [String] = []
        for component in path.components(separatedBy: "/") where !component.isEmpty && component != "." {
            if component == ".." { _ = components.popLast() } else { components.append(component) }
        }
        return "/" + components.joined(separator: "/")
    }
}
#endif
