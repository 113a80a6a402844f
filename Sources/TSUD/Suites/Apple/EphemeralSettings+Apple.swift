#if canImport(Darwin)
import Foundation

extension EphemeralSettings {
    /// A suite in a file of its own in the temporary directory, so that `@AppStorage` and key-value observing work with
    /// it.
    static func make() -> EphemeralSettings {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("TSUD-\(UUID().uuidString)").path
        return EphemeralSettings(suite: UserDefaults(suiteName: path) ?? .standard, path: path)
    }

    func remove() {
        guard let path else { return }
        suite.removePersistentDomain(forName: path)
        try? FileManager.default.removeItem(atPath: path + ".plist")
    }
}
#endif
