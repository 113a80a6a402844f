#if canImport(Darwin) || DEBUG
import Foundation

/// A suite on Apple systems, where a daemon saves and key-value observing reports changes.
final class AppleSuite: SynchronizedSuite, @unchecked Sendable {
    private let preferences: any ApplePreferences
    /// The suite's own domain; `nil` if it is unknown, because `UserDefaults` does not expose the name of a suite.
    private let domain: PreferencesDomain?
    /// The number of observers that key-value observing has for each key, until the suite is released.
    ///
    /// Removing an observer while another thread writes has crashed inside Foundation.
    private let observedKeys = Locked<[String: Int]>([:])
    private let comparison = Locked<SuiteComparison?>(nil)
    /// All `UserDefaults` objects have one argument domain there.
    static let overrides = AppliedOverrides()

    init(
        _ defaults: UserDefaults,
        _ observations: SuiteObservers,
        _ preferences: any ApplePreferences,
        domain: PreferencesDomain?,
        overrides: AppliedOverrides = AppleSuite.overrides,
        unsaved: UnsavedSuites = .ofProcess
    ) {
        self.preferences = preferences
        self.domain = domain
        super.init(defaults, observations, overrides: overrides, unsaved: unsaved)
    }

    deinit {
        for (key, count) in observedKeys.copy {
            for _ in 0..<count { preferences.stopObserving(key) }
        }
    }

    override func cachedObject(forKey key: String, _ coreKey: AnyObject?) -> AnyObject? {
        preferences.cachedObject(forKey: key)
    }

    /// Returns the object stored in the suite itself.
    ///
    /// If the suite's domain is unknown, it returns nothing for a managed key or a launch argument, nor an object that
    /// equals the registered or the global one.
    override func storedObject(forKey key: String) -> Any? {
        if let domain { return preferences.object(forKey: key, in: domain) }
        guard !isForced(key), let object = defaults.object(forKey: key) else { return nil }
        return isSameObject(object, preferences.objectInEmptySuite(forKey: key)) ? nil : object
    }

    override func isForced(_ key: String) -> Bool { defaults.objectIsForced(forKey: key) }

    override func mayHide(_ key: String) -> Bool { domain == nil && super.mayHide(key) }

    override func store(_ changes: [Change]) -> [String] {
        // A default may be registered between two calls of the comparison. If that makes it miss a change, key-value
        // observing reports this change.
        let changed = storing(changes) { names in
            observations.beginWrite(of: names)
            defer { observations.endWrite() }
            set(changes)
            comparison.copy?.take(names)
        }
        unsaved.insert(self)
        return changed
    }

    /// Waits until the daemon has written the suite's own domain.
    func synchronizeDomain() {
        if case .suite(let name) = domain { preferences.synchronizeDomain(named: name) }
    }

    // MARK: External changes

    override func listen(to observed: Observed) {
        if let key = observed.key, Self.canObserve(key) {
            if observedKeys.withLock({ $0[key] != nil }) { return }
            preferences.observe(key)
            // Several threads may begin at the same time, because none may read before one has begun.
            observedKeys.withLock { $0[key, default: 0] += 1 }
        } else {
            comparison.withLock { comparison in
                let made = comparison ?? SuiteComparison(of: defaults, for: observations)
                comparison = made
                return made
            }.add(observed)
        }
    }

    /// Whether key-value observing can observe a key: a dot would make it a key path, a leading at sign an operator.
    private static func canObserve(_ key: String) -> Bool {
        !key.isEmpty && !key.contains(".") && !key.hasPrefix("@")
    }

    /// Reports a change.
    ///
    /// Key-value observing calls it on any thread, also inside a read or a `set`.
    static func noteChange(of key: String, in defaults: UserDefaults) {
        SuiteRegistry.shared.existing(defaults)?.observations.noteExternalChanges(of: [key])
    }
}
#endif
