/// An asynchronous sequence that waits for changes.
final class Reader: Sendable {
    private let wakes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    /// The names that have changed, in the order in which they first did.
    private let changed = Locked<(names: [String], set: Set<String>)>(([], []))

    init() {
        // Changes are coalesced, because the reader reads what is stored when it wakes.
        (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func wake(_ names: [String]) {
        changed.withLock { changed in
            for name in names where changed.set.insert(name).inserted { changed.names.append(name) }
        }
        continuation.yield()
    }

    /// Waits for the next change; returns `false` if the task is cancelled.
    func change() async -> Bool {
        var iterator = wakes.makeAsyncIterator()
        return await iterator.next() != nil
    }

    /// The names that have changed since the last call.
    func takeNames() -> [String] {
        changed.withLock { changed in
            defer { changed = ([], []) }
            return changed.names
        }
    }
}
