public import Foundation
import TSUD

/// The state of a synchronization; see ``TSUDSynchronization/status``.
public struct TSUDSyncStatus: Hashable, Sendable {
    /// Whether the store responded to the last request.
    public internal(set) var isConnected = false
    /// The date of the last change of ``isConnected``.
    public internal(set) var since = Date()
    /// The reason why the store can't be reached, or why settings wait or stay different, or `nil` without a reason.
    public internal(set) var reason: String?
    /// Whether the store reports its changes at the moment.
    ///
    /// If it doesn't, TSUDSync reads the store at least every 90 seconds.
    public internal(set) var isReceivingChanges = false
    /// The date of the last successful sync, or `nil` before it.
    public internal(set) var lastSync: Date?
    /// The sorted names of settings whose changes on this device the store doesn't have yet.
    ///
    /// The array contains a name as soon as the change is stored. The array is empty for a list that follows.
    public internal(set) var pendingNames: [String] = []
    /// Whether the store has no store ID, so TSUDSync treats no missing value as removed.
    ///
    /// If every machine follows, or may only read, write a random string under the name `TSUDSync`.
    public internal(set) var isMissingStoreID = false
    /// The store, if it rejected the last request.
    var rejecter: String?
    /// The reason why the store reports no changes; `nil` if it does, or may again in a moment.
    var watchFailure: String?
}

extension TSUDSyncStatus: CustomStringConvertible {
    /// A description of the status for users and logs.
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
