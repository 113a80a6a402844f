import Foundation

/// A suite that `UserDefaults` itself saves: asynchronously on Apple systems, by `synchronize()` elsewhere.
class SynchronizedSuite: Suite, @unchecked Sendable {
    let defaults: UserDefaults
    let observations = SuiteObservers()

    init(_ defaults: UserDefaults) { self.defaults = defaults }

    func object(forKey key: String) -> Any? { defaults.object(forKey: key) }
    func keptObject(forKey key: String) -> AnyObject? { nil }

    /// The object for the key, unless a launch argument hides it or it equals the registered one: `UserDefaults` does
    /// not tell where an object comes from.
    func storedObject(forKey key: String) -> Any? {
        guard let object = defaults.object(forKey: key), launchArgument(forKey: key) == nil else { return nil }
        if let registered = registeredObject(forKey: key), isSameObject(object, registered) { return nil }
        return object
    }

    /// `UserDefaults` answers one object for a key, wherever it is.
    func mayHide(_ key: String) -> Bool { storedObject(forKey: key) == nil && object(forKey: key) != nil }

    /// The keys of all domains are copied, because `UserDefaults` has no list of those of one.
    ///
    /// On Linux, where only subclasses of `UserDefaults` come here, Foundation can lose a `set` of another thread then.
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
    func listen(to observed: Observed) {}

    // MARK: Storing

    func store(_ changes: [StoredChange]) -> [Changed] {
        let changed = storing(changes) { _ in set(changes) }
        noteUnsaved()
        return changed
    }

    /// Sets the objects, and nothing else.
    func set(_ changes: [StoredChange]) {
        for change in changes {
            if let object = change.object {
                defaults.set(object.foundationObject, forKey: change.key)
            } else {
                defaults.removeObject(forKey: change.key)
            }
        }
    }

    func flush() throws(TSUDError) {
        noteSaved()
        if defaults.synchronize() { return }
        // As far as anybody knows, it still is.
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

    /// The suites with changes that are not synchronized yet, which happens when the process exits normally.
    ///
    /// `nil` in an app, for which the system does that; it would come too late for another program, which calls `exit` or
    /// returns from `main`.
    private static let unsaved: Locked<[SynchronizedSuite]>? = {
        guard isSavedAtExit(byBundleAt: Bundle.main.bundleURL) else { return nil }
        // A C function can't capture Self.
        // swiftlint:disable:next prefer_self_in_static_references
        atexit { SynchronizedSuite.synchronizeAll() }
        return Locked([])
    }()

    /// How many are kept before they are synchronized; a program may create a new suite for each write.
    private static let limit = 100

    /// Whether a program is neither an app nor an extension of one.
    static func isSavedAtExit(byBundleAt url: URL) -> Bool { !["app", "appex"].contains(url.pathExtension) }

    private static func synchronizeAll() {
        let all = unsaved?.withLock { unsaved in
            defer { unsaved = [] }
            return unsaved
        }
        for suite in all ?? [] { suite.defaults.synchronize() }
    }

    /// Notes that there is something to save.
    func noteUnsaved() {
        let count = Self.unsaved?.withLock { unsaved in
            if !unsaved.contains(where: { $0 === self }) { unsaved.append(self) }
            return unsaved.count
        }
        if count ?? 0 > Self.limit { Self.synchronizeAll() }
    }

    /// Notes that it is saved, or need not be any more.
    ///
    /// - Returns: whether there was something to save.
    @discardableResult
    func noteSaved() -> Bool {
        Self.unsaved?.withLock { unsaved in
            unsaved.firstIndex { $0 === self }.map { unsaved.remove(at: $0) } != nil
        } ?? false
    }
}
