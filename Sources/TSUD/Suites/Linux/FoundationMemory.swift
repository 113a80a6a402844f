#if os(Linux)
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
        suite = UserDefaults(suiteName: name) ?? .standard
        // This `UserDefaults` object is not shared, so removing the launch arguments affects no other.
        suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        domain = name ?? Self.standardDomain
    }

    /// Makes Foundation load the suite.
    func load() { _ = suite.object(forKey: "") }

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

    /// The function of Core Foundation by which `object(forKey:)` finds an object, before it makes a Swift value of it.
    ///
    /// It is exported, but not declared. In a program that links Foundation statically it is not found.
    private static let copyAppValue = dlsym(nil, "CFPreferencesCopyAppValue").map {
        unsafeBitCast($0, to: (@convention(c) (AnyObject, AnyObject) -> Unmanaged<AnyObject>?).self)
    }
    nonisolated(unsafe) private static let standardSuite = dlsym(nil, standardDomain)?.load(as: AnyObject.self)

    /// The object as Foundation keeps it, of a suite or of one that was added to it.
    ///
    /// The suite's name is a ``coreString(_:)``, or `nil` for the standard one.
    static func cachedObject(forKey name: String, inSuiteNamed suite: AnyObject?) -> AnyObject? {
        guard let copyAppValue, let suite = suite ?? standardSuite else { return nil }
        return copyAppValue(coreString(name), suite)?.takeRetainedValue()
    }

    private static let createString = dlsym(nil, "CFStringCreateWithBytes").map {
        unsafeBitCast(
            $0,
            to: (@convention(c) (OpaquePointer?, UnsafePointer<UInt8>, Int, UInt32, UInt8) -> Unmanaged<AnyObject>?)
                .self
        )
    }

    /// Returns a string of Core Foundation, which hashes and compares it several times faster than an `NSString`.
    static func coreString(_ string: String) -> AnyObject {
        var string = string
        let made = string.withUTF8 { bytes in
            bytes.baseAddress.flatMap { createString?(nil, $0, bytes.count, 0x0800_0100, 0) }
        }
        return made?.takeRetainedValue() ?? NSString(string: string)
    }

    // MARK: Writing

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
