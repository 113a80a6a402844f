#if os(Linux)
import Foundation

/// The objects that `register(defaults:)` has added, for all suites.
enum RegistrationDomain {
    /// The lock of TSUD's first loads and sets on Linux.
    ///
    /// In each, Foundation finds the suite by `getpwuid`, which has one buffer for all threads. It sets the object in
    /// another suite, and so loses it, if another thread calls that function at the same moment. The program may do so at
    /// any time, so TSUD looks at memory again after it has set an object.
    static let lock = Locked(())

    static func object(forKey key: String) -> Any? {
        load()
        return emptySuite.object(forKey: key)
    }

    /// Makes Foundation load the empty suite, if it has not yet.
    ///
    /// Most programs need none, and are launched a twentieth faster without.
    static func load() { lock.withLock { _ in _ = emptySuite } }

    /// A suite without stored values and launch arguments, which returns only registered defaults.
    nonisolated(unsafe) private static let emptySuite: UserDefaults = {
        guard let suite = UserDefaults(suiteName: "TSUD.nothing-stored") else { return .standard }
        suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        _ = suite.object(forKey: "")
        return suite
    }()
}
#endif
