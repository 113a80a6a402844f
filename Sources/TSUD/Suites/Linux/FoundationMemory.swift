#if os(Linux)
import Foundation

/// What Foundation has of a suite in memory, name by name.
///
/// A whole suite is never read: Foundation then finds it by the user's name, with `getpwuid`, whose static buffer
/// another thread's `set` may be overwriting.
struct FoundationMemory: @unchecked Sendable {
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

    // MARK: Reading

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

    /// The function of Core Foundation by which `object(forKey:)` finds an object, before it makes a Swift value of it.
    ///
    /// It is exported, but not declared. In a program that links Foundation statically it is not found.
    private static let copyAppValue = dlsym(nil, "CFPreferencesCopyAppValue").map {
        unsafeBitCast($0, to: (@convention(c) (AnyObject, AnyObject) -> Unmanaged<AnyObject>?).self)
    }
    nonisolated(unsafe) private static let standardSuite = dlsym(nil, standardDomain)?.load(as: AnyObject.self)

    /// The object as Foundation keeps it, of a suite or of one that was added to it.
    ///
    /// The suite's name is `nil` for the standard one.
    static func keptObject(forKey name: String, inSuiteNamed suite: NSString?) -> AnyObject? {
        guard let copyAppValue, let suite = suite ?? standardSuite else { return nil }
        return copyAppValue(NSString(string: name), suite)?.takeRetainedValue()
    }

    // MARK: Writing

    /// Stores an object, or removes the name.
    ///
    /// - Returns: whether memory has it now. Foundation opens files for the user's name each time, and where no descriptor
    ///   is free for that, it stores nothing, which only `errno` tells.
    @discardableResult
    func set(_ name: String, to object: PropertyListObject?) -> Bool {
        RegistrationDomain.load()
        errno = 0
        if let object {
            suite.set(object.foundationObject, forKey: name)
        } else {
            suite.removeObject(forKey: name)
        }
        return errno != EMFILE && errno != ENFILE
    }

    /// Whether Foundation finds the user's name; if the process has become a user without one, it stores nothing.
    static var knowsUser: Bool {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var buffer = [CChar](repeating: 0, count: 16_384)
        return getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == ERANGE || found != nil
    }
}
#endif
