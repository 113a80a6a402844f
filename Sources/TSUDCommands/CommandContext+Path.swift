import Foundation
import TSUD

extension CommandContext {
    /// Prints the files of the settings' suites.
    func path() throws {
        if options.contains("--all") { return try allPaths() }
        let paths = program.firstOfSuites.compactMap(\.path)
        if paths.isEmpty { throw CommandError.noValue }
        try print(paths.map { $0 + "\n" }.joined())
    }

    /// Prints the files that the settings are read from, in the order in which TSUD searches them.
    private func allPaths() throws {
        try print(
            program.files.map { "\($0.path)\t\(access($0.path, F_OK) == 0 ? "exists" : "missing")\n" }.joined()
        )
    }
}

extension Program {
    /// The files that the settings are read from: those with locked values, the user's, and those with defaults.
    var files: [(path: String, isOfSystem: Bool)] {
        firstOfSuites.flatMap { setting in
            let system = setting.handle.suite.systemFiles
            let own = setting.path.map { [($0, false)] } ?? []
            return system.filter(\.isLocked).map { ($0.path, true) } + own
                + system.filter { !$0.isLocked }.map { ($0.path, true) }
        }
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
