#if canImport(Darwin)
import Foundation
import TSUD

extension SharedStore where Self == UbiquitousStore {
    /// iCloud's key-value store of this app; see ``UbiquitousStore``.
    public static var iCloud: UbiquitousStore { UbiquitousStore(SystemKeyValues()) }
}

/// The calls of `NSUbiquitousKeyValueStore`.
final class SystemKeyValues: UbiquitousKeyValues, @unchecked Sendable {
    private enum iCloudGeneration: TSUD {
        static let defaultValue = 0
        static let stringKey = "TSUDSync iCloud"
    }

    private let store = NSUbiquitousKeyValueStore.default

    var texts: [String: String] { store.dictionaryRepresentation.compactMapValues { $0 as? String } }

    var generation: Int {
        get { iCloudGeneration.value }
        set { iCloudGeneration.value = newValue }
    }

    func set(_ text: String?, forKey name: String) { store.set(text, forKey: name) }

    func observe(_ report: @escaping @Sendable (UbiquitousReason, [String]) -> Void) -> @Sendable () -> Void {
        let (center, name) = (NotificationCenter.default, NSUbiquitousKeyValueStore.didChangeExternallyNotification)
        nonisolated(unsafe) let observer = center.addObserver(forName: name, object: store, queue: nil) {
            let number = $0.userInfo?[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int
            let names = $0.userInfo?[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
            report(number.flatMap(UbiquitousReason.init) ?? .initialSync, names ?? [])
        }
        store.synchronize()
        return { center.removeObserver(observer) }
    }
}
#endif
