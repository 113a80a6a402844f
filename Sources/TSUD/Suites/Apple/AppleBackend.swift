import Foundation

/// A suite on Apple systems, where a daemon saves and key-value observing reports changes.
final class AppleBackend: SynchronizedBackend, @unchecked Sendable {
    private let preferences: any ApplePreferences
    /// The suite's own domain; `nil` if it is unknown, because `UserDefaults` does not reveal the name of a suite.
    private let domain: PreferencesDomain?

    init(_ defaults: UserDefaults, _ preferences: any ApplePreferences, domain: PreferencesDomain?) {
        self.preferences = preferences
        self.domain = domain
        super.init(defaults)
    }

    /// The object stored in the suite itself.
    ///
    /// If the suite's domain is unknown, an object does not count as stored if it is managed, if a launch argument
    /// hides it, or if it equals the registered or the global object.
    override func storedObject(forKey key: String) -> Any? {
        if let domain { return preferences.object(forKey: key, in: domain) }
        guard !isManaged(key), let object = defaults.object(forKey: key) else { return nil }
        return isSameObject(object, preferences.objectInEmptySuite(forKey: key)) ? nil : object
    }

    override func isManaged(_ key: String) -> Bool { defaults.objectIsForced(forKey: key) }

    override func listener(for observation: KeyObservation) -> (any ForeignChangeListener)? {
        observation.prefix == nil && KeyValueListener.canObserve(observation.key)
            ? KeyValueListener(observation, preferences) : NotificationListener(observation)
    }
}
