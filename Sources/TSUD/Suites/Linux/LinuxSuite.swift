#if os(Linux)
import Foundation

extension SuiteRegistry {
    static func backend(of defaults: UserDefaults) -> any Suite {
        // A subclass may store its values elsewhere.
        let isSubclass = type(of: defaults) != UserDefaults.self
        if isSubclass, let own = defaults as? any UserDefaultsWithSuite { return own.backend }
        return shared.backend(of: defaults) {
            guard !isSubclass, let name = SuiteName(of: defaults) else { return OtherSuite(defaults) }
            return LinuxSuite(defaults, named: name.name)
        }
    }
}

/// A suite that TSUD saves: one of the `UserDefaults` objects that share a ``SavedSuite``.
final class LinuxSuite: Suite, @unchecked Sendable {
    private let defaults: UserDefaults
    /// The object that settings read: another one if Foundation must not load the file.
    private let source: UserDefaults
    private let saved: SavedSuite
    let appliedOverrides = AppliedOverrides()
    let name: String?
    private let domainObject: AnyObject?

    init(_ defaults: UserDefaults, named name: String?) {
        self.defaults = defaults
        self.name = name
        saved = SavedSuite.named(name)
        let domain = saved.memory.domain == FoundationMemory.standardDomain ? nil : saved.memory.domain
        domainObject = domain.map(FoundationMemory.coreString)
        source = domain == name ? defaults : FoundationMemory(ofSuiteNamed: domain).suite
        if source !== defaults { source.launchArguments = defaults.launchArguments }
    }

    var filePath: String? { saved.file.path }
    var isDamagedAtFirstUse: Bool { saved.isDamagedAtFirstUse }

    func object(forKey key: String) -> Any? { source.object(forKey: key) }
    func cachedObject(forKey key: String, _ coreKey: AnyObject?) -> AnyObject? {
        if isInUpdate || launchArgument(forKey: key) != nil { return nil }
        let coreKey = coreKey ?? FoundationMemory.coreString(key)
        return FoundationMemory.cachedObject(forKey: coreKey, inSuiteNamed: domainObject)
    }
    func coreKey(_ key: String) -> AnyObject? { FoundationMemory.coreString(key) }

    func storedObject(forKey key: String) -> Any? {
        isInUpdate ? saved.objectForUpdate(forKey: key) : saved.storedObject(forKey: key)
    }
    func storedObjects(forKeys keys: Set<String>) -> [String: Any] {
        isInUpdate
            ? keys.reduce(into: [:]) { $0[$1] = saved.objectForUpdate(forKey: $1) } : saved.storedObjects(forKeys: keys)
    }
    func storedKeys(withPrefix prefix: String) -> [String] { saved.storedKeys(withPrefix: prefix) }
    func registeredObject(forKey key: String) -> Any? { saved.memory.objectElsewhere(forKey: key) }
    func systemValues(forKey key: String) -> SystemValues? { saved.system.values(forKey: key) }
    func isManaged(_ key: String) -> Bool { systemValues(forKey: key)?.locked != nil }
    func useSystemName(_ name: String, forKey key: String) -> Bool {
        saved.system.use(name, forKey: key)
        return true
    }
    var systemFiles: [(path: String, isLocked: Bool)] { saved.system.paths }
    var systemNames: [String] { saved.system.names }
    func directoryOfOthers(leadingTo path: String) -> String? { FilePath(path).directoryOfOthers }
    var launchArguments: [String: Any] {
        get { source.launchArguments }
        set { source.launchArguments = newValue }
    }

    var isInUpdate: Bool { UpdateThread.isCurrent && saved.isUpdating }

    func store(_ changes: [Change]) -> [String] { saved.write(changes) }

    func beginUpdate(by deadline: ContinuousClock.Instant) throws(TSUDError) { try saved.beginUpdate(by: deadline) }
    func prepareUpdate(_ changes: [Change]) throws(TSUDError) { try saved.prepareUpdate(changes) }
    func commitUpdate(_ changes: [Change]) throws(TSUDError) -> [String] {
        try saved.commitUpdate(changes)
    }
    func endUpdate() { saved.endUpdate() }
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
