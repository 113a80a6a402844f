import Foundation

/// A suite that `UserDefaults` itself saves: asynchronously on Apple systems, by `synchronize()` elsewhere.
class SynchronizedSuite: Suite, @unchecked Sendable {
    let defaults: UserDefaults
    let observations: SuiteObservers
    let appliedOverrides: AppliedOverrides
    let unsaved: UnsavedSuites

    init(
        _ defaults: UserDefaults,
        _ observations: SuiteObservers,
        overrides: AppliedOverrides = AppliedOverrides(),
        unsaved: UnsavedSuites = .ofProcess
    ) {
        self.defaults = defaults
        self.observations = observations
        appliedOverrides = overrides
        self.unsaved = unsaved
    }

    func object(forKey key: String) -> Any? { defaults.object(forKey: key) }
    func cachedObject(forKey key: String, _ coreKey: AnyObject?) -> AnyObject? { nil }

    /// Returns the object of the key, unless it is a launch argument or equals the registered default.
    ///
    /// `UserDefaults` does not expose the domain of an object.
    func storedObject(forKey key: String) -> Any? {
        guard let object = defaults.object(forKey: key), launchArgument(forKey: key) == nil else { return nil }
        if let registered = registeredObject(forKey: key), isSameObject(object, registered) { return nil }
        return object
    }

    /// `UserDefaults` returns only the first object of all domains.
    func mayHide(_ key: String) -> Bool { storedObject(forKey: key) == nil && object(forKey: key) != nil }

    /// Copies the keys of all domains, because `UserDefaults` has no list of one domain's.
    ///
    /// On Linux, where only subclasses of `UserDefaults` use it, Foundation can lose a `set` of another thread.
    func storedKeys(withPrefix prefix: String) -> [String] {
        defaults.dictionaryRepresentation().keys.filter {
            $0.hasUTF8Prefix(prefix) && storedObject(forKey: $0) != nil
        }
    }

    func registeredObject(forKey key: String) -> Any? {
        defaults.volatileDomain(forName: UserDefaults.registrationDomain)[key]
    }

    var launchArguments: [String: Any] {
        get { defaults.launchArguments }
        set { defaults.launchArguments = newValue }
    }

    func isForced(_ key: String) -> Bool { false }
    func listen(to observed: Observed) {}

    // MARK: Storing

    func store(_ changes: [Change]) -> [String] {
        let changed = storing(changes) { _ in set(changes) }
        unsaved.insert(self)
        return changed
    }

    /// Sets the objects, and nothing else.
    func set(_ changes: [Change]) {
        for (name, object) in changes.flatMap(\.objects) {
            if let object {
                defaults.set(object.foundationObject, forKey: name)
            } else {
                defaults.removeObject(forKey: name)
            }
        }
    }

    func flush(by deadline: ContinuousClock.Instant) throws(TSUDError) {
        unsaved.remove(self)
        if defaults.synchronize() { return }
        // It may still be unsaved.
        unsaved.insert(self)
        throw TSUDError(
            .notSaved,
            suiteName: name,
            description: """
                Settings are not saved: the system refused to synchronize the suite. For an app group the program \
                needs the entitlement.
                """
        )
    }
}
