#if canImport(Darwin)
import Foundation
import Network

extension SharedStore where Self == UbiquitousStore {
    /// iCloud's key-value store of this app; see ``UbiquitousStore``.
    public static var iCloud: UbiquitousStore { UbiquitousStore(SystemKeyValues()) }
}

/// The calls of `NSUbiquitousKeyValueStore`.
final class SystemKeyValues: UbiquitousKeyValues, @unchecked Sendable {
    private let store = NSUbiquitousKeyValueStore.default
    private let monitor = NWPathMonitor()

    init() { monitor.start(queue: DispatchQueue(label: "TSUDSync.network")) }

    deinit { monitor.cancel() }

    var texts: [String: String] { store.dictionaryRepresentation.compactMapValues { $0 as? String } }

    var foreignSizes: [String: Int] {
        store.dictionaryRepresentation.filter { !($0.value is String) }.mapValues {
            (try? PropertyListSerialization.data(fromPropertyList: $0, format: .binary, options: 0).count) ?? 0
        }
    }

    var hasNetwork: Bool { monitor.currentPath.status != .unsatisfied }

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
