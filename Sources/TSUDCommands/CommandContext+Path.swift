import Foundation
import TSUD

extension CommandContext {
    /// Prints the files of the settings' suites.
    func path() throws {
        var paths: [String] = []
        for path in program.keys.compactMap({ NamedSetting($0).path }) where !paths.contains(path) {
            paths.append(path)
        }
        if paths.isEmpty { throw CommandError.noValue }
        try write(paths.map { $0 + "\n" }.joined())
    }
}

extension NamedSetting {
    /// The path of the suite's file; `nil` if it is unknown.
    var path: String? {
        #if canImport(Darwin)
        let standard = Bundle.mainIfAvailable?.bundleIdentifier ?? ProcessInfo.processInfo.processName
        let name = handle.key.suiteName.isEmpty ? standard : handle.key.suiteName
        return URL.libraryDirectory.appending(components: "Preferences", "\(name).plist").path(percentEncoded: false)
        #else
        return handle.suite.filePath
        #endif
    }
}
