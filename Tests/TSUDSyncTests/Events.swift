import Foundation

@testable import TSUDSync

/// What a synchronization has told.
final class Events: @unchecked Sendable {
    private let lock = NSLock()
    private var events: [TSUDSyncEvent] = []
    var all: [TSUDSyncEvent] { lock.withLock { events } }
    func add(_ event: TSUDSyncEvent) { lock.withLock { events.append(event) } }
}
