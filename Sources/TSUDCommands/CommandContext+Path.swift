import Foundation
import TSUD

extension CommandContext {
    /// Prints the files of the settings' suites.
    func path() throws {
        if options.contains("--all") { return try allPaths() }
        var paths: [String] = []
        for path in program.keys.compactMap({ NamedSetting($0).path }) where !paths.contains(path) {
            paths.append(path)
        }
        if paths.isEmpty { throw CommandError.noValue }
        try write(paths.map { $0 + "\n" }.joined())
    }

    /// Prints the files that the settings are read from, in the order in which TSUD searches them.
    private func allPaths() throws {
        try write(
            program.files.map { "\($0.path)\t\(access($0.path, F_OK) == 0 ? "exists" : "missing")\n" }.joined()
        )
    }
}

extension Program {
    /// The files that the settings are read from: those with locked values, the user's, and those with defaults.
    var files: [(path: String, isOfSystem: Bool)] {
        var files: [(path: String, isOfSystem: Bool)] = []
        for setting in keys.map({ NamedSetting($0) }) {
            let system = setting.handle.suite.systemFiles
            let locked = system.filter(\.isLocked).map { ($0.path, true) }
            let defaults = system.filter { !$0.isLocked }.map { ($0.path, true) }
            for file in locked + (setting.path.map { [($0, false)] } ?? []) + defaults {
                if !files.contains(where: { $0.path == file.0 }) { files.append(file) }
            }
        }
        return files
    }
}

extension NamedSetting {
    /// The path of the suite's file; `nil` if it is unknown.
    var path: String? {
        #if canImport(Darwin)
        let standard = Bundle.mainIfAvailable?.bundleIdentifier ?? ProcessInfo.processInfo.processName
        let name = handle.setting.suiteName.isEmpty ? standard : handle.setting.suiteName
        return URL.libraryDirectory.appending(components: "Preferences", "\(name).plist").path(percentEncoded: false)
        #else
        return handle.suite.filePath
        #endif
    }
}
