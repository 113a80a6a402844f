/// An asynchronous sequence that waits for changes of some keys, as long as its iterator lives.
final class Reader: Sendable {
    private let observations: [KeyObservers]
    private let wakes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let changed = Locked(DistinctNames())

    init(of observations: [KeyObservers]) {
        self.observations = observations
        // Changes are coalesced, because the reader reads the current objects when it wakes.
        (wakes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        for observation in observations { observation.add(self) }
    }

    deinit {
        for observation in observations { observation.remove(self) }
    }

    func wake(_ names: [String]) {
        changed.withLock { $0.add(names) }
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
            defer { changed = DistinctNames() }
            return changed.inOrder
        }
    }
}

/// An asynchronous iterator that runs code of a key's on an actor.
///
/// On systems that are older than typed iteration, `for await` calls `next()`, without an actor.
protocol ActorIterator {
    associatedtype Element
    mutating func next(isolation actor: isolated (any Actor)?) async -> Element?
}

extension ActorIterator {
    /// Waits for the next element on another actor.
    mutating func next(on actor: (any Actor)?) async -> Element? {
        let (iterator, element) = await Unchecked(self).next(isolation: actor).value
        self = iterator
        return element
    }
}

// The first task waits while the other has the iterator, so never do two use it at once.
extension Unchecked where Value: ActorIterator {
    fileprivate func next(isolation actor: isolated (any Actor)?) async -> Unchecked<(Value, Value.Element?)> {
        var iterator = value
        let element = await iterator.next(isolation: actor)
        return Unchecked<(Value, Value.Element?)>((iterator, element))
    }
}
