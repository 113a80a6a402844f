#if !canImport(Darwin)
import Foundation

/// The objects that `register(defaults:)` has added, for all suites.
enum RegistrationDomain {
    static func object(forKey key: String, in defaults: UserDefaults) -> Any? {
        emptySuite.object(forKey: key)
    }

    /// Makes Foundation load that suite, which may lose a `set` that another thread makes meanwhile.
    static func load() { _ = emptySuite }

    /// A suite without stored values and launch arguments, which returns only registered defaults.
    nonisolated(unsafe) private static let emptySuite: UserDefaults = {
        guard let suite = UserDefaults(suiteName: "TSUD.nothing-stored") else { return .standard }
        suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        _ = suite.object(forKey: "")
        return suite
    }()
}
#endif
