#if os(Linux)
import Foundation

extension SuiteRegistry {
    static func backend(of defaults: UserDefaults) -> any Suite {
        // A subclass may store its values elsewhere.
        let isSubclass = type(of: defaults) != UserDefaults.self
        if isSubclass, let own = defaults as? any UserDefaultsWithSuite { return own.backend }
        return shared.backend(of: defaults) {
            guard !isSubclass, let name = SuiteName(of: defaults) else { return CoalescingSuite(defaults) }
            return LinuxSuite(defaults, named: name.name)
        }
    }
}

/// A suite that TSUD saves: one of the `UserDefaults` objects that share a ``SavedSuite``.
final class LinuxSuite: Suite, @unchecked Sendable {
    private let defaults: UserDefaults
    private let saved: SavedSuite
    let name: String?
    private let nameObject: NSString?

    init(_ defaults: UserDefaults, named name: String?) {
        self.defaults = defaults
        self.name = name
        nameObject = name.map { NSString(string: $0) }
        saved = SavedSuite.named(name)
    }

    var filePath: String? { saved.file.path }

    func object(forKey key: String) -> Any? { defaults.object(forKey: key) }
    func keptObject(forKey key: String) -> AnyObject? {
        if launchArgument(forKey: key) != nil { return nil }
        return FoundationMemory.keptObject(forKey: key, inSuiteNamed: nameObject)
    }

    func objectInUpdate(forKey key: String) -> Any? {
        guard isInUpdate else { return object(forKey: key) }
        return launchArgument(forKey: key) ?? saved.savedObject(forKey: key) ?? registeredObject(forKey: key)
    }

    func storedObject(forKey key: String) -> Any? {
        isInUpdate ? saved.savedObject(forKey: key) : saved.storedObject(forKey: key)
    }
    func objectInMemory(forKey key: String) -> Any? { saved.storedObject(forKey: key) }
    func knownObject(forKey key: String) -> Any? { saved.savedObject(forKey: key) }
    func storedKeys(withPrefix prefix: String) -> [String] { saved.storedKeys(withPrefix: prefix) }
    func registeredObject(forKey key: String) -> Any? { saved.memory.objectElsewhere(forKey: key) }
    var launchArguments: [String: Any] {
        get { defaults.launchArguments }
        set { defaults.launchArguments = newValue }
    }

    /// Whether the current thread is in an update of the suite, which reads what is saved.
    private var isInUpdate: Bool { UpdateThread.isCurrent && saved.isUpdating }

    func store(_ changes: [StoredChange]) -> [Changed] { saved.write(changes) }

    func beginUpdate(by deadline: ContinuousClock.Instant) throws(TSUDError) { try saved.beginUpdate(by: deadline) }
    func prepareUpdate(_ changes: [StoredChange]) throws(TSUDError) { try saved.prepareUpdate(changes) }
    func commitUpdate(_ changes: [StoredChange]) throws(TSUDError) -> [Changed] {
        try saved.commitUpdate(changes)
    }
    func endUpdate() { saved.endUpdate() }
    func flush() throws(TSUDError) { try saved.flush() }

    var observations: SuiteObservers { saved.observations }
}

/// The name of a suite, which `UserDefaults` does not expose.
private struct SuiteName {
    /// `nil` for the standard suite.
    let name: String?

    /// Fails if another version of Foundation stores the name elsewhere.
    init?(of defaults: UserDefaults) {
        // The usual case, without the cost of reflection at launch.
        if defaults === UserDefaults.standard {
            name = nil
            return
        }
        guard let property = Mirror(reflecting: defaults).descendant("suite"), let name = property as? String? else {
            return nil
        }
        // The standard suite can also be created by the name of its domain.
        self.name = name == FoundationMemory.standardDomain ? nil : name
    }
}
#endif
