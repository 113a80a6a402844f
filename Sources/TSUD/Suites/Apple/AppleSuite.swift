#if canImport(Darwin)
import Foundation

extension Suites {
    static func suite(of defaults: UserDefaults) -> any Suite {
        shared.suite(of: defaults) { AppleSuite(defaults) }
    }
}

/// A suite on Apple systems, where a daemon saves and key-value observing reports changes.
final class AppleSuite: SynchronizedSuite, @unchecked Sendable {
    /// The object stored in the suite itself.
    ///
    /// Only the standard suite can be asked for it, because a named suite does not reveal its name. There, an object
    /// does not count as stored if it is managed, if a launch argument hides it, or if it equals the registered or the
    /// global object.
    override func storedObject(forKey key: String) -> Any? {
        if defaults === UserDefaults.standard { return Self.preference(key, of: kCFPreferencesCurrentApplication) }
        guard !isManaged(key), let object = super.storedObject(forKey: key) else { return nil }
        let global = Self.preference(key, of: kCFPreferencesAnyApplication)
        return global.map { isSameObject($0, object) } == true ? nil : object
    }

    private static func preference(_ key: String, of application: CFString) -> Any? {
        CFPreferencesCopyValue(key as CFString, application, kCFPreferencesCurrentUser, kCFPreferencesAnyHost)
    }

    override func isManaged(_ key: String) -> Bool { defaults.objectIsForced(forKey: key) }

    override func listener(for observers: Observers) -> (any ForeignChangeListener)? {
        KeyValueListener.canObserve(observers.key)
            ? KeyValueListener(observers, defaults) : NotificationListener(observers)
    }
}

/// The objects that `register(defaults:)` has added.
enum RegistrationDomain {
    static func object(forKey key: String, in defaults: UserDefaults) -> Any? {
        defaults.volatileDomain(forName: UserDefaults.registrationDomain)[key]
    }
}
#endif
