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
        environment: (String) -> String? = { getenv($0).map { String(cString: $0) } },
        workingDirectory: String = FileManager.default.currentDirectoryPath
    ) -> String {
        let file = (name ?? standardName) + ".plist"
        guard !file.hasPrefix("/") else { return normalized(file) }
        return normalized(
            configurationDirectory(environment: environment, workingDirectory: workingDirectory) + "/" + file
        )
    }

    /// The name of the standard suite's file: the main bundle's identifier or, without one, the process name.
    static var standardName: String {
        if let identifier = Bundle.main.bundleIdentifier, !identifier.isEmpty { return identifier }
        return ProcessInfo.processInfo.processName
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
