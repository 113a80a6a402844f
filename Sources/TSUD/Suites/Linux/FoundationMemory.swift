#if os(Linux)
import CPreferences
import Foundation

/// A suite in Foundation's memory, read and written name by name.
///
/// Reading a whole suite isn't safe: Foundation then finds it by `getpwuid`, whose static buffer another thread's `set`
/// may be overwriting.
struct FoundationMemory: @unchecked Sendable {
    let suite: UserDefaults
    /// The name of the suite's domain.
    let domain: String

    /// Foundation's name for the domain of the standard suite.
    static let standardDomain = "kCFPreferencesCurrentApplication"

    /// - Parameter name: the suite's name; `nil` for the standard suite.
    init(ofSuiteNamed name: String?) {
        // A linker that adds Foundation to the program drops the bridging of arrays if nothing refers to it, and `set`
        // of an array then ends the program.
        _ = [Any]()._bridgeToObjectiveC()
        suite = UserDefaults(suiteName: name) ?? .standard
        // This `UserDefaults` object is not shared, so removing the launch arguments affects no other.
        suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        domain = name ?? Self.standardDomain
    }

    /// Makes Foundation load the suite.
    func load() { RegistrationDomain.lock.withLock { _ in _ = suite.object(forKey: "") } }

    /// A suite without a file, because no name in its directory exists.
    static func withoutFile() -> Self { Self(ofSuiteNamed: "/dev/null/TSUD-\(UUID().uuidString)") }

    // MARK: Reading

    /// The stored object, or else that of an added suite, a global, or a registered one.
    ///
    /// Foundation rebuilds the suite at the first look after each change, so look at many names before you set one.
    func object(forKey name: String) -> Any? { suite.object(forKey: name) }
    subscript(name: String) -> PropertyListObject? { object(forKey: name).flatMap { PropertyListObject($0) } }

    /// The registered or global object that an empty suite has.
    func objectElsewhere(forKey name: String) -> Any? { RegistrationDomain.object(forKey: name) }

    func elsewhere(_ name: String) -> PropertyListObject? {
        objectElsewhere(forKey: name).flatMap { PropertyListObject($0) }
    }

    /// Returns the object as Foundation keeps it, of a suite or of one that was added to it.
    ///
    /// `object(forKey:)` finds it in the same way, before it makes a Swift value of it.
    ///
    /// - Parameters:
    ///   - name: the key, a ``coreString(_:)``.
    ///   - suite: the suite's name, a ``coreString(_:)``, or `nil` for the standard suite.
    /// - Returns: the stored, registered, or global object, the same instance until the suite changes.
    static func cachedObject(forKey name: AnyObject, inSuiteNamed suite: AnyObject?) -> AnyObject? {
        let suite = suite.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
        let object = CFPreferencesCopyAppValue(
            Unmanaged.passUnretained(name).toOpaque(),
            suite ?? kCFPreferencesCurrentApplication
        )
        return object.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() }
    }

    /// Returns a string of Core Foundation, which hashes and compares it several times faster than an `NSString`.
    static func coreString(_ string: String) -> AnyObject {
        let utf8 = Array(string.utf8)
        let made = CFStringCreateWithBytes(nil, utf8, utf8.count, 0x0800_0100, 0)
        return made.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() } ?? NSString(string: string)
    }

    // MARK: Writing

    /// Stores an object, or removes the name.
    func set(_ name: String, to object: PropertyListObject?) {
        let object = object?.foundationObject
        RegistrationDomain.lock.withLock { _ in
            if let object { suite.set(object, forKey: name) } else { suite.removeObject(forKey: name) }
        }
    }
}
#endif
