#if !canImport(Darwin)
import Foundation

/// What `register(defaults:)` has put into the process, for all suites.
enum RegistrationDomain {
    static func object(forKey key: String, in defaults: UserDefaults) -> Any? {
        emptySuite.object(forKey: key)
    }

    /// Nothing is ever stored in it, and no launch argument reaches it: the registered defaults shine through.
    nonisolated(unsafe) private static let emptySuite: UserDefaults = {
        guard let suite = UserDefaults(suiteName: "TSUD.nothing-stored") else { return .standard }
        suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        return suite
    }()
}
#endif
