#if !canImport(Darwin)
import Foundation

/// A suite whose file is unknown, which TSUD saves by `synchronize()` in `flush()` and at exit.
///
/// On Linux it is used for subclasses of `UserDefaults`, which may store their values elsewhere.
final class OtherSuite: SynchronizedSuite, @unchecked Sendable {
    override func registeredObject(forKey key: String) -> Any? { RegistrationDomain.object(forKey: key) }
}

#if !os(Linux)
extension SuiteRegistry {
    static func backend(of defaults: UserDefaults) -> any Suite {
        if let own = defaults as? any UserDefaultsWithSuite { return own.backend }
        return shared.backend(of: defaults) { OtherSuite(defaults) }
    }
}
#endif
#endif
