import Foundation

/// Passes events on to those who listen, and lets others wait for the first exchange.
final class EventLog: Sendable {
    private let lock = NSLock()
    private nonisolated(unsafe) var listeners: [AsyncStream<TSUDSyncEvent>.Continuation] = []
    private nonisolated(unsafe) var waiting: [AsyncStream<Never>.Continuation] = []
    private nonisolated(unsafe) var hasExchanged = false

    func add(_ event: TSUDSyncEvent) {
        lock.withLock {
            listeners.removeAll {
                if case .terminated = $0.yield(event) { true } else { false }
            }
        }
    }

    func noteExchange() {
        lock.withLock {
            hasExchanged = true
            for continuation in waiting { continuation.finish() }
            waiting = []
        }
    }

    /// The events from now on.
    func events() -> AsyncStream<TSUDSyncEvent> {
        AsyncStream { continuation in lock.withLock { listeners.append(continuation) } }
    }

    /// Waits for the first exchange, or until the task is cancelled.
    func firstExchange() async {
        let exchanged = AsyncStream<Never> { continuation in
            lock.withLock { hasExchanged ? continuation.finish() : waiting.append(continuation) }
        }
        for await _ in exchanged {}
    }

    // Those who wait must not do so for ever.
    deinit {
        for continuation in waiting { continuation.finish() }
        for listener in listeners { listener.finish() }
    }
}
