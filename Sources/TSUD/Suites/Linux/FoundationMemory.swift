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
    /// The suite's name, a ``coreString(_:)``; `nil` for the standard suite.
    private let coreName: AnyObject?

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
        coreName = name.map(Self.coreString)
    }

    /// Checks that the user can be looked up, or has no name: Foundation looks for each suite of the user by name.
    ///
    /// - Throws: A temporary error, such as a lack of descriptors.
    static func checkUser() throws(FileError) {
        var (entry, bytes) = (passwd(), [CChar](repeating: 0, count: 16_384))
        var found: UnsafeMutablePointer<passwd>?
        let error = getpwuid_r(geteuid(), &entry, &bytes, bytes.count, &found)
        guard [EMFILE, ENFILE, ENOMEM, EIO, EAGAIN, EINTR].contains(error) else { return }
        throw FileError(action: "can't look up the user", systemError: error)
    }

    /// Makes Foundation load the suite.
    func load() { RegistrationDomain.lock.withLock { _ in _ = suite.object(forKey: "") } }

    // MARK: Reading

    /// The stored object, or else that of an added suite, a global, or a registered one.
    ///
    /// Foundation rebuilds the suite at the first look after each change, so look at many names before you set one.
    func object(forKey name: String) -> Any? { suite.object(forKey: name) }
    subscript(name: String) -> PropertyListObject? {
        Self.cachedObject(forKey: Self.coreString(name), inSuiteNamed: coreName).flatMap(PropertyListObject.init(core:))
    }

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
        // Core Foundation would drop a byte order mark at the beginning.
        if utf8.starts(with: "\u{FEFF}".utf8) { return NSString(string: string) }
        let made = CFStringCreateWithBytes(nil, utf8, utf8.count, 0x0800_0100, 0)
        return made.map { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() } ?? NSString(string: string)
    }

    // MARK: Writing

    /// Stores objects, and removes the names whose object is nil.
    ///
    /// `UserDefaults` would check and convert each object again, and look for the suite each time.
    func set(_ objects: NamedValues<PropertyListObject?>) {
        RegistrationDomain.lock.withLock { _ in
            var scalars: [(name: AnyObject, object: AnyObject?)] = []
            for (name, object) in objects {
                if let object, object.isContainer {
                    suite.set(object.foundationObject, forKey: name)
                } else {
                    scalars.append((Self.coreString(name), object?.coreScalar))
                }
            }
            let application = coreName.map(passed) ?? kCFPreferencesCurrentApplication
            if scalars.count > 1 { return withExtendedLifetime(scalars) { set(scalars, of: application) } }
            for (name, object) in scalars {
                withExtendedLifetime((name, object)) {
                    CFPreferencesSetAppValue(passed(name), object.map(passed), application)
                }
            }
        }
    }

    private func set(_ scalars: [(name: AnyObject, object: AnyObject?)], of application: UnsafeRawPointer) {
        let objects = scalars.map { (name: UnsafeRawPointer?.some(passed($0.name)), object: $0.object.map(passed)) }
        let stored = objects.filter { $0.object != nil }
        var (names, scalars) = (stored.map(\.name), stored.map(\.object))
        var removed = objects.filter { $0.object == nil }.map(\.name)
        let dictionary = returned(CPreferencesDictionary(&names, &scalars, names.count))
        let array = returned(CPreferencesArray(&removed, removed.count))
        withExtendedLifetime((dictionary, array)) {
            CFPreferencesSetMultiple(
                dictionary.map(passed),
                array.map(passed),
                application,
                kCFPreferencesCurrentUser,
                kCFPreferencesAnyHost
            )
        }
    }
}

extension PropertyListObject {
    /// The object that `UserDefaults` passes to Core Foundation for a scalar.
    fileprivate var coreScalar: AnyObject? {
        switch self {
        case .boolean(let boolean): NSNumber(value: boolean)
        case .integer(let integer): NSNumber(value: integer)
        case .unsigned(let unsigned): NSNumber(value: unsigned)
        case .real(let real): NSNumber(value: real)
        case .single(let single): NSNumber(value: single)
        case .string(let string): FoundationMemory.coreString(string)
        case .date(let date): date as NSDate
        case .data(let data): data as NSData
        case .array, .dictionary: nil
        }
    }
}
#endif
