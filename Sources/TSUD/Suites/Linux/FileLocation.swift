#if os(Linux)
import CPreferences
import Foundation

/// The path of the file in which Foundation stores a suite.
enum FileLocation {
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
        guard !file.hasPrefix("/") else { return normalized(file) }
        return normalized(
            configurationDirectory(environment, workingDirectory: workingDirectory) + "/" + file
        )
    }

    /// Returns the paths of an administrator's files for a suite, without the extensions, by the XDG specification.
    ///
    /// - Parameters:
    ///   - name: the suite's name; `nil` for the standard suite.
    ///   - environment: the environment.
    ///   - isElevated: whether the process has other rights than the user who started it, and chose the variables.
    /// - Returns: the paths; none for a suite outside the user's directory.
    static func systemPaths(
        ofSuiteNamed name: String?,
        environment: [String: String] = initialEnvironment,
        isElevated: Bool = getauxval(UInt(AT_SECURE)) != 0
    ) -> [String] {
        let workingDirectory = FileManager.default.currentDirectoryPath
        let own = normalized(configurationDirectory(environment, workingDirectory: workingDirectory))
        let path = path(ofSuiteNamed: name, environment: environment, workingDirectory: workingDirectory)
        guard path.hasUTF8Prefix(own + "/") else { return [] }
        let file = String(decoding: path.utf8.dropFirst(own.utf8.count).dropLast(".plist".utf8.count), as: UTF8.self)
        let variable = isElevated ? "" : environment["XDG_CONFIG_DIRS"] ?? ""
        let directories = variable.isEmpty ? ["/etc/xdg"] : variable.components(separatedBy: ":")
        return directories.filter { $0.hasPrefix("/") }.map(normalized).filter { $0 != own }.map { $0 + file }
    }

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
            for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS"] where text.hasUTF8Prefix(name + "=") {
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
