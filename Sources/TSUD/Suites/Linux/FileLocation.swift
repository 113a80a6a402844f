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
#endif
