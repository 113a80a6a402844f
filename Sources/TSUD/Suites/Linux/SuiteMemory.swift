#if os(Linux)
import Foundation

/// Foundation's memory of a suite, name by name.
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

    /// The object that is found under a name: the stored one or else one of an added suite, a global or a registered
    /// one.
    ///
    /// Foundation puts the suite together anew at the first look after each change, so look at many before one is set.
    func object(forKey name: String) -> Any? { suite.object(forKey: name) }
    subscript(name: String) -> PropertyListObject? { object(forKey: name).flatMap { PropertyListObject($0) } }

    /// The object that is found under a name where nothing is stored.
    func objectElsewhere(forKey name: String) -> Any? { RegistrationDomain.object(forKey: name) }

    /// What an empty suite would have under a name, given what is found: registered, global and added objects.
    ///
    /// What was added to the standard suite shows only there, so the name is removed and, if that helps, put back; which
    /// is rare, since something else than what is known has to be there.
    func elsewhere(_ name: String, found: PropertyListObject?) -> PropertyListObject? {
        let known = objectElsewhere(forKey: name).flatMap { PropertyListObject($0) }
        guard domain == Self.standardDomain, let found, found != known else { return known }
        set(name, to: nil)
        let uncovered = self[name]
        if uncovered != found { set(name, to: found) }
        return uncovered
    }

    /// Whether Foundation finds the user's name, without which it stores nothing.
    static var knowsUser: Bool {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var buffer = [CChar](repeating: 0, count: 16_384)
        return getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == ERANGE || found != nil
    }

    /// Stores an object, or removes the name.
    func set(_ name: String, to object: PropertyListObject?) {
        RegistrationDomain.load()
        if let object {
            suite.set(object.foundationObject, forKey: name)
        } else {
            suite.removeObject(forKey: name)
        }
    }
}
#endif
