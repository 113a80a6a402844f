import Foundation

/// What only Foundation on Apple systems can do with a suite.
///
/// All decisions are made on top of it, by code that is compiled on every platform. The tests run that code with a
/// stand-in.
protocol ApplePreferences: Sendable {
    /// The object that the suite returns for a key, of which the system keeps one while nothing changes.
    func keptObject(forKey key: String) -> AnyObject?
    /// The object that is stored in a domain itself, whatever hides it.
    func object(forKey key: String, in domain: PreferencesDomain) -> Any?
    /// The object that a suite returns in which nothing is stored: a launch argument, a global or a registered object.
    ///
    /// It costs one look-up, where asking for a volatile domain copies all of it.
    func objectInEmptySuite(forKey key: String) -> Any?
    /// Begins to observe a key by key-value observing, which calls ``AppleSuite/noteChange(of:in:)``.
    func observe(_ key: String)
    /// Ends one call of `observe`.
    func stopObserving(_ key: String)
}

/// A place where the system keeps settings of the user.
enum PreferencesDomain: Hashable, Sendable {
    /// The domain of the standard suite.
    case application
    case suite(named: String)
}

/// When an app comes to the front, where it may find what other processes have changed meanwhile.
enum ActiveApp {
    /// The notifications of UIKit, AppKit, WatchKit and of an extension's host.
    ///
    /// By name, so that none of these frameworks is linked. Each constant is its own name.
    static let notifications = [
        "UIApplicationDidBecomeActiveNotification",
        "NSApplicationDidBecomeActiveNotification",
        "WKApplicationDidBecomeActiveNotification",
        "NSExtensionHostDidBecomeActiveNotification",
    ].map { Notification.Name($0) }
}

/// A second copy of the library in one process, which a test bundle brings into its app if both link it.
///
/// Each copy has its own ephemeral suites, so that of a test does not reach the app: the test changes real settings.
enum SecondCopy {
    /// The name that the first copy takes in the process, in which a name can be taken only once.
    static let mark = "TSUDInThisProcess"

    /// What to log when a copy is first used.
    ///
    /// - Parameter hasTakenMark: whether this copy could take the mark.
    /// - Returns: `nil` if it is the first one.
    static func warning(hasTakenMark: Bool) -> String? {
        if hasTakenMark { return nil }
        return """
            TSUD is in this process twice: an app and its test bundle both link it. withEphemeralSettings in one doesn't \
            reach the other, so tests change the app's real settings. Link TSUD to the app only; the test bundle uses \
            the app's.
            """
    }
}
