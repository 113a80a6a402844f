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
