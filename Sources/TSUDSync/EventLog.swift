import Foundation

/// Passes events on to those who listen, and lets others wait for the first exchange.
final class EventLog: @unchecked Sendable {
    private let lock = NSLock()
    private var listeners: [UUID: AsyncStream<TSUDSyncEvent>.Continuation] = [:]
    private var waiting: [UUID: AsyncStream<Never>.Continuation] = [:]
    private var isFirstOver = false
    private var isEnded = false

    func add(_ event: TSUDSyncEvent) {
        for listener in lock.withLock({ Array(listeners.values) }) { listener.yield(event) }
    }

    func noteExchange() {
        let waiting = lock.withLock {
            isFirstOver = true
            defer { self.waiting = [:] }
            return self.waiting
        }
        for continuation in waiting.values { continuation.finish() }
    }

    /// Ends all that wait and listen.
    func end() {
        noteExchange()
        let listeners = lock.withLock {
            isEnded = true
            defer { self.listeners = [:] }
            return self.listeners
        }
        for listener in listeners.values { listener.finish() }
    }

    /// The events from now on.
    func events() -> AsyncStream<TSUDSyncEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: TSUDSyncEvent.self)
        let id = UUID()
        let isEnded = lock.withLock {
            if !self.isEnded { listeners[id] = continuation }
            return self.isEnded
        }
        if isEnded { continuation.finish() }
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            lock.withLock { _ = listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// Waits for the first exchange, or until the task is cancelled.
    func firstExchange() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        let id = UUID()
        let isOver = lock.withLock {
            if !isFirstOver { waiting[id] = continuation }
            return isFirstOver
        }
        if isOver { return }
        for await _ in stream {}
        lock.withLock { _ = waiting.removeValue(forKey: id) }
    }
}
