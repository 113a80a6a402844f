#if !canImport(Darwin)
import Foundation

/// What a suite's object for a key comes from: Foundation answers with the first of its domains that has one.
enum SuiteDomains {
    /// The object that a launch argument gives the key.
    static func launchArgument(_ key: String, in suite: UserDefaults) -> Any? {
        suite is EphemeralSuite ? nil : suite.volatileDomain(forName: UserDefaults.argumentDomain)[key]
    }

    /// The object that is registered for the key, in this process and for all suites.
    static func registered(_ key: String, in suite: UserDefaults) -> Any? {
        if let suite = suite as? EphemeralSuite { return suite.storage.registeredObject(forKey: key) }
        return NothingStored().suite.object(forKey: key)
    }

    /// The object that is stored in the suite itself.
    ///
    /// Costs one or two look-ups; behind a launch argument, or where the object is the same as the registered one, the
    /// whole suite is copied. A subclass keeps its storage to itself, and there such an object counts as not stored.
    static func stored(_ key: String, in suite: UserDefaults) -> Any? {
        if let suite = suite as? EphemeralSuite { return suite.storage.storedObject(forKey: key) }
        guard let object = suite.object(forKey: key) else { return nil }
        let registered = registered(key, in: suite)
        let hidden = launchArgument(key, in: suite) != nil
        if !hidden && (registered == nil || !isSameObject(object, registered)) { return object }
        return SuiteSaver.of(suite).storedObject(forKey: key)
    }
}

/// A suite that nothing is ever stored in, and that no launch argument reaches: the registered defaults shine through.
private struct NothingStored {
    let suite: UserDefaults

    init() {
        suite = UserDefaults(suiteName: "TSUD.nothing-stored") ?? .standard
        suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
    }
}
#endif
