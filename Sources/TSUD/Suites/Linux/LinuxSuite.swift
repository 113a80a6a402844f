#if os(Linux)
import Foundation

extension Suites {
    static func suite(of defaults: UserDefaults) -> any Suite {
        if let suite = defaults as? MemorySuite { return suite.memory }
        return shared.suite(of: defaults) {
            // A subclass may store its values elsewhere.
            guard type(of: defaults) == UserDefaults.self, let name = SuiteName(of: defaults) else {
                return CoalescedSuite(defaults)
            }
            return LinuxSuite(defaults, named: name.name)
        }
    }
}

/// A suite that TSUD saves: one of the `UserDefaults` objects that share a ``SavedSuite``.
final class LinuxSuite: Suite, @unchecked Sendable {
    private let defaults: UserDefaults
    private let saved: SavedSuite
    let name: String?

    init(_ defaults: UserDefaults, named name: String?) {
        self.defaults = defaults
        self.name = name
        saved = SavedSuite.named(name)
    }

    /// Costs one or two look-ups.
    ///
    /// If a launch argument hides the object, or it equals the registered one, the whole suite is copied.
    func storedObject(forKey key: String) -> Any? {
        guard let object = defaults.object(forKey: key) else { return nil }
        let isHidden = launchArgument(forKey: key) != nil
        if !isHidden {
            guard let registered = registeredObject(forKey: key), isSameObject(object, registered) else {
                return object
            }
        }
        return saved.memory.object(forKey: key)
    }

    /// Copies the whole suite.
    func storedKeys(withPrefix prefix: String) -> [String] {
        saved.memory.keys.filter { $0.utf8.starts(with: prefix.utf8) }
    }

    func registeredObject(forKey key: String) -> Any? { RegistrationDomain.object(forKey: key, in: defaults) }

    func launchArgument(forKey key: String) -> Any? {
        defaults.volatileDomain(forName: UserDefaults.argumentDomain)[key]
    }

    func store(_ form: StoredForm, forKey key: String, removing otherKeys: [String]) {
        saved.write([key] + otherKeys, form.object) {
            if form.mayEqualAnotherValue, let dictionary = form.object as? [String: Any] {
                defaults.set(UnequalDictionary(dictionary), forKey: key)
            } else {
                defaults.store(form, forKey: key)
            }
            for other in otherKeys { defaults.removeObject(forKey: other) }
        }
    }

    func remove(_ keys: [String]) {
        saved.write(keys) {
            for key in keys { defaults.removeObject(forKey: key) }
        }
    }

    func flush() throws(TSUDError) { try saved.flush() }

    var observers: ObserversTable { saved.observers }
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
        self.name = name == SuiteMemory.standardDomain ? nil : name
    }
}
#endif
