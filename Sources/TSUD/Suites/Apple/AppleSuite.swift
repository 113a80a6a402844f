#if canImport(Darwin)
import Foundation

extension Suites {
    static func suite(of defaults: UserDefaults) -> any Suite {
        shared.suite(of: defaults) { AppleSuite(defaults) }
    }
}

/// A suite on Apple systems, where a daemon saves and key-value observing tells of changes.
final class AppleSuite: SynchronizedSuite, @unchecked Sendable {
    /// The object that is stored in the suite itself.
    ///
    /// Only of the standard suite can it be asked. A named suite does not tell its name; there, what is managed, or the
    /// same as the registered or the global object, counts as not stored, and so does what a launch argument hides.
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

/// Where `register(defaults:)` puts its objects.
enum RegistrationDomain {
    static func object(forKey key: String, in defaults: UserDefaults) -> Any? {
        defaults.volatileDomain(forName: UserDefaults.registrationDomain)[key]
    }
}
#endif
