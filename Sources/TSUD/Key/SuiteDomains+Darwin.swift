#if canImport(Darwin)
import Foundation

/// What a suite's object for a key comes from: Foundation answers with the first of its domains that has one.
enum SuiteDomains {
    /// The object that a launch argument gives the key.
    static func launchArgument(_ key: String, in suite: UserDefaults) -> Any? {
        suite is EphemeralSuite ? nil : suite.volatileDomain(forName: UserDefaults.argumentDomain)[key]
    }

    /// The object that is registered for the key.
    static func registered(_ key: String, in suite: UserDefaults) -> Any? {
        if let suite = suite as? EphemeralSuite { return suite.storage.registeredObject(forKey: key) }
        return suite.volatileDomain(forName: UserDefaults.registrationDomain)[key]
    }

    /// The object that is stored in the suite itself.
    ///
    /// A suite other than the standard one can't be asked for its name, and so not for what it alone holds: there, an
    /// object that is the same as the registered one counts as registered, and one behind a launch argument as absent.
    static func stored(_ key: String, in suite: UserDefaults) -> Any? {
        if let suite = suite as? EphemeralSuite { return suite.storage.storedObject(forKey: key) }
        guard let object = suite.object(forKey: key) else { return nil }
        let registered = registered(key, in: suite)
        let hidden = launchArgument(key, in: suite) != nil
        if !hidden && (registered == nil || !isSameObject(object, registered)) { return object }
        guard suite === UserDefaults.standard, let name = Bundle.main.bundleIdentifier else { return nil }
        return suite.persistentDomain(forName: name)?[key]
    }
}
#endif
