public import Foundation
import TSUD

/// The state of a synchronization; see ``TSUDSynchronization/status``.
public struct TSUDSyncStatus: Hashable, Sendable {
    /// Whether the store responded to the last request.
    public internal(set) var isConnected = false
    /// The date of the last change of ``isConnected``.
    public internal(set) var since = Date()
    /// The reason why the store can't be reached, or why settings wait; `nil` if neither is so, or is known yet.
    public internal(set) var reason: String?
    /// Whether the store reports its changes at the moment.
    ///
    /// If not, TSUDSync reads the store now and then, at the latest after a minute and a half.
    public internal(set) var isReceivingChanges = false
    /// The date at which the last sync ended well; `nil` if none has.
    public internal(set) var lastSync: Date?
    /// The names whose changes on this device the store does not have yet, sorted.
    ///
    /// A change is among them as soon as it is stored. The array is empty for a list that follows.
    public internal(set) var pendingNames: [String] = []
    /// Whether the store has no store ID, so TSUDSync treats no missing value as removed.
    ///
    /// This lasts if every machine follows, or may only read. Then put any random string under the name `TSUDSync`.
    public internal(set) var isMissingStoreID = false
    /// The store, if it rejected the last request.
    var rejecter: String?
}

extension TSUDSyncStatus: CustomStringConvertible {
    /// The status in a few words, for people.
    public var description: String {
        let reason = reason.map { ": \($0)" } ?? ""
        let connection = isConnected ? "connected" : rejecter.map { "rejected by \($0)" } ?? "not connected"
        var parts = ["\(connection) since \(since.formatted(.iso8601))\(reason)"]
        if isConnected, !isReceivingChanges { parts.append("not receiving changes") }
        if let lastSync { parts.append("last sync \(lastSync.formatted(.iso8601))") }
        if isMissingStoreID { parts.append("the store has no '\(StoreID.name)'") }
        if !pendingNames.isEmpty { parts.append("pending: \(pendingNames.joined(separator: ", "))") }
        return parts.joined(separator: "; ")
    }
}
