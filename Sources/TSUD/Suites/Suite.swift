import Foundation

/// The operations that settings need from a suite.
///
/// Its methods look for an object of a key in one or several domains. Only ``BoundKey/search(_:)`` combines them.
protocol Suite: AnyObject, Sendable {
    /// The suite's name, if it is known; `nil` for the standard suite.
    var name: String? { get }
    /// Returns the first object of all domains of `UserDefaults`: a forced one, a launch argument, the stored object, a
    /// registered default.
    ///
    /// On the thread of an update on Linux, the stored object is that of the file with the pending changes, instead of
    /// that in memory. ``storedObject(forKey:)`` then returns the same.
    func object(forKey key: String) -> Any?
    /// Returns the same object as the system keeps it, the identical one until something changes; `nil` if only
    /// ``object(forKey:)`` finds it.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - coreKey: The result of ``SuiteRegistry/coreKey(_:)``, if it is at hand.
    /// - Returns: The object, or `nil`.
    func cachedObject(forKey key: String, _ coreKey: AnyObject?) -> AnyObject?
    /// Returns the object stored in the suite itself, whatever takes precedence over it.
    func storedObject(forKey key: String) -> Any?
    /// Returns the keys stored in the suite itself that begin with a prefix, in any order.
    func storedKeys(withPrefix prefix: String) -> [String]
    /// Returns the registered default.
    func registeredObject(forKey key: String) -> Any?
    /// The launch arguments, by key.
    var launchArguments: [String: Any] { get set }
    /// The overrides that are among the launch arguments.
    var appliedOverrides: AppliedOverrides { get }
    /// Whether the key has an object of a configuration profile, on Apple systems.
    func isForced(_ key: String) -> Bool
    /// Returns the values that an administrator gives the key, on Linux.
    func systemValues(forKey key: String) -> SystemValues?
    /// Whether the key may have a stored object that ``storedObject(forKey:)`` can't find below an override or an equal
    /// object.
    func mayHide(_ key: String) -> Bool

    /// Stores and removes objects, in one step if the suite can, and schedules a save.
    ///
    /// - Returns: The names whose observers are to be notified.
    func store(_ changes: [Change]) -> [String]
    /// Begins an update on the current thread. On Linux, no other process changes the suite until it ends.
    ///
    /// - Returns: The update of the suite's file; `nil` if the suite only stores.
    /// - Throws: `busy` if another process has the lock until the deadline; `notSaved` if the file can't be read.
    func beginUpdate(by deadline: ContinuousClock.Instant) throws(TSUDError) -> (any FileUpdate)?
    /// Returns when all changes are saved, and waits for another process until the deadline.
    func flush(by deadline: ContinuousClock.Instant) throws(TSUDError)

    /// The observers of the suite's keys.
    var observations: SuiteObservers { get }
    /// Begins to report external changes of a key or members to `observations`. Some suites always report all.
    func listen(to observed: Observed)
}

extension Suite {
    var name: String? { nil }
    func cachedObject(forKey key: String, _ coreKey: AnyObject?) -> AnyObject? { nil }
    func isForced(_ key: String) -> Bool { false }
    func systemValues(forKey key: String) -> SystemValues? { nil }
    func mayHide(_ key: String) -> Bool { false }
    func beginUpdate(by deadline: ContinuousClock.Instant) throws(TSUDError) -> (any FileUpdate)? { nil }
    func listen(to observed: Observed) {}
}

extension Suite {
    func launchArgument(forKey key: String) -> Any? { launchArguments[key] }
    /// Whether an administrator manages the key.
    func isManaged(_ key: String) -> Bool { isForced(key) || systemValues(forKey: key)?.lock != nil }
    /// Whether a managed value or a launch argument takes precedence over the stored object.
    func isOverridden(_ key: String) -> Bool { isManaged(key) || launchArgument(forKey: key) != nil }

    /// Compares the stored objects with changes, and then stores these in a closure, without a lock around both.
    ///
    /// - Parameters:
    ///   - changes: The changes.
    ///   - store: Stores them. It receives the names to notify observers of.
    /// - Returns: The names whose observers are to be notified.
    func storing(_ changes: [Change], _ store: (Set<String>) -> Void) -> [String] {
        let notifications = observations.notifications
        let names = changes.namesToNotify(observed: observations.observedKeys(of: changes)) { name, object in
            // A removal may uncover the object of an added suite, if the stored object equals a registered one.
            isStored(object, as: storedObject(forKey: name)) && (object != nil || !mayHide(name))
        }
        store(Set(names))
        // Another thread may have changed a name and notified its observers since the comparison.
        return observations.notifications == notifications ? names : changes.flatMap(\.objects).map(\.name)
    }
}

