import Foundation

@testable import TSUD

/// A fake of the preferences of Apple's Foundation in one process.
///
/// It has only documented or proven behavior.
///
/// The rows of its behavior are listed with their sources, and tested, in `FakeTests`.
final class FakeSystem: @unchecked Sendable {
    @TaskLocal static var current = FakeSystem()

    /// The result of `synchronize()`.
    var acceptsSynchronizing = true
    /// Runs inside `synchronize()`.
    var whileSynchronizing: @Sendable () -> Void = {}
    /// The suites to synchronize at exit, by default not at that of the tests.
    let unsaved: UnsavedSuites
    /// All suites have one argument domain.
    let overrides = AppliedOverrides()
    /// The number of calls of each kind.
    let requests = FakeRequests()
    /// How often an observer is called for one change; on some systems twice.
    var callsPerChange = 1
    /// Runs before an observer is called, when it may already have been removed.
    var beforeTelling: @Sendable () -> Void = {}
    /// Runs before a lookup in a suite without stored objects.
    var beforeFallback: @Sendable () -> Void = {}
    /// How many observers were called after they had been released, which would have been a crash.
    private(set) var crashes = 0
    /// Whether changes of other processes are delivered on the main actor, if no read finds them first.
    var hasMainRunLoop = true

    private let lock = NSRecursiveLock()
    private var domains: [PreferencesDomain: NamedValues<Any>] = [:]
    private var managed: [PreferencesDomain: NamedValues<Any>] = [:]
    private var arguments: [String: Any] = [:]
    private var registered: [String: Any] = [:]
    private var isLocked = false
    private var waiting: [(FakeSystem) -> Void] = []
    private var observations: [Observation] = []
    private var kept: NamedValues<(object: Any, kept: AnyObject)> = [:]
    private var tagged: [(number: Any, instance: AnyObject)] = []

    private struct Observation {
        weak var observer: FakeObserver?
        let identity: ObjectIdentifier
        let key: String
        unowned let defaults: FakeDefaults
    }

    init(unsaved: UnsavedSuites = UnsavedSuites()) { self.unsaved = unsaved }

    // MARK: What is stored

    func object(forKey key: String, in domain: PreferencesDomain) -> Any? {
        lock.withLock { isLocked ? nil : domains[domain]?[key] }
    }

    func objects(in domain: PreferencesDomain) -> [String: Any] {
        lock.withLock { isLocked ? [:] : domains[domain]?.dictionary ?? [:] }
    }

    func isForced(_ key: String, in domain: PreferencesDomain) -> Bool {
        lock.withLock { managed[domain]?[key] != nil }
    }

    /// The object that a suite without stored objects returns.
    func fallback(forKey key: String) -> Any? {
        beforeFallback()
        return lock.withLock { arguments[key] ?? object(forKey: key, in: .global) ?? registered[key] }
    }

    func volatileDomain(_ name: String) -> [String: Any] {
        lock.withLock { name == UserDefaults.argumentDomain ? arguments : registered }
    }

    /// The object that a `UserDefaults` returns for a key, in the order of row 1.
    func effectiveObject(forKey key: String, for defaults: FakeDefaults) -> Any? {
        lock.withLock {
            if let object = managed[defaults.domain]?[key] ?? arguments[key] { return object }
            let places = [defaults.domain] + defaults.added.map { .suite(named: $0) } + [.global]
            return places.lazy.compactMap { self.object(forKey: key, in: $0) }.first ?? registered[key]
        }
    }

    /// The same for a caller that compares by identity: one object for as long as it is the same.
    func cachedObject(forKey key: String, for defaults: FakeDefaults) -> AnyObject? {
        lock.withLock {
            let object = effectiveObject(forKey: key, for: defaults)
            let last = kept[key]
            if last == nil || !isSameObject(last?.object, object) { kept[key] = object.map { ($0, instance(of: $0)) } }
            return kept[key]?.kept
        }
    }

    /// Makes an instance; equal numbers are one, like Apple's tagged pointers.
    private func instance(of object: Any) -> AnyObject {
        guard object is any BinaryInteger || object is any BinaryFloatingPoint || object is Bool else {
            return object as AnyObject
        }
        if let known = tagged.first(where: { isSameObject($0.number, object) }) { return known.instance }
        let instance = object as AnyObject
        tagged.append((object, instance))
        return instance
    }

    // MARK: Changes by this process

