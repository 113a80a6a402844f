import Foundation

/// The names of the settings that are to be exchanged.
final class Inbox: @unchecked Sendable {
    private let lock = NSLock()
    private var pending: Set<String> = []
    /// What is to be tried again later.
    private var postponed: Set<String> = []
    /// Whether nothing is tried until then.
    private var isPaused = false
    private let wakes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Adds settings that have changed on this device.
    func add(_ names: Set<String>) {
        lock.withLock { pending.formUnion(names) }
        continuation.yield()
    }

    /// Adds settings that have changed in the store, which can be reached, then.
    func addFromStore(_ names: Set<String>) {
        if lock.withLock({ isPaused }) { resume() }
        add(names)
    }

    /// Postpones settings until ``resume()``; all of them if the store can't be reached.
    func postpone(_ names: Set<String>, isPaused: Bool) {
        lock.withLock {
            postponed.formUnion(names)
            self.isPaused = isPaused
        }
    }

    /// Adds the postponed settings.
    func resume() {
        lock.withLock {
            pending.formUnion(postponed)
            postponed = []
            isPaused = false
        }
        continuation.yield()
    }

    /// Waits until there are settings to exchange; returns `nil` if the task is cancelled.
    func next() async -> Set<String>? {
        var iterator = wakes.makeAsyncIterator()
        while !Task.isCancelled {
            if let names = take() { return names }
            if await iterator.next() == nil { return nil }
        }
        return nil
    }

    private func take() -> Set<String>? {
        lock.withLock {
            guard !isPaused, !pending.isEmpty else { return nil }
            defer { pending = [] }
            return pending
        }
    }
}
