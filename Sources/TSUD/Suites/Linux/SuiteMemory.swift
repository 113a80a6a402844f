#if os(Linux)
import Foundation
import SettingsFile

/// Foundation's memory of a suite, key by key.
///
/// A whole suite is never read: Foundation then finds it by the user's name, with `getpwuid`, whose static buffer
/// another thread's `set` may be overwriting.
struct SuiteMemory: @unchecked Sendable {
    private let suite: UserDefaults
    /// The name of the suite's domain.
    let domain: String

    /// Foundation's name for the domain of the standard suite.
    static let standardDomain = "kCFPreferencesCurrentApplication"

    /// - Parameter name: the suite's name; `nil` for the standard suite.
    init(ofSuiteNamed name: String?) {
        suite = UserDefaults(suiteName: name) ?? .standard
        // This `UserDefaults` object is not shared, so removing the launch arguments affects no other.
        suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        domain = name ?? Self.standardDomain
    }

    /// Makes Foundation load the suite.
    func load() { _ = suite.object(forKey: "") }

    /// The object that is found under a key: the stored one or else one of an added suite, a global or a registered
    /// one.
    func object(forKey key: String) -> Any? { suite.object(forKey: key) }

    subscript(key: String) -> PropertyListObject? { object(forKey: key).flatMap { PropertyListObject($0) } }

    func registeredObject(forKey key: String) -> Any? { RegistrationDomain.object(forKey: key, in: suite) }

    /// Stores an object, even if Foundation considers it equal to the stored one, or removes a key.
    func store(_ change: StoredChange, isSureToDiffer: Bool = false) {
        RegistrationDomain.load()
        if !isSureToDiffer, let dictionary = change.form?.object as? [String: Any] {
            suite.set(NeverEqualDictionary(dictionary), forKey: change.key)
        } else {
            suite.store(change, isSureToDiffer: isSureToDiffer)
        }
    }

    /// Stores an object as it is, or removes the key.
    func replace(_ key: String, with object: PropertyListObject?) {
        let form = object.map { StoredForm(object: $0.foundationObject, mayEqualAnotherValue: true) }
        store(StoredChange(key: key, form: form))
    }
}
#endif
