import Foundation

/// A fresh directory for the preferences files of this process, so that none goes to a real home.
enum TemporaryHome {
    /// Makes the directory, has Foundation for Linux keep its files there, and removes it when the process exits.
    ///
    /// On Apple systems the files are the system's affair; there the suites are emptied instead.
    static func use() {
        let directory = directory
        setenv("XDG_CONFIG_HOME", directory.path, 1)
        // What is registered first runs last: after the library has saved.
        atexit {
            #if canImport(Darwin)
            for name in [measuredName, launchedName] {
                measured.removePersistentDomain(forName: name)
            }
            #endif
            try? FileManager.default.removeItem(at: TemporaryHome.directory)
        }
    }

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