/// An update of a suite's file, between its beginning and its end.
protocol FileUpdate: AnyObject {
    /// Does the part of storing that may fail, and changes nothing.
    ///
    /// - Throws: `notSaved`.
    func prepareUpdate(_ changes: [Change]) throws(TSUDError)
    /// Stores the prepared changes.
    ///
    /// - Returns: The names whose observers are to be notified.
    /// - Throws: `notSaved`; then nothing is changed.
    func commitUpdate(_ changes: [Change]) throws(TSUDError) -> [String]
    func endUpdate()
}

/// A change of one setting in a suite.
struct Change {
    let key: String
    /// The object to store; `nil` removes the key.
    let object: PropertyListObject?
    /// The former keys, which the change removes with their companion names.
    var formerKeys: [String] = []

    /// The object of each name that the change stores or removes.
    ///
    /// The companion names of a former key come before it. Otherwise, an older version of the program that finds the
    /// last synced value without the former key would remove the setting on all devices.
    var objects: [(name: String, object: PropertyListObject?)] {
        if formerKeys.isEmpty { return [(key, object)] }
        return [(key, object)] + formerKeys.flatMap { CompanionNames.of($0) + [$0] }.map { ($0, nil) }
    }
}

/// The names that another product of the package stores along with a key, in the same suite.
///
/// A write that removes a former key also removes its companion names.
package enum CompanionNames {
    /// The setting that has the last synced value of each key as a member.
    package static let lastSynced = "TSUDSync"

    /// Whether a name is the library's own, which no direct call and no observer uses.
    static func contain(_ name: String) -> Bool { name.hasUTF8Prefix("TSUDSync/") }

    /// Whether no member can have a name as its key, because it is the library's own.
    static func reserve(_ name: String) -> Bool { name == lastSynced || contain(name) }

    static func of(_ key: String) -> [String] { [MemberKeys(of: lastSynced).key(of: key)] }
}

extension [Change] {
    /// Returns all names except those of observed keys that have the same object already.
    ///
    /// - Parameters:
    ///   - observed: The keys with observers. Other keys are not compared, because that costs more than to find no observer.
    ///   - isStored: Returns whether the suite already stores an object under a name, or nothing for `nil`.
    /// - Returns: The names whose observers are to be notified.
    func namesToNotify(observed: Set<String>, _ isStored: (String, PropertyListObject?) -> Bool) -> [String] {
        flatMap { change in
            let objects = change.objects
            if !observed.contains(change.key) { return objects.map(\.name) }
            return objects.filter { !isStored($0.name, $0.object) }.map(\.name)
        }
    }
}

/// Whether a write of an object, or the removal of its name for `nil`, would leave a stored object the same.
func isStored(_ object: PropertyListObject?, as stored: Any?) -> Bool {
    guard let object, let stored else { return object == nil && stored == nil }
    return PropertyListObject(stored) == object
}

/// The changes of one call, by suite.
package struct Changes {
    package init() {}

    private(set) var suites: [(suite: any Suite, changes: [Change])] = []

    mutating func add(_ change: Change, in suite: any Suite) {
        // Several `UserDefaults` objects of one suite share its observers.
        if let index = suites.firstIndex(where: { $0.suite.observations === suite.observations }) {
            suites[index].changes.append(change)
        } else {
            suites.append((suite, [change]))
        }
    }

    /// Stores all changes, by one call for each suite, and then notifies the observers.
    func apply() {
        let changed = suites.map { $0.suite.store($0.changes) }
        for ((suite, _), names) in zip(suites, changed) { suite.notify(names) }
    }

    /// Stores all changes or none, in an update.
    ///
    /// - Throws: `notSaved`, `busy`.
    package func applyInUpdate() throws(TSUDError) {
        do {
            try UpdateLock.shared.update { try $0.store(self) }
        } catch {
            let description = "Settings are not saved: \(error)."
            throw error as? TSUDError ?? TSUDError(.notSaved, underlyingError: error, description: description)
        }
    }
}

extension Suite {
    /// Notifies the observers of names that settings have changed.
    func notify(_ names: [String]) {
        if names.isEmpty { return }
        UpdateLock.shared.notify(of: SuiteChange(of: names, in: observations, .own))
    }
}
