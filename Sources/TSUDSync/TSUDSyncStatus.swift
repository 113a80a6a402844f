public import Foundation
import TSUD

/// How a synchronization is doing; see ``TSUDSynchronization/status``.
public struct TSUDSyncStatus: Hashable, Sendable {
    /// Whether the store answered when it was last asked.
    public internal(set) var isConnected = false
    /// Since when the store has been reached, or not.
    public internal(set) var since = Date()
    /// Why the store is not reached, or why settings wait though it is; `nil` if neither is so, or it has not been asked
    /// yet.
    public internal(set) var reason: String?
    /// Whether the store reports changes at the moment.
    ///
    /// If not, it is asked now and then, after up to a minute and a half.
    public internal(set) var isReceivingChanges = false
    /// When an exchange with the store last ended well, so that nothing of it is to be repeated; `nil` if none has.
    public internal(set) var lastSync: Date?
    /// The names whose changes on this device the store does not have yet, sorted.
    ///
    /// A change is among them as soon as it is stored. It is empty for a list that only follows.
    public internal(set) var pendingNames: [String] = []
    /// Whether the store has no identity, so that nothing that is missing there counts as removed.
    ///
    /// This lasts where every machine only follows, or may only read: then put any random text under the name
    /// `TSUDSync`.
    public internal(set) var isMissingStoreID = false
}

extension TSUDSyncStatus: CustomStringConvertible {
    /// The status in a few words, for people.
    public var description: String {
        let reason = reason.map { ": \($0)" } ?? ""
        var parts = ["\(isConnected ? "reached" : "not reached") since \(since.formatted(.iso8601))\(reason)"]
        if isConnected, !isReceivingChanges { parts.append("changes are not heard") }
        if let lastSync { parts.append("last exchange \(lastSync.formatted(.iso8601))") }
        if isMissingStoreID { parts.append("the store has no '\(CommonGround.reservedName)'") }
        if !pendingNames.isEmpty { parts.append("pending: \(pendingNames.joined(separator: ", "))") }
        return parts.joined(separator: "; ")
    }
}
