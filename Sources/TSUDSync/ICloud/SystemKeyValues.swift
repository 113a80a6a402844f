#if canImport(Darwin)
import Foundation

extension SharedStore where Self == UbiquitousStore {
    /// iCloud's key-value store of this app; see ``UbiquitousStore``.
    public static var iCloud: UbiquitousStore { UbiquitousStore(SystemKeyValues()) }
}

/// The calls of `NSUbiquitousKeyValueStore`.
final class SystemKeyValues: UbiquitousKeyValues, @unchecked Sendable {
    private let store = NSUbiquitousKeyValueStore.default

    var texts: [String: String] { store.dictionaryRepresentation.compactMapValues { $0 as? String } }

    var foreignNames: Set<String> { Set(store.dictionaryRepresentation.filter { !($0.value is String) }.keys) }

    func set(_ text: String?, forKey name: String) { store.set(text, forKey: name) }

    func synchronize() -> Bool { store.synchronize() }

    func observe(_ report: @escaping @Sendable (UbiquitousReason, [String]) -> Void) -> @Sendable () -> Void {
        let (center, name) = (NotificationCenter.default, NSUbiquitousKeyValueStore.didChangeExternallyNotification)
        nonisolated(unsafe) let observer = center.addObserver(forName: name, object: store, queue: nil) {
            let number = $0.userInfo?[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int
            let names = $0.userInfo?[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
            report(number.flatMap(UbiquitousReason.init) ?? .initialSync, names ?? [])
        }
        return { center.removeObserver(observer) }
    }
}
#endif
