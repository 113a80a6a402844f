import Foundation

/// A suite that `UserDefaults` itself saves: asynchronously on Apple systems, by `synchronize()` elsewhere.
class SynchronizedSuite: Suite, @unchecked Sendable {
    let defaults: UserDefaults
    let observers = ObserversTable()

    init(_ defaults: UserDefaults) {
        self.defaults = defaults
    }

    /// The object for the key, unless a launch argument hides it or it equals the registered one: `UserDefaults` does
    /// not tell where an object comes from.
    func storedObject(forKey key: String) -> Any? {
        guard let object = defaults.object(forKey: key), launchArgument(forKey: key) == nil else { return nil }
        if let registered = registeredObject(forKey: key), isSameObject(object, registered) { return nil }
        return object
    }

    /// Copies all objects of all domains, because `UserDefaults` has no list of keys only.
    func storedKeys(withPrefix prefix: String) -> [String] {
        defaults.dictionaryRepresentation().keys.filter {
            $0.utf8.starts(with: prefix.utf8) && storedObject(forKey: $0) != nil
        }
    }

    func registeredObject(forKey key: String) -> Any? { RegistrationDomain.object(forKey: key, in: defaults) }

    func launchArgument(forKey key: String) -> Any? {
        defaults.volatileDomain(forName: UserDefaults.argumentDomain)[key]
    }

    func isManaged(_ key: String) -> Bool { false }

    func store(_ form: StoredForm, forKey key: String, removing otherKeys: [String]) {
        defaults.store(form, forKey: key)
        for other in otherKeys { defaults.removeObject(forKey: other) }
        noteChange()
    }

    func remove(_ keys: [String]) {
        for key in keys { defaults.removeObject(forKey: key) }
        noteChange()
    }

    func noteChange() { UnsavedSuites.shared.insert(self) }

    func flush() throws(TSUDError) {
        UnsavedSuites.shared.remove(self)
        defaults.synchronize()
    }

    func listener(for observers: Observers) -> (any ForeignChangeListener)? { nil }
}
