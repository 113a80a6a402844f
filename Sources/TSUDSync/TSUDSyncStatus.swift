public import Foundation

/// How a synchronization is doing; see ``TSUDSynchronization/status``.
public struct TSUDSyncStatus: Hashable, Sendable {
    /// Whether the store answered when it was last asked.
    public internal(set) var isReached = false
    /// Since when the store has been reached, or not.
    public internal(set) var since = Date()
    /// Why the store is not reached; `nil` if it is, or has not been asked yet.
    public internal(set) var reason: String?
    /// The names whose changes on this device the store does not have yet, sorted.
    public internal(set) var waiting: [String] = []
    /// Whether the store has no identity, so that nothing that is missing there counts as removed.
    ///
    /// This lasts where every machine only follows: then put any random text under the name `TSUDSync`.
    public internal(set) var lacksIdentity = false
}

extension TSUDSyncStatus: CustomStringConvertible {
    /// The status in a few words, for people.
    public var description: String {
        let reason = reason.map { ": \($0)" } ?? ""
        var parts = ["\(isReached ? "reached" : "not reached") since \(since.formatted(.iso8601))\(reason)"]
        if lacksIdentity { parts.append("the store has no '\(CommonGround.reservedName)'") }
        if !waiting.isEmpty { parts.append("waiting: \(waiting.joined(separator: ", "))") }
        return parts.joined(separator: "; ")
    }
}
