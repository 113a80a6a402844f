/// All that keys ask of a suite.
protocol Suite: AnyObject, Sendable {
    /// What the suite is called, where it tells; `nil` for the standard suite.
    var name: String? { get }
    /// The object that is stored in the suite itself, whatever else `UserDefaults` answers for the key.
    func storedObject(forKey key: String) -> Any?
    /// The object that is registered for the key.
    func registeredObject(forKey key: String) -> Any?
    /// The object that the command line gives the key.
    func launchArgument(forKey key: String) -> Any?
    /// Whether an administrator decides the key's value.
    func isManaged(_ key: String) -> Bool

    /// Puts an object under a key and removes others; sees to it that this gets saved.
    func store(_ form: StoredForm, forKey key: String, removing otherKeys: [String])
    /// Removes keys; sees to it that this gets saved.
    func remove(_ keys: [String])
    /// Returns once all changes are saved, as far as the system tells.
    func flush() throws(TSUDError)

    /// Who hears of the changes of its keys.
    var observers: ObserversTable { get }
    /// What listens to the foreign changes of a key; `nil` where the suite tells of them without being asked.
    func listener(for observers: Observers) -> (any ForeignChangeListener)?
}

extension Suite {
    var name: String? { nil }
    func isManaged(_ key: String) -> Bool { false }
    func listener(for observers: Observers) -> (any ForeignChangeListener)? { nil }
}

/// Listens to changes of a key that are not made through it, from `start` to `stop`.
protocol ForeignChangeListener: AnyObject, Sendable {
    func start()
    func stop()
}
