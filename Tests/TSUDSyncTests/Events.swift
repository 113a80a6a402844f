import TestSupport

@testable import TSUDSync

typealias Events = Recorder<TSUDSyncEvent>

extension TSUDSynchronization {
    /// Records the events in the background.
    func passEvents(to events: Events) -> Self {
        let stream = self.events
        Task { for await event in stream { events.record(event) } }
        return self
    }
}
