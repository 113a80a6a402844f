#if os(Linux)
import CPreferences
import Foundation

/// The path of the file in which Foundation stores a suite.
package enum FileLocation {
    /// The path of a suite's file, by Foundation's rules.
    ///
    /// - Parameters:
    ///   - name: the suite's name; `nil` for the standard suite.
    ///   - environment: the environment.
    ///   - workingDirectory: the base of a relative `HOME`.
    /// - Returns: an absolute path, with symbolic links not resolved.
    static func path(
        ofSuiteNamed name: String?,
        environment: [String: String] = initialEnvironment,
        workingDirectory: String = FileManager.default.currentDirectoryPath
    ) -> String {
        let file = (name ?? standardName) + ".plist"
        // Such a process has no file, which would be the caller's.
        if isElevated { return "/dev/null/" + file }
        guard !file.hasPrefix("/") else { return normalized(file) }
        return normalized(
            configurationDirectory(environment, workingDirectory: workingDirectory) + "/" + file
        )
    }

    /// Whether the process has other rights than the user who started it, and chose its variables.
    package static let isElevated = getauxval(UInt(AT_SECURE)) != 0

    /// The name of the standard suite's file: the main bundle's identifier or, without one, the program's name.
    ///
    /// Foundation notes the path of the executable when it is loaded, and so does the main bundle. A program can assign the
    /// process's name, and `/proc/self/exe` changes when the executable is replaced.
    static let standardName: String = {
        let bundle = Bundle.mainIfAvailable
        if let identifier = bundle?.bundleIdentifier, !identifier.isEmpty { return identifier }
        guard let path = bundle?.executablePath else { return ProcessInfo.processInfo.processName }
        return FilePath(path).name
    }()

    /// The variables that the process was started with: Foundation notes them when it is loaded.
    private static let initialEnvironment: [String: String] = {
        guard let block = FileManager.default.contents(atPath: "/proc/self/environ") else {
            return ProcessInfo.processInfo.environment
        }
        var variables: [String: String] = [:]
        // As an array, because going through `Data` byte by byte is slow, and this happens at launch.
        for entry in Array(block).split(separator: 0) {
            guard let text = String(bytes: entry, encoding: .utf8) else { continue }
            for name in ["HOME", "XDG_CONFIG_HOME"] where text.hasUTF8Prefix(name + "=") {
                variables[name] = String(text.utf8.dropFirst(name.utf8.count + 1))
            }
        }
        return variables
    }()

    /// The XDG specification requires that a relative `XDG_CONFIG_HOME` is ignored; without `HOME` the root is used.
    private static func configurationDirectory(_ environment: [String: String], workingDirectory: String) -> String {
        if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") { return directory }
        let home = environment["HOME"] ?? ""
        return (home.isEmpty || home.hasPrefix("/") ? home : workingDirectory + "/" + home) + "/.config"
    }

    /// Removes `.`, `..` and empty components without accessing the disk, as Foundation does.
    private static func normalized(_ path: String) -> String {
        var components: [String] = []
        for component in path.components(separatedBy: "/") where !["", "."].contains(component) {
            if component == ".." { _ = components.popLast() } else { components.append(component) }
        }
        return components.reduce(into: "") { $0 += "/" + $1 }
    }
}
#endif
