import Foundation

/// A suite on Apple systems, where a daemon saves and key-value observing reports changes.
final class AppleSuite: SynchronizedSuite, @unchecked Sendable {
    private let preferences: any ApplePreferences
    /// The suite's own domain; `nil` if it is unknown, because `UserDefaults` does not reveal the name of a suite.
    private let domain: PreferencesDomain?
    /// How often key-value observing observes which keys, for as long as the suite is there: removing an observer while
    /// another thread writes has crashed inside Foundation.
    private let observedKeys = Locked<[String: Int]>([:])
    private let comparison = Locked<SuiteComparison?>(nil)

    init(_ defaults: UserDefaults, _ preferences: any ApplePreferences, domain: PreferencesDomain?) {
        self.preferences = preferences
        self.domain = domain
        super.init(defaults)
    }

    deinit {
        for (key, count) in observedKeys.withLock({ $0 }) {
            for _ in 0..<count { preferences.stopObserving(key) }
        }
    }

    override func keptObject(forKey key: String) -> AnyObject? { preferences.keptObject(forKey: key) }

    /// The object stored in the suite itself.
    ///
    /// If the suite's domain is unknown, an object does not count as stored if it is managed, if a launch argument
    /// hides it, or if it equals the registered or the global object.
    override func storedObject(forKey key: String) -> Any? {
        if let domain { return preferences.object(forKey: key, in: domain) }
        guard !isManaged(key), let object = defaults.object(forKey: key) else { return nil }
        return isSameObject(object, preferences.objectInEmptySuite(forKey: key)) ? nil : object
    }

    override func isManaged(_ key: String) -> Bool { defaults.objectIsForced(forKey: key) }

    override func mayHide(_ key: String) -> Bool { domain == nil && super.mayHide(key) }

    override func store(_ changes: [StoredChange]) -> [Changed] {
        // What the look takes for no change, and is one, is told by key-value observing: the look takes several calls, and
        // a default may be registered between two of them.
        let changed = storing(changes) { names in
            observations.beginWrite(of: names)
            defer { observations.endWrite() }
            set(changes)
            comparison.withLock { $0 }?.take(names)
        }
        noteUnsaved()
        return changed
    }

    // MARK: Foreign changes

    override func listen(to observed: Observed) {
        if case .key(let key) = observed, Self.canObserve(key) {
            if observedKeys.withLock({ $0[key] != nil }) { return }
            preferences.observe(key)
            // More than once if several threads begin at the same time, since none may read before one has.
            observedKeys.withLock { $0[key, default: 0] += 1 }
        } else {
            comparison.withLock { comparison in
                let made = comparison ?? SuiteComparison(of: defaults, for: observations)
                comparison = made
                return made
            }.add(observed)
        }
    }

    /// A dot turns a key into a key path, and a leading at sign into an operator.
    private static func canObserve(_ key: String) -> Bool {
        !key.isEmpty && !key.contains(".") && !key.hasPrefix("@")
    }

    /// Key-value observing calls this on any thread, also inside a read or a `set`.
    static func noteChange(of key: String, in defaults: UserDefaults) {
        SuiteRegistry.shared.existing(defaults)?.observations.noteExternalChanges(of: [key])
    }
}
