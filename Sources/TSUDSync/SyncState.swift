import Foundation

/// What the tasks of a synchronization share: the settings that are to be exchanged, and who waits.
final class SyncState: Sendable {
    /// An element after settings were added or are to be tried again, for one reader.
    let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let lock = NSLock()
    nonisolated(unsafe) private var settings: Set<String> = []
    /// Those who wait for the first exchange; `nil` after it.
    nonisolated(unsafe) private var waiting: [AsyncStream<Never>.Continuation]? = []

    init() { (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func add(_ names: Set<String>) {
        lock.withLock { settings.formUnion(names) }
        waker.yield()
    }

    func takeAll() -> Set<String> {
        lock.withLock {
            defer { settings = [] }
            return settings
        }
    }

    func noteExchange() {
        lock.withLock {
            for continuation in waiting ?? [] { continuation.finish() }
            waiting = nil
        }
    }

    /// Waits for the first exchange, or until the task is cancelled.
    func firstExchange() async {
        let exchanged = AsyncStream<Never> { continuation in
            if lock.withLock({ waiting?.append(continuation) }) == nil { continuation.finish() }
        }
        for await _ in exchanged {}
    }

    // Those who wait must not do so for ever.
    deinit { noteExchange() }
}
