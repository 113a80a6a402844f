import Foundation

/// A suite that `UserDefaults` itself saves: asynchronously on Apple systems, by `synchronize()` elsewhere.
protocol SynchronizedBackend: SuiteBackend {
    var defaults: UserDefaults { get }
    /// Notes that there is something to save.
    func noteChange()
}

extension SynchronizedBackend {
    func noteChange() { UnsavedBackends.shared?.insert(self) }

    func object(forKey key: String) -> Any? { defaults.object(forKey: key) }

    /// `UserDefaults` answers one object for a key, wherever it is.
    func mayHide(_ key: String) -> Bool { storedObject(forKey: key) == nil && object(forKey: key) != nil }

    /// The keys of all domains are copied, because `UserDefaults` has no list of those of one.
    ///
    /// On Linux, where only subclasses of `UserDefaults` come here, Foundation can lose a `set` of another thread then.
    func storedKeys(withPrefix prefix: String) -> [String] {
        defaults.dictionaryRepresentation().keys.filter {
            $0.hasUTF8Prefix(prefix) && storedObject(forKey: $0) != nil
        }
    }

    var launchArguments: [String: Any] {
        get { defaults.launchArguments }
        set { defaults.launchArguments = newValue }
    }

    func store(_ changes: [StoredChange]) { set(changes) }

    func set(_ changes: [StoredChange]) {
        for change in changes {
            if let object = change.object {
                defaults.set(object.foundationObject, forKey: change.key)
            } else {
                defaults.removeObject(forKey: change.key)
            }
        }
        noteChange()
    }

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
}
