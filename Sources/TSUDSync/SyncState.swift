import Foundation

/// What the tasks of a synchronization share: the settings that are to be exchanged, the status, and who waits.
final class SyncState: Sendable {
    /// An element after settings were added, for one reader.
    let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    private let lock = NSLock()
    nonisolated(unsafe) private var changed: Set<String> = []
    nonisolated(unsafe) private var heard: Set<String> = []
    nonisolated(unsafe) private var isResting = false
    nonisolated(unsafe) private var known = TSUDSyncStatus()
    nonisolated(unsafe) private var isRefused = false
    /// Those who wait for the first exchange; `nil` after it.
    nonisolated(unsafe) private var waiting: [AsyncStream<Never>.Continuation]? = []

    init() { (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Adds settings that have changed here, and others that may have changed in the store.
    func add(changed new: Set<String> = [], heard others: Set<String> = []) {
        lock.withLock {
            changed.formUnion(new)
            heard.formUnion(others)
        }
        waker.yield()
    }

    /// The settings to exchange: while this device rests, only what was heard of.
    func takeAll() -> (changed: Set<String>, heard: Set<String>) {
        lock.withLock {
            let all = (isResting ? [] : changed, heard)
            (changed, heard) = (isResting ? changed : [], [])
            return all
        }
    }

    /// Whether something was heard of.
    var hasHeard: Bool { lock.withLock { !heard.isEmpty } }

    /// Lets what changes here wait for a while.
    func rest(for duration: Duration) {
        lock.withLock { isResting = true }
        Task { [weak self] in
            try? await Task.sleep(for: duration)
            self?.lock.withLock { self?.isResting = false }
            self?.waker.yield()
        }
    }

    var status: TSUDSyncStatus { lock.withLock { known } }
    func update(_ change: (inout TSUDSyncStatus) -> Void) { lock.withLock { change(&known) } }

    func noteExchange() {
        lock.withLock {
            for continuation in waiting ?? [] { continuation.finish() }
            waiting = nil
        }
    }

    /// Waits for the first exchange, or until the task is cancelled.
    func firstExchange() async {
        let exchanged = AsyncStream<Never> { continuation in
            let mayWait = lock.withLock { isRefused ? nil : waiting?.append(continuation) } != nil
            if !mayWait { continuation.finish() }
        }
        for await _ in exchanged {}
    }

    /// Notes that there will be no exchange; nobody may wait yet.
    func refuse() { lock.withLock { isRefused = true } }

    var hasExchanged: Bool { lock.withLock { waiting == nil } }

    // Those who wait must not do so for ever.
    deinit { noteExchange() }
}
