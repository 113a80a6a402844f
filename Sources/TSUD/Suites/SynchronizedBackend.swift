import Foundation

/// A suite that `UserDefaults` itself saves: asynchronously on Apple systems, by `synchronize()` elsewhere.
class SynchronizedBackend: SuiteBackend, @unchecked Sendable {
    let defaults: UserDefaults
    let observations = KeyObservations()
    private let lock = NSLock()
    private var kinds = WrittenKinds()

    init(_ defaults: UserDefaults) {
        self.defaults = defaults
    }

    func object(forKey key: String) -> Any? { defaults.object(forKey: key) }

    /// The object for the key, unless a launch argument hides it or it equals the registered one: `UserDefaults` does
    /// not tell where an object comes from.
    func storedObject(forKey key: String) -> Any? {
        guard let object = defaults.object(forKey: key), launchArgument(forKey: key) == nil else { return nil }
        if let registered = registeredObject(forKey: key), isSameObject(object, registered) { return nil }
        return object
    }

    /// Copies all objects of all domains, because `UserDefaults` has no list of keys only.
    ///
    /// On Linux, where only subclasses of `UserDefaults` come here, Foundation can lose a `set` of another thread then.
    func storedKeys(withPrefix prefix: String) -> [String] {
        defaults.dictionaryRepresentation().keys.filter {
            $0.hasUTF8Prefix(prefix) && storedObject(forKey: $0) != nil
        }
    }

    func registeredObject(forKey key: String) -> Any? {
        defaults.volatileDomain(forName: UserDefaults.registrationDomain)[key]
    }

    func launchArgument(forKey key: String) -> Any? {
        defaults.volatileDomain(forName: UserDefaults.argumentDomain)[key]
    }

    func isManaged(_ key: String) -> Bool { false }

    func store(_ changes: [StoredChange]) {
        for change in changes {
            let isSure = lock.withLock { kinds.note(change.form, forKey: change.key) }
            defaults.store(change, isSureToDiffer: isSure)
        }
        noteChange()
    }

    func noteChange() { UnsavedBackends.shared?.insert(self) }

    func flush() throws(TSUDError) {
        UnsavedBackends.shared?.remove(self)
        if defaults.synchronize() { return }
        // As far as anybody knows, they still are.
        noteChange()
        throw TSUDError(
            .notSaved,
            suite: name,
            description: """
                Settings are not saved: the system refused to synchronize the suite. For an app group the program \
                needs the entitlement.
                """
        )
    }

    func listener(for observation: KeyObservation) -> (any ForeignChangeListener)? { nil }
}
