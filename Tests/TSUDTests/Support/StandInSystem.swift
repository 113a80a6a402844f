import Foundation

@testable import TSUD

/// A stand-in for the preferences of Apple's Foundation in one process: it behaves as that is known to, and no more.
///
/// The rows of its behavior, each with a test in `StandInTests`, are:
///
/// 1. An object is looked for in this order: managed, arguments, the suite itself, suites added to it, global,
///    registered. (Apple's documentation of `UserDefaults`, "Domains", and of configuration profiles)
/// 2. `set` of an equal object stores nothing, and nobody hears.
/// 3. Key-value observers hear of this process's changes inside `set`, on the setting thread, before it returns.
///    (Apple's documentation of `didChangeNotification` and of key-value observing: notifications are synchronous)
/// 4. They hear of other processes' and of managed changes on the thread of the first read that meets them, before that
///    read returns, or else on the main run loop.
/// 5. They hear of changes of the effective object, whichever domain it is in.
/// 6. All `UserDefaults` objects of one suite share one state.
/// 7. `didChangeNotification` is posted inside `set`, on the setting thread, for this process's changes only. (Apple's
///    documentation of `didChangeNotification`)
/// 8. An observer may still be in `observeValue` on one thread when `removeObserver` returns on another. (Apple's
///    documentation of `removeObserver`: observers are not retained)
/// 9. Nothing stored is found before a device is first unlocked. (Apple's documentation of data protection)
final class StandInSystem: @unchecked Sendable {
    @TaskLocal static var current = StandInSystem()

    /// What `synchronize()` answers.
    var acceptsSynchronizing = true
    /// Runs inside `synchronize()`.
    var whileSynchronizing: @Sendable () -> Void = {}
    /// How often `synchronize()` was called.
    private(set) var synchronizations = 0
    /// How often `register(defaults:)` was called.
    private(set) var registrations = 0
    private var reads: [String: Int] = [:]
    /// Runs before an observer is called, when it may already have been removed.
    var beforeTelling: @Sendable () -> Void = {}
    /// How many observers were called after they had been released, which would have been a crash.
    private(set) var crashes = 0
    /// Whether changes of other processes are delivered on the main actor, if no read meets them first.
    var hasMainRunLoop = true

    private let lock = NSRecursiveLock()
    private var domains: [PreferencesDomain: [String: Any]] = [:]
    private var managed: [PreferencesDomain: [String: Any]] = [:]
    private var arguments: [String: Any] = [:]
    private var registered: [String: Any] = [:]
    private var isLocked = false
    private var waiting: [(StandInSystem) -> Void] = []
    private var observations: [Observation] = []

    private struct Observation {
        weak var observer: StandInObserver?
        let identity: ObjectIdentifier
        let key: String
        let defaults: Unowned
    }

    private struct Unowned { unowned let object: StandInDefaults }

    // MARK: What is stored

    func object(forKey key: String, in domain: PreferencesDomain) -> Any? { objects(in: domain)[key] }

    func objects(in domain: PreferencesDomain) -> [String: Any] {
        lock.withLock { isLocked ? [:] : domains[domain] ?? [:] }
    }

    func isForced(_ key: String, in domain: PreferencesDomain) -> Bool {
        lock.withLock { managed[domain]?[key] != nil }
    }

    func volatileDomain(_ name: String) -> [String: Any] {
        lock.withLock { name == UserDefaults.argumentDomain ? arguments : registered }
    }

    /// What a `UserDefaults` returns for a key, in the order of row 1.
    func effectiveObject(forKey key: String, for defaults: StandInDefaults) -> Any? {
        lock.withLock {
            if let object = managed[defaults.domain]?[key] ?? arguments[key] { return object }
            let places = [defaults.domain] + defaults.added.map { .suite(named: $0) } + [.global]
            for place in places {
                if let object = objects(in: place)[key] { return object }
            }
            return registered[key]
        }
    }

    /// How often a `UserDefaults` was asked for a key.
    func reads(of key: String) -> Int { lock.withLock { reads[key, default: 0] } }
    func noteRead(of key: String) { lock.withLock { reads[key, default: 0] += 1 } }

    // MARK: Changes by this process

    /// Sets an object; `false` if an equal one is there.
    func set(_ object: Any?, forKey key: String, in domain: PreferencesDomain) -> Bool {
        tell {
            let old = domains[domain]?[key]
            guard !isEqual(old, object) else { return false }
            domains[domain, default: [:]][key] = object
            return true
        }
    }

    func setObjects(_ objects: [String: Any]?, in domain: PreferencesDomain) {
        tell { domains[domain] = objects }
    }

    func register(_ objects: [String: Any]) {
        tell {
            registrations += 1
            registered.merge(objects) { $1 }
        }
    }

    func setArguments(_ arguments: [String: Any]) {
        tell { self.arguments = arguments }
    }

    func synchronize() -> Bool {
        meetChanges()
        whileSynchronizing()
        return lock.withLock {
            synchronizations += 1
            return acceptsSynchronizing
        }
    }

    // MARK: Changes from outside

    /// Another process, or an administrator, changes something.
    func changeElsewhere(_ change: @escaping (StandInSystem) -> Void) {
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

    /// Notices what was changed elsewhere, and tells the observers on this thread.
    func meetChanges() {
        guard lock.withLock({ !waiting.isEmpty }) else { return }
        tell {
            let changes = waiting
            waiting = []
            for change in changes { change(self) }
        }
    }

    // MARK: Key-value observing

    func add(_ observer: StandInObserver, forKey key: String, of defaults: StandInDefaults) {
        let observation = Observation(
            observer: observer,
            identity: ObjectIdentifier(observer),
            key: key,
            defaults: Unowned(object: defaults)
        )
        lock.withLock { observations.append(observation) }
    }

    func remove(_ observer: StandInObserver, forKey key: String) {
        lock.withLock { observations.removeAll { $0.identity == ObjectIdentifier(observer) && $0.key == key } }
    }

    var observedKeys: [String] { lock.withLock { observations.map(\.key) } }

    /// Makes a change, and calls the observers whose effective object is another after it.
    func tell<Result>(_ change: () -> Result) -> Result {
        let (result, told) = lock.withLock {
            let before = observations.map { effectiveObject(forKey: $0.key, for: $0.defaults.object) }
            let result = change()
            let told = zip(observations, before).filter { observation, before in
                !isSameObject(before, effectiveObject(forKey: observation.key, for: observation.defaults.object))
            }
            return (result, told.map { $0.0 })
        }
        for observation in told {
            beforeTelling()
            if let observer = observation.observer { observer.observeValue() } else { lock.withLock { crashes += 1 } }
        }
        return result
    }
}

/// An observer by key-value observing, which the system does not retain.
final class StandInObserver {
    let observeValue: () -> Void

    init(calling observeValue: @escaping () -> Void) { self.observeValue = observeValue }
}

/// Whether Foundation considers two objects equal.
private func isEqual(_ one: Any?, _ other: Any?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return NSArray(object: one).isEqual(NSArray(object: other))
}