    /// Sets an object, unless an equal one is there.
    func set(_ object: Any?, forKey key: String, in domain: PreferencesDomain) {
        tell {
            if !isEqual(domains[domain]?[key], object) { domains[domain, default: [:]][key] = object }
        }
    }

    func setObjects(_ objects: [String: Any]?, in domain: PreferencesDomain) {
        tell { domains[domain] = objects.map(NamedValues.init) }
    }

    func register(_ objects: [String: Any]) {
        requests.note(.registration)
        tell { registered.merge(objects) { $1 } }
    }

    func setArguments(_ arguments: [String: Any]) { tell { self.arguments = arguments } }

    func synchronize() -> Bool {
        meetChanges()
        whileSynchronizing()
        requests.note(.synchronization)
        return acceptsSynchronizing
    }

    // MARK: Changes from outside

    /// Another process, or an administrator, changes something.
    func changeElsewhere(_ change: @escaping (FakeSystem) -> Void) {
        lock.withLock { waiting.append(change) }
        guard hasMainRunLoop else { return }
        Task.detached { @MainActor in self.meetChanges() }
    }

    func setElsewhere(_ object: Any?, forKey key: String, in domain: PreferencesDomain) {
        nonisolated(unsafe) let object = object
        changeElsewhere { $0.domains[domain, default: [:]][key] = object }
    }

    func manage(_ object: Any?, forKey key: String, in domain: PreferencesDomain) {
        nonisolated(unsafe) let object = object
        changeElsewhere { $0.managed[domain, default: [:]][key] = object }
    }

    func setLocked(_ isLocked: Bool) { changeElsewhere { $0.isLocked = isLocked } }

    /// Applies external changes, and notifies the observers on this thread.
    func meetChanges() {
        guard lock.withLock({ !waiting.isEmpty }) else { return }
        tell {
            let changes = waiting
            waiting = []
            for change in changes { change(self) }
        }
    }

    // MARK: Key-value observing

    func add(_ observer: FakeObserver, forKey key: String, of defaults: FakeDefaults) {
        let identity = ObjectIdentifier(observer)
        let observation = Observation(observer: observer, identity: identity, key: key, defaults: defaults)
        lock.withLock { observations.append(observation) }
    }

    /// Removes an observer that was added once, or ends one of several times.
    func remove(_ observer: FakeObserver, forKey key: String, of defaults: FakeDefaults) {
        lock.withLock {
            let index = observations.firstIndex {
                $0.identity == ObjectIdentifier(observer) && $0.key == key && $0.defaults === defaults
            }
            guard let index else { fatalError("\(key) is not observed") }
            observations.remove(at: index)
        }
    }

    var observedKeys: [String] { lock.withLock { observations.map(\.key) } }

    private func effectiveObject(of observation: Observation) -> Any? {
        effectiveObject(forKey: observation.key, for: observation.defaults)
    }

    /// Makes a change, and calls the observers whose effective object is another after it.
    func tell<Result>(_ change: () -> Result) -> Result {
        let (result, notified) = lock.withLock {
            let before = observations.map(effectiveObject(of:))
            let result = change()
            let notified = zip(observations, before).filter { !isSameObject($1, effectiveObject(of: $0)) }
            return (result, notified.map { ($0.0, $0.0.defaults) })
        }
        for (observation, defaults) in notified {
            for _ in 0..<callsPerChange {
                beforeTelling()
                guard let observer = observation.observer else {
                    lock.withLock { crashes += 1 }
                    break
                }
                observer.observeValue(defaults, observation.key)
            }
        }
        return result
    }
}

/// Counts the library's calls of a fake, which may be expensive on Apple systems.
final class FakeRequests: @unchecked Sendable {
    enum Kind: Hashable {
        case synchronization, registration
        /// A copy of all objects of all domains.
        case copy
        case object(String)
        /// The object as the system keeps it.
        case cachedObject(String)
        /// An object set or removed, by whichever method of `UserDefaults`.
        case set(String)
        /// A copy of a whole volatile domain.
        case volatileDomain(String)
    }

    private let lock = NSLock()
    private var counts: [Kind: Int] = [:]

    func note(_ kind: Kind) { lock.withLock { counts[kind, default: 0] += 1 } }
    func count(of kind: Kind) -> Int { lock.withLock { counts[kind, default: 0] } }
}

/// Whether Foundation considers two objects equal.
private func isEqual(_ one: Any?, _ other: Any?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return NSArray(object: one).isEqual(NSArray(object: other))
}
