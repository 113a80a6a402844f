#if canImport(Darwin) || DEBUG
import Foundation

/// The operations on a suite that need Apple's Foundation.
///
/// All decisions are above it, in code that compiles on every platform. The tests run that code with a fake.
protocol ApplePreferences: Sendable {
    /// Returns the suite's object of a key, the identical one until something changes.
    func cachedObject(forKey key: String) -> AnyObject?
    /// Returns the object that is stored in a domain itself, whatever takes precedence over it.
    func object(forKey key: String, in domain: PreferencesDomain) -> Any?
    /// Returns the object of a key in an empty suite: a launch argument, a global or a registered object.
    ///
    /// It costs one look-up. Reading a volatile domain copies all of it.
    func objectInEmptySuite(forKey key: String) -> Any?
    /// Calls `CFPreferencesAppSynchronize`.
    func synchronizeDomain(named name: String)
    /// Begins key-value observing of a key, which calls ``AppleSuite/noteChange(of:in:)``.
    func observe(_ key: String)
    /// Ends one call of `observe`.
    func stopObserving(_ key: String)
}

/// A domain of the user's settings.
enum PreferencesDomain: Hashable, Sendable {
    /// The domain of the standard suite.
    case application
    case suite(named: String)
}

/// The moments when an app becomes active, and may find changes of other processes.
enum ActiveApp {
    /// The notifications of UIKit, AppKit, WatchKit and of an extension's host.
    ///
    /// They are strings, so that none of these frameworks is linked. Each constant is its own name.
    static let notifications = [
        "UIApplicationDidBecomeActiveNotification",
        "NSApplicationDidBecomeActiveNotification",
        "WKApplicationDidBecomeActiveNotification",
        "NSExtensionHostDidBecomeActiveNotification",
    ].map { Notification.Name($0) }
}
#endif
