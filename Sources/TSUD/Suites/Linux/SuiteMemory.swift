#if os(Linux)
import Foundation
import SettingsFile

/// The objects that a suite has stored in memory, without registered defaults, launch arguments and global settings.
struct SuiteMemory: @unchecked Sendable {
    private let suite: UserDefaults
    private let domain: String

    /// The domain under which Foundation keeps the standard suite.
    static let standardDomain = "kCFPreferencesCurrentApplication"

    /// - Parameter name: the suite's name; `nil` for the standard suite.
    init(ofSuiteNamed name: String?) {
        suite = UserDefaults(suiteName: name) ?? .standard
        // An object of its own, which no launch argument reaches.
        suite.removeVolatileDomain(forName: UserDefaults.argumentDomain)
        domain = name ?? Self.standardDomain
    }

    /// Has Foundation load the suite.
    ///
    /// Until the standard suite has been asked for something, its domain is not known under its name, and asking for
    /// that would make another one of it.
    func load() {
        _ = suite.object(forKey: "")
    }

    /// What the suite holds.
    ///
    /// Foundation finds a whole suite by the user's name; while the system doesn't tell that, the suite looks empty. So
    /// what is missing is asked for by itself before that is believed.
    ///
    /// - Parameter expected: what is to be there, unless it was changed or removed since.
    /// - Returns: `nil` when the whole suite and its single keys don't agree.
    func snapshot(expecting expected: [String: PropertyListObject]) -> [String: PropertyListObject]? {
        // Nothing but property-list objects gets past `UserDefaults.set`.
        let objects = contents.compactMapValues { PropertyListObject($0) }
        let isTrue = expected.allSatisfy { key, object in
            objects[key] != nil || suite.object(forKey: key).flatMap { PropertyListObject($0) } != object
        }
        return isTrue ? objects : nil
    }

    /// The object that is stored under a key, whatever else Foundation would find before it; copies the whole suite.
    func object(forKey key: String) -> Any? { contents[key] }

    private var contents: [String: Any] {
        // Written before `run` returns, and read only then.
        nonisolated(unsafe) var contents: [String: Any] = [:]
        BetweenWrites.run { contents = suite.persistentDomain(forName: domain) ?? [:] }
        return contents
    }

    /// Puts an object in the place of another one, also where Foundation takes the two for equal.
    ///
    /// - Returns: `false` when the other one was not there: a plain call has changed it, and what it put there stays.
    func replace(_ key: String, _ old: PropertyListObject?, by new: PropertyListObject?) -> Bool {
        let expected = old ?? RegistrationDomain.object(forKey: key, in: suite).flatMap { PropertyListObject($0) }
        guard suite.object(forKey: key).flatMap({ PropertyListObject($0) }) == expected else { return false }
        if new == nil || old.map({ new?.isEqualToFoundation($0) == true }) == true { suite.removeObject(forKey: key) }
        if let new { suite.set(new.foundationObject, forKey: key) }
        return true
    }
}
#endif
