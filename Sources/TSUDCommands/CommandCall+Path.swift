import Foundation
import TSUD

extension CommandCall {
    /// Prints the files of the settings' suites.
    func path() throws {
        let paths = program.suites.compactMap(Self.path)
        if paths.isEmpty { throw CommandFailure.noValue }
        try write(paths.map { $0 + "\n" }.joined())
    }

    /// The file in which Foundation stores a suite, where it is known.
    static func path(of suite: UserDefaults) -> String? {
        #if canImport(Darwin)
        guard suite === UserDefaults.standard else { return nil }
        let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        return URL.libraryDirectory.appending(components: "Preferences", "\(name).plist").path()
        #else
        return suite.filePath
        #endif
    }
}
