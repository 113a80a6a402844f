#if !canImport(Darwin)
import Foundation

/// The objects that `register(defaults:)` has added, for all suites.
enum RegistrationDomain {
    static func object(forKey key: String) -> Any? { emptySuite.object(forKey: key) }

    /// Makes Foundation load the empty suite, if it has not yet.
    ///
    /// A program that only reads needs none, and is launched a twentieth faster without.
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
