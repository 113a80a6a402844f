import Foundation

/// A suite that `UserDefaults` itself saves: asynchronously on Apple systems, by `synchronize()` elsewhere.
class SynchronizedSuite: Suite, @unchecked Sendable {
    let defaults: UserDefaults
    let observations = SuiteObservers()
    let appliedOverrides: AppliedOverrides

    init(_ defaults: UserDefaults, overrides: AppliedOverrides = AppliedOverrides()) {
        self.defaults = defaults
        appliedOverrides = overrides
    }

    func object(forKey key: String) -> Any? { defaults.object(forKey: key) }
    func cachedObject(forKey key: String, _ coreKey: AnyObject?) -> AnyObject? { nil }

    /// Returns the object of the key, unless it is a launch argument or equals the registered default.
    ///
    /// `UserDefaults` does not expose the domain of an object.
    func storedObject(forKey key: String) -> Any? {
        guard let object = defaults.object(forKey: key), launchArgument(forKey: key) == nil else { return nil }
        if let registered = registeredObject(forKey: key), isSameObject(object, registered) { return nil }
        return object
    }

    /// `UserDefaults` returns only the first object of all domains.
    func mayHide(_ key: String) -> Bool { storedObject(forKey: key) == nil && object(forKey: key) != nil }

    /// Copies the keys of all domains, because `UserDefaults` has no list of one domain's.
    ///
    /// On Linux, where only subclasses of `UserDefaults` use it, Foundation can lose a `set` of another thread.
    func storedKeys(withPrefix prefix: String) -> [String] {
        defaults.dictionaryRepresentation().keys.filter {
            $0.hasUTF8Prefix(prefix) && storedObject(forKey: $0) != nil
        }
    }

    func registeredObject(forKey key: String) -> Any? {
        defaults.volatileDomain(forName: UserDefaults.registrationDomain)[key]
    }

    var launchArguments: [String: Any] {
        get { defaults.launchArguments }
        set { defaults.launchArguments = newValue }
    }

    func isManaged(_ key: String) -> Bool { false }
    func forcedObject(forKey key: String) -> Any? { nil }
    func listen(to observed: Observed) {}

    // MARK: Storing

    func store(_ changes: [Change]) -> [String] {
        let changed = storing(changes) { _ in set(changes) }
        noteUnsaved()
        return changed
    }

    /// Sets the objects, and nothing else.
    func set(_ changes: [Change]) {
        for (name, object) in changes.flatMap(\.objects) {
            if let object {
                defaults.set(object.foundationObject, forKey: name)
            } else {
                defaults.removeObject(forKey: name)
            }
        }
    }

    func flush(by deadline: ContinuousClock.Instant) throws(TSUDError) {
        noteSaved()
        if defaults.synchronize() { return }
        // It may still be unsaved.
        noteUnsaved()
        throw TSUDError(
            .notSaved,
            suiteName: name,
            description: """
                Settings are not saved: the system refused to synchronize the suite. For an app group the program \
                needs the entitlement.
                """
        )
    }

    // MARK: Exit

    /// The suites with changes to synchronize when the process exits normally; `nil` in an app.
    ///
    /// The system saves the changes of an app. It would be too late for another program, which calls `exit` or returns
    /// from `main`.
    private static let unsaved: Locked<[SynchronizedSuite]?> = {
        if let url = Bundle.mainIfAvailable?.bundleURL, !isSavedAtExit(byBundleAt: url) { return Locked(nil) }
        // A C function can't capture Self.
        // swiftlint:disable:next prefer_self_in_static_references
        atexit { SynchronizedSuite.synchronizeAll() }
        return Locked([])
    }()

    /// The number of suites at which all are synchronized.
    ///
    /// A program may create a new suite for each write.
    private static let limit = 100

    /// Whether a program is neither an app nor an extension of one.
    static func isSavedAtExit(byBundleAt url: URL) -> Bool { !["app", "appex"].contains(url.pathExtension) }

    private static func synchronizeAll() {
        let all = unsaved.withLock { unsaved in
            defer { unsaved?.removeAll() }
            return unsaved
        }
        for suite in all ?? [] { suite.defaults.synchronize() }
    }

    /// Records that there is something to save.
    func noteUnsaved() {
        let count = Self.unsaved.withLock { unsaved in
            if unsaved?.contains(where: { $0 === self }) == false { unsaved?.append(self) }
            return unsaved?.count ?? 0
        }
        if count > Self.limit { Self.synchronizeAll() }
    }

    /// Records that the suite is saved, or need not be.
    ///
    /// - Returns: Whether there was something to save.
    @discardableResult
    func noteSaved() -> Bool {
        Self.unsaved.withLock { unsaved in
            guard let index = unsaved?.firstIndex(where: { $0 === self }) else { return false }
            unsaved?.remove(at: index)
            return true
        }
    }
}
