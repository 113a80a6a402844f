public import Foundation

/// Everything that keys need from a suite.
protocol Suite: AnyObject, Sendable {
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
    /// The object that is stored as far as the suite knows by itself: a plain call may have changed it on Linux, where
    /// asking Foundation takes longer the more is stored.
    func knownObject(forKey key: String) -> Any?
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

    /// Stores and removes objects, as one change where the suite can do that, and schedules a save.
    ///
    /// - Returns: what was changed by that; see ``StoredChange/changed(from:)``.
    func store(_ changes: [StoredChange]) -> [Changed]
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
    /// - Returns: what was changed by that.
    /// - Throws: `notSaved`; then nothing is changed.
    func commitUpdate(_ changes: [StoredChange]) throws(TSUDError) -> [Changed]
    /// Ends what a successful ``beginUpdate(by:)`` has begun.
    func endUpdate()
    /// Waits until all changes are saved, as far as the system reports it.
    func flush() throws(TSUDError)

    /// The observers of its keys.
    var observations: SuiteObservers { get }
    /// Begins to report foreign changes of what somebody observes to `observations`, where the suite does not always.
    func listen(to observed: Observed)
}

extension Suite {
    var name: String? { nil }
    var filePath: String? { nil }
    func keptObject(forKey key: String) -> AnyObject? { nil }
    func isManaged(_ key: String) -> Bool { false }
    func mayHide(_ key: String) -> Bool { false }
    func objectInMemory(forKey key: String) -> Any? { storedObject(forKey: key) }
    func knownObject(forKey key: String) -> Any? { storedObject(forKey: key) }
    func beginUpdate(by deadline: ContinuousClock.Instant) throws(TSUDError) {}
    func objectInUpdate(forKey key: String) -> Any? { object(forKey: key) }
    func prepareUpdate(_ changes: [StoredChange]) throws(TSUDError) {}
    func commitUpdate(_ changes: [StoredChange]) throws(TSUDError) -> [Changed] { store(changes) }
    func endUpdate() {}
    func listen(to observed: Observed) {}
}

extension Suite {
    /// Looks at what is stored, and then stores by a closure, where no lock can be held meanwhile.
    ///
    /// - Parameters:
    ///   - changes: the changes to look at.
    ///   - store: stores them; it is given the names that this changes, as far as the look tells.
    /// - Returns: what was changed.
    func storing(_ changes: [StoredChange], _ store: (Set<String>) -> Void) -> [Changed] {
        let announcements = observations.announcements
        let changed = changes.compactMap { change in
            if let changed = change.changed(from: storedObject(forKey: change.key)) { return changed }
            // The removal of what equals a registered object may uncover what an added suite has.
            return change.object == nil && mayHide(change.key) ? Changed(name: change.key, old: nil) : nil
        }
        store(Set(changed.map(\.name)))
        if observations.announcements == announcements { return changed }
        // What another thread has changed since, and was announced, has been undone by this.
        return changes.map { Changed(name: $0.key, old: nil) }
    }
}

/// What is to be stored under a name.
struct StoredChange {
    let key: String
    /// The object to store; `nil` to remove the key.
    let object: PropertyListObject?
    /// Whether somebody observes it, and so wants to know whether it changes anything.
    let isObserved: Bool
    /// The object that is stored and reads as an equal value, if it is another one: who observes values need not hear of
    /// a change from that.
    var equal: PropertyListObject?

    /// What it changes where an object is stored; `nil` if that is the same one.
    ///
    /// If nobody observes, nothing is looked at, and everything counts as a change.
    func changed(from stored: @autoclosure () -> Any?) -> Changed? {
        guard isObserved else { return Changed(name: key, old: nil) }
        guard let stored = stored() else { return object == nil ? nil : Changed(name: key, old: nil) }
        let old = PropertyListObject(stored)
        return object != nil && old == object ? nil : Changed(name: key, old: old)
    }
}

/// A name under which a suite has something else now.
struct Changed {
    let name: String
    /// What was stored there; `nil` also if that is not known.
    let old: PropertyListObject?
}

/// A `UserDefaults` that knows how keys use it, unlike those that Foundation makes.
protocol UserDefaultsWithSuite: UserDefaults {
    var backend: any Suite { get }
}

/// The suites in use, one for each `UserDefaults` object; each platform decides of which class.
final class SuiteRegistry: Sendable {
    static let shared = SuiteRegistry()
    private let state = Locked((entries: [ObjectIdentifier: Entry](), limit: 64))

    private struct Entry {
        /// It retains its `UserDefaults` object, so as long as it exists no other object has the same identity.
        weak var backend: (any Suite)?
    }

    /// The suite of a `UserDefaults` object; the same one as long as it is retained.
    func backend(of defaults: UserDefaults, orMake make: () -> any Suite) -> any Suite {
        if let backend = existing(defaults) { return backend }
        // Created without the lock, because it may read a file.
        let made = make()
        made.add(Overrides.all)
        return state.withLock { state in
            if let backend = state.entries[ObjectIdentifier(defaults)]?.backend { return backend }
            if state.entries.count >= state.limit {
                for (suite, entry) in state.entries where entry.backend == nil { state.entries[suite] = nil }
                state.limit = max(64, 2 * state.entries.count)
            }
            state.entries[ObjectIdentifier(defaults)] = Entry(backend: made)
            return made
        }
    }

    /// The suite of a `UserDefaults` object, if it is in use.
    func existing(_ defaults: UserDefaults) -> (any Suite)? {
        state.withLock { $0.entries[ObjectIdentifier(defaults)]?.backend }
    }

    /// All suites in use, which share the registration domain.
    var all: [any Suite] { state.withLock { $0.entries.values.compactMap(\.backend) } }
}

/// The suites that keys name, one `UserDefaults` object for each name.
@usableFromInline
enum NamedSuites {
    /// Creates a suite as the platform has it; replaced in tests.
    @TaskLocal static var make: @Sendable (String) -> UserDefaults? = { UserDefaults(suiteName: $0) }

    private static let suites = Locked<[String: Unchecked<UserDefaults>]>([:])

    /// The suite of a name; the standard suite if Foundation refuses the name, which is logged once.
    @usableFromInline
    static func suite(named name: String) -> UserDefaults {
        if let known = suites.withLock({ $0[name] }) { return known.value }
        // Created without the lock, because Foundation may read a file. Of two threads, the first one's is kept.
        let made = Unchecked(isRefused(name) ? .standard : make(name) ?? .standard)
        if made.value === UserDefaults.standard {
            Log.once("'\(name)' can't be the name of a suite; the standard suite is used instead.")
        }
        return suites.withLock { suites in
            let kept = suites[name] ?? made
            suites[name] = kept
            return kept.value
        }
    }

    /// Whether Foundation on Apple systems refuses a name, where elsewhere it would make another suite of it, or whether
    /// no file can have it.
    static func isRefused(_ name: String, ofBundle bundle: String? = Bundle.main.bundleIdentifier) -> Bool {
        let reserved = [
            UserDefaults.globalDomain, "kCFPreferencesAnyApplication", "kCFPreferencesCurrentApplication",
        ]
        return name == bundle || reserved.contains(name) || name.utf8.contains(0)
    }
}
