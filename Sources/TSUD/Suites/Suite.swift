/// Everything that keys need from a suite.
protocol Suite: AnyObject, Sendable {
    /// The suite's name, where it is known; `nil` for the standard suite.
    var name: String? { get }
    /// The object stored in the suite itself, whatever else `UserDefaults` returns for the key.
    func storedObject(forKey key: String) -> Any?
    /// The keys stored in the suite itself that begin with a prefix, in any order.
    func storedKeys(withPrefix prefix: String) -> [String]
    /// The object for the key in the registration domain.
    func registeredObject(forKey key: String) -> Any?
    /// The object for the key from the command line.
    func launchArgument(forKey key: String) -> Any?
    /// Whether an administrator manages the key.
    func isManaged(_ key: String) -> Bool

    /// Stores and removes objects in this order, as one change where the suite can do that, and schedules a save.
    func store(_ changes: [StoredChange])
    /// Stores an object under a key, removes other keys, and schedules a save.
    func store(_ form: StoredForm, forKey key: String, removing otherKeys: [String])
    /// Removes keys and schedules a save.
    func remove(_ keys: [String])
    /// Waits until all changes are saved, as far as the system reports it.
    func flush() throws(TSUDError)

    /// The observers of its keys.
    var observers: ObserversTable { get }
    /// Creates a listener for foreign changes of a key; `nil` if the suite reports them without one.
    func listener(for observers: Observers) -> (any ForeignChangeListener)?
}

extension Suite {
    var name: String? { nil }

    func store(_ changes: [StoredChange]) {
        for change in changes {
            if let form = change.form {
                store(form, forKey: change.key, removing: [])
            } else {
                remove([change.key])
            }
        }
    }

    func isManaged(_ key: String) -> Bool { false }
    func listener(for observers: Observers) -> (any ForeignChangeListener)? { nil }
}

/// A change of one key in a suite.
struct StoredChange {
    let key: String
    /// The form to store; `nil` to remove the key.
    let form: StoredForm?
}

/// Observes foreign changes of a key, those not made through it, between `start` and `stop`.
protocol ForeignChangeListener: AnyObject, Sendable {
    func start()
    func stop()
}
