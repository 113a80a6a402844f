import Foundation

/// Everything that keys need from a suite.
protocol SuiteBackend: AnyObject, Sendable {
    /// The suite's name, where it is known; `nil` for the standard suite.
    var name: String? { get }
    /// The object that `UserDefaults` returns for the key, wherever it comes from.
    func object(forKey key: String) -> Any?
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

    /// Stores and removes objects, as one change where the suite can do that, and schedules a save.
    func store(_ changes: [StoredChange])
    /// Waits until all changes are saved, as far as the system reports it.
    func flush() throws(TSUDError)

    /// The observers of its keys.
    var observations: KeyObservations { get }
    /// Creates a listener that calls `noteForeignChange`; `nil` if the suite reports foreign changes without one.
    func listener(for observation: KeyObservation) -> (any ForeignChangeListener)?
}

extension SuiteBackend {
    var name: String? { nil }
    func isManaged(_ key: String) -> Bool { false }
    func listener(for observation: KeyObservation) -> (any ForeignChangeListener)? { nil }
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

/// A `UserDefaults` that knows how keys use it, unlike those that Foundation makes.
protocol UserDefaultsWithBackend: UserDefaults {
    var backend: any SuiteBackend { get }
}
