#if os(Linux)
import Foundation

extension SuiteRegistry {
    static func backend(of defaults: UserDefaults) -> any Suite {
        // A subclass may store its values elsewhere.
        let isSubclass = type(of: defaults) != UserDefaults.self
        if isSubclass, let own = defaults as? any UserDefaultsWithSuite { return own.backend }
        return shared.backend(of: defaults) { observations in
            guard !isSubclass, let name = SuiteName(of: defaults) else { return SubclassSuite(defaults, observations) }
            return LinuxSuite(defaults, named: name.name)
        }
    }

    static func coreKey(_ key: String) -> AnyObject? { FoundationMemory.coreString(key) }
}

/// A suite that TSUD saves: one of the `UserDefaults` objects that share a ``SavedSuite``.
final class LinuxSuite: Suite, @unchecked Sendable {
    private let defaults: UserDefaults
    let saved: SavedSuite
    let system: SystemDomain
    let appliedOverrides = AppliedOverrides()
    let name: String?
    private let domainObject: AnyObject?
    /// Whether Foundation had loaded the suite when it was made, which is the usual case.
    private let wasLoaded: Bool

    init(_ defaults: UserDefaults, named name: String?) {
        self.defaults = defaults
        self.name = name
        saved = SavedSuite.named(name)
        wasLoaded = saved.isLoaded
        system = SystemDomain.named(saved.domain)
        domainObject = name.map(FoundationMemory.coreString)
    }

    /// Whether the current thread reads Foundation's memory: the suite is loaded, and no update of this thread reads the
    /// file.
    private var isInMemory: Bool { (wasLoaded || saved.isLoaded) && !isInUpdate }

    func object(forKey key: String) -> Any? {
        if isInMemory { return defaults.object(forKey: key) }
        return launchArgument(forKey: key) ?? storedObject(forKey: key) ?? registeredObject(forKey: key)
    }
    func cachedObject(forKey key: String, _ coreKey: AnyObject?) -> AnyObject? {
        if !isInMemory || launchArgument(forKey: key) != nil { return nil }
        let coreKey = coreKey ?? FoundationMemory.coreString(key)
        return FoundationMemory.cachedObject(forKey: coreKey, inSuiteNamed: domainObject)
    }

    func storedObject(forKey key: String) -> Any? {
        isInUpdate ? saved.objectForUpdate(forKey: key) : saved.storedObject(forKey: key)
    }
    func storedKeys(withPrefix prefix: String) -> [String] { saved.storedKeys(withPrefix: prefix) }
    func registeredObject(forKey key: String) -> Any? { saved.memory.objectElsewhere(forKey: key) }
    func systemValues(forKey key: String) -> SystemValues? { system.values(forKey: key) }
    var launchArguments: [String: Any] {
        get { defaults.launchArguments }
        set { defaults.launchArguments = newValue }
    }

    private var isInUpdate: Bool { UpdateThread.isCurrent && saved.isUpdating }

    func store(_ changes: [Change]) -> [String] { saved.write(changes) }

    func beginUpdate(by deadline: ContinuousClock.Instant) throws(TSUDError) -> (any FileUpdate)? {
        try saved.beginUpdate(by: deadline)
        return saved
    }
    func flush(by deadline: ContinuousClock.Instant) throws(TSUDError) { try saved.flush(by: deadline) }

    var observations: SuiteObservers { saved.observations }
}

/// The name of a suite, which `UserDefaults` doesn't expose.
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
