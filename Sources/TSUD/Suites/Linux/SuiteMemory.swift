#if os(Linux)
import Foundation
import SettingsFile

/// The objects stored in a suite in memory, without registered defaults, launch arguments and global settings.
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
    ///
    /// Until the standard suite has been read once, reading its domain by name would create another domain.
    func load() {
        _ = suite.object(forKey: "")
    }

    /// The contents of the suite.
    ///
    /// Foundation finds a whole suite by the user's name. While the system can't provide that, the suite looks empty.
    /// So each missing key is looked up once more. A registered default may then be found instead.
    ///
    /// - Parameter expected: the objects that the suite contains unless they were changed since.
    /// - Returns: `nil` if the whole suite and the single look-ups contradict each other.
    func snapshot(expecting expected: [String: PropertyListObject]) -> [String: PropertyListObject]? {
        // `UserDefaults.set` accepts only property-list objects, so none is dropped.
        var objects: [String: PropertyListObject] = [:]
        for (key, object) in contents { objects[key] = PropertyListObject(object) }
        let isTrue = expected.allSatisfy { key, object in
            objects[key] != nil || found(key) != object || registeredObject(forKey: key) == object
        }
        return isTrue ? objects : nil
    }

    /// The object that a single look-up finds; if none is stored, the registered one.
    private func found(_ key: String) -> PropertyListObject? {
        suite.object(forKey: key).flatMap { PropertyListObject($0) }
    }

    private func registeredObject(forKey key: String) -> PropertyListObject? {
        RegistrationDomain.object(forKey: key, in: suite).flatMap { PropertyListObject($0) }
    }

    /// The object stored under a key, even if a launch argument hides it; copies the whole suite.
    func object(forKey key: String) -> Any? { contents[key] }

    /// The keys of all stored objects; copies the whole suite.
    var keys: some Collection<String> { contents.keys }

    private var contents: [String: Any] {
        // Written before `run` returns, and read only after that.
        nonisolated(unsafe) var contents: [String: Any] = [:]
        ExclusiveAccess.run { contents = suite.persistentDomain(forName: domain) ?? [:] }
        return contents
    }

    /// Replaces an object, even with one that Foundation considers equal.
    ///
    /// - Returns: `false` if the expected object was not there, because a plain call has changed it meanwhile.
    func replace(_ key: String, _ old: PropertyListObject?, by new: PropertyListObject?) -> Bool {
        guard found(key) == old ?? registeredObject(forKey: key) else { return false }
        if new == nil || old.map({ new?.isEqualToFoundation($0) == true }) == true { suite.removeObject(forKey: key) }
        if let new { suite.set(new.foundationObject, forKey: key) }
        return true
    }
}
#endif
