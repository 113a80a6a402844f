import Foundation

/// Everything that keys need from a suite.
protocol SuiteBackend: AnyObject, Sendable {
    /// The suite's name, where it is known; `nil` for the standard suite.
    var name: String? { get }
    /// The path of the suite's file, where it is known.
    var filePath: String? { get }
    /// The object that `UserDefaults` returns for the key, wherever it comes from.
    func object(forKey key: String) -> Any?
    /// The object for the key as the system keeps it: the same one for as long as nothing has changed.
    ///
    /// `nil` if only `object(forKey:)` can tell, as for a launch argument or a registered default on Linux.
    func keptObject(forKey key: String) -> AnyObject?
    /// The object stored in the suite itself, whatever else `UserDefaults` returns for the key.
    func storedObject(forKey key: String) -> Any?
    /// The same in an update, where ``storedObject(forKey:)`` tells what is saved.
    func objectInMemory(forKey key: String) -> Any?
    /// The keys stored in the suite itself that begin with a prefix, in any order.
    func storedKeys(withPrefix prefix: String) -> [String]
    /// The object for the key in the registration domain.
    func registeredObject(forKey key: String) -> Any?
    /// The objects from the command line, by name.
    var launchArguments: [String: Any] { get set }
    /// The object for the key from the command line.
    func launchArgument(forKey key: String) -> Any?
    /// Whether an administrator manages the key.
    func isManaged(_ key: String) -> Bool
    /// Whether an object may be stored under the key that ``storedObject(forKey:)`` can't tell from what hides it.
    func mayHide(_ key: String) -> Bool

    /// Whether exactly this object is stored in the suite itself, or nothing for `nil`.
    ///
    /// It is asked before a write that somebody observes: a write of what is there is no change.
    func isStored(_ object: PropertyListObject?, forKey key: String) -> Bool

    /// Stores and removes objects, as one change where the suite can do that, and schedules a save.
    func store(_ changes: [StoredChange])
    /// Begins an update on the current thread: where that can be done, no other process changes the suite until it ends,
    /// and ``objectInUpdate(forKey:)`` and ``storedObject(forKey:)`` tell what is saved.
    ///
    /// - Throws: `busy` if another process keeps this one from it until the deadline; `notSaved` if what is saved can't
    ///   be read. Then no update may run.
    func beginUpdate(by deadline: ContinuousClock.Instant) throws(TSUDError)
    /// The object that an update begins with, like ``object(forKey:)``.
    func objectInUpdate(forKey key: String) -> Any?
    /// Does everything about storing that may fail, and changes nothing.
    ///
    /// - Throws: `notSaved`.
    func prepareUpdate(_ changes: [StoredChange]) throws(TSUDError)
    /// Stores what was prepared.
    ///
    /// - Throws: `notSaved`; then nothing is changed.
    func commitUpdate(_ changes: [StoredChange]) throws(TSUDError)
    /// Ends what a successful ``beginUpdate(by:)`` has begun.
    func endUpdate()
    /// Waits until all changes are saved, as far as the system reports it.
    func flush() throws(TSUDError)

    /// The observers of its keys.
    var observations: KeyObservations { get }
    /// Begins to report foreign changes of what somebody observes to `observations`, where the suite does not always.
    func listen(to observed: Observed)
}

extension SuiteBackend {
    var name: String? { nil }
    var filePath: String? { nil }
    func keptObject(forKey key: String) -> AnyObject? { nil }
    func isManaged(_ key: String) -> Bool { false }
    func mayHide(_ key: String) -> Bool { false }
    func objectInMemory(forKey key: String) -> Any? { storedObject(forKey: key) }
    func isStored(_ object: PropertyListObject?, forKey key: String) -> Bool {
        guard let stored = storedObject(forKey: key) else { return object == nil }
        return object != nil && PropertyListObject(stored) == object
    }
    func beginUpdate(by deadline: ContinuousClock.Instant) throws(TSUDError) {}
    func objectInUpdate(forKey key: String) -> Any? { object(forKey: key) }
    func prepareUpdate(_ changes: [StoredChange]) throws(TSUDError) {}
    func commitUpdate(_ changes: [StoredChange]) throws(TSUDError) { store(changes) }
    func endUpdate() {}
    func listen(to observed: Observed) {}
}

/// A change of one key in a suite.
struct StoredChange {
    let key: String
    /// The object to store; `nil` to remove the key.
    let object: PropertyListObject?
}

/// A `UserDefaults` that knows how keys use it, unlike those that Foundation makes.
protocol UserDefaultsWithBackend: UserDefaults {
    var backend: any SuiteBackend { get }
}
