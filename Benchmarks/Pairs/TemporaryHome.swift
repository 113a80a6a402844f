import Foundation

/// A new directory for the preferences files of this process, so that none is in the user's home directory.
enum TemporaryHome {
    /// Creates the directory, makes the programs that are launched on Linux use it, and removes it when the process
    /// exits.
    ///
    /// On Apple systems, the system manages the files, so this empties the suites instead.
    static func use() {
        let directory = directory
        setenv("XDG_CONFIG_HOME", directory.path, 1)
        // Handlers run in reverse order, so this handler runs after TSUD has saved.
        atexit {
            #if canImport(Darwin)
            for name in [measuredName, launchedName] + launchedPrograms {
                measured.removePersistentDomain(forName: name)
            }
            #endif
            try? FileManager.default.removeItem(at: Self.directory)
        }
    }

    /// The path of a file in the directory.
    static func path(of name: String) -> String { directory.appending(path: name).path }

    private static let directory: URL = {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "tsud-benchmarks-\(UUID().uuidString)", directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            fatalError("No temporary directory: \(error)")
        }
        return url
    }()
}
