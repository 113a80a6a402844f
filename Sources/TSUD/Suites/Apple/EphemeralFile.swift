#if canImport(Darwin) || DEBUG
import Foundation

extension EphemeralSettings {
    /// Creates settings in a file, with which `@AppStorage` and key-value observing work.
    ///
    /// - Parameters:
    ///   - file: The suite.
    ///   - path: The suite's name, a path from ``newPath``.
    convenience init(in file: AppleSuite, at path: String) {
        self.init(in: file.defaults) {
            file.unsaved.remove(file)
            // The daemon writes the file now, and not later. After `removePersistentDomain`, it would.
            file.synchronizeDomain()
            try? FileManager.default.removeItem(atPath: path + ".plist")
        }
    }

    /// A new path in the temporary directory, for the name of a suite.
    static var newPath: String {
        FileManager.default.temporaryDirectory.appendingPathComponent("TSUD-\(UUID().uuidString)").path
    }
}
#endif
