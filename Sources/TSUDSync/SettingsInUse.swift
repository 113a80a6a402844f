import Foundation
import TSUD

/// The settings that are synchronized in this process, each of which has one store at a time.
final class SettingsInUse: Sendable {
    static let shared = SettingsInUse()
    private let stores = Locked<[Setting: String]>([:])

    fileprivate struct Setting: Hashable {
        let name: String
        let suite: SuiteIdentity

        init(_ name: any AnyHandle) { (self.name, suite) = (name.name, name.suite.suiteIdentity) }
    }

    /// Reserves settings for a store.
    ///
    /// - Returns: the reserved settings, and the stores of the others, by name.
    func reserve(_ settings: [any AnyHandle], for store: String) -> (Reservation, others: [String: String]) {
        stores.withLock { stores in
            var others: [String: String] = [:]
            for setting in settings { others[setting.name] = stores[Setting(setting)] }
            let free = settings.filter { others[$0.name] == nil }.map(Setting.init)
            for setting in free { stores[setting] = store }
            return (Reservation(free), others)
        }
    }

    /// Settings that are in use for as long as this object exists.
    final class Reservation: Sendable {
        private let settings: [Setting]
        fileprivate init(_ settings: [Setting]) { self.settings = settings }
        deinit { SettingsInUse.shared.stores.withLock { for setting in settings { $0[setting] = nil } } }
    }
}
