import Foundation

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
