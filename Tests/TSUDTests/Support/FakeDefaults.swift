import Foundation

@testable import TSUD

/// A suite of ``FakeSystem``.
final class FakeDefaults: UserDefaults, UserDefaultsWithSuite {
    private(set) var system = FakeSystem()
    private(set) var domain = PreferencesDomain.application
    /// The names of the suites that were added.
    private(set) var added: [String] = []
    private var isDomainKnown = true

    /// Returns a suite with a name, or the standard suite for `nil`; `isKnown` is true if the library has created the
    /// suite.
    static func named(_ name: String?, isKnown: Bool = false, in system: FakeSystem = .current) -> FakeDefaults {
        let defaults = FakeDefaults()
        defaults.system = system
        if let name { (defaults.domain, defaults.isDomainKnown) = (.suite(named: name), isKnown) }
        return defaults
    }

    var appleBackend: AppleSuite {
        guard let backend = backend as? AppleSuite else { fatalError("\(backend) is of another kind") }
        return backend
    }

    var backend: any Suite {
        SuiteRegistry.shared.backend(of: self) {
            AppleSuite(
                self,
                $0,
                FakePreferences(defaults: self),
                domain: isDomainKnown ? domain : nil,
                overrides: system.overrides,
                unsaved: system.unsaved
            )
        }
    }

    override func object(forKey defaultName: String) -> Any? {
        system.meetChanges()
        system.requests.note(.object(defaultName))
        return system.effectiveObject(forKey: defaultName, for: self)
    }

    override func set(_ value: Any?, forKey defaultName: String) { put(value, forKey: defaultName) }
    override func removeObject(forKey defaultName: String) { put(nil, forKey: defaultName) }

    private func put(_ value: Any?, forKey key: String) {
        if let value, PropertyListObject(value, depth: .max) == nil {
            fatalError("\(type(of: value)) is not supported")
        }
        let object = (value as? any NSCopying)?.copy() ?? value
        system.requests.note(.set(key))
        system.set(object, forKey: key, in: domain)
        postChange()
    }

    override func dictionaryRepresentation() -> [String: Any] {
        system.requests.note(.copy)
        system.meetChanges()
        var all = system.volatileDomain(UserDefaults.registrationDomain)
        for place in [.global] + added.map({ .suite(named: $0) }) + [domain] {
            all.merge(system.objects(in: place)) { $1 }
        }
        return all.merging(system.volatileDomain(UserDefaults.argumentDomain)) { $1 }
    }

    override func register(defaults registrationDictionary: [String: Any]) {
        system.register(registrationDictionary)
        postChange()
    }
    override func objectIsForced(forKey key: String) -> Bool {
        system.meetChanges()
        return system.isForced(key, in: domain)
    }

    @discardableResult
    override func synchronize() -> Bool { system.synchronize() }

    override func addSuite(named suiteName: String) { system.tell { added.append(suiteName) } }
    override func removeSuite(named suiteName: String) { system.tell { added.removeAll { $0 == suiteName } } }

    override var volatileDomainNames: [String] { [UserDefaults.argumentDomain, UserDefaults.registrationDomain] }
    override func volatileDomain(forName domainName: String) -> [String: Any] {
        system.requests.note(.volatileDomain(domainName))
        return system.volatileDomain(domainName)
    }
    override func removeVolatileDomain(forName domainName: String) { setVolatileDomain([:], forName: domainName) }
    override func setVolatileDomain(_ domain: [String: Any], forName domainName: String) {
        guard domainName == UserDefaults.argumentDomain else { return }
        system.setArguments(domain)
        postChange()
    }

    override func persistentDomain(forName domainName: String) -> [String: Any]? {
        system.objects(in: .suite(named: domainName))
    }
    override func removePersistentDomain(forName domainName: String) { setPersistentDomain([:], forName: domainName) }
    override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        system.setObjects(domain, in: .suite(named: domainName))
        postChange()
    }

    private func postChange() {
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
    }
}

/// The library's calls of Foundation on Apple systems, implemented by the fake.
private struct FakePreferences: ApplePreferences, @unchecked Sendable {
    unowned let defaults: FakeDefaults

    func cachedObject(forKey key: String) -> AnyObject? {
        defaults.system.meetChanges()
        defaults.system.requests.note(.cachedObject(key))
        return defaults.system.cachedObject(forKey: key, for: defaults)
    }

    func object(forKey key: String, in domain: PreferencesDomain) -> Any? {
        defaults.system.meetChanges()
        return defaults.system.object(forKey: key, in: domain)
    }

    func objectInEmptySuite(forKey key: String) -> Any? {
        defaults.system.meetChanges()
        return defaults.system.fallback(forKey: key)
    }

    func synchronizeDomain(named name: String) { _ = defaults.system.synchronize() }

    func observe(_ key: String) { defaults.system.add(Self.observer, forKey: key, of: defaults) }
    func stopObserving(_ key: String) { defaults.system.remove(Self.observer, forKey: key, of: defaults) }

    private static let observer = FakeObserver { AppleSuite.noteChange(of: $1, in: $0) }
}

extension PreferencesDomain {
    /// The domain that all programs share.
    static let global = PreferencesDomain.suite(named: "NSGlobalDomain")
}
