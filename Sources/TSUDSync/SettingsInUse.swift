import Foundation
import TSUD

/// The settings that are synchronized in this process, each of which has one store at a time.
final class SettingsInUse: Sendable {
    static let shared = SettingsInUse()
    private let lock = NSLock()
    nonisolated(unsafe) private var stores: [Setting: String] = [:]

    fileprivate struct Setting: Hashable {
        let name: String
        let suite: ObjectIdentifier

        init(_ name: SyncedName) { (self.name, suite) = (name.name, name.suite.suiteIdentifier) }
    }

    /// Takes settings for a store.
    ///
    /// - Returns: those that were taken, and the stores that others are synchronized with, by name.
    func take(_ settings: [SyncedName], for store: String) -> (Taken, others: [String: String]) {
        lock.withLock {
            var others: [String: String] = [:]
            for setting in settings { others[setting.name] = stores[Setting(setting)] }
            let taken = settings.filter { others[$0.name] == nil }.map(Setting.init)
            for setting in taken { stores[setting] = store }
            return (Taken(taken), others)
        }
    }

    fileprivate func giveBack(_ settings: [Setting]) {
        lock.withLock { for setting in settings { stores[setting] = nil } }
    }

    /// Settings that are in use for as long as this is kept.
    final class Taken: Sendable {
        private let settings: [Setting]
        fileprivate init(_ settings: [Setting]) { self.settings = settings }
        deinit { SettingsInUse.shared.giveBack(settings) }
    }
}
