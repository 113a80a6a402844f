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
        let (iterator, element) = await TakenAlong(value: self).next(isolation: actor).value
        self = iterator
        return element
    }
}

/// What a task takes along to another actor and back; the first one waits meanwhile, so never do two use it at once.
private struct TakenAlong<Value>: @unchecked Sendable {
    let value: Value
}

extension TakenAlong where Value: ActorIterator {
    func next(isolation actor: isolated (any Actor)?) async -> TakenAlong<(Value, Value.Element?)> {
        var iterator = value
        let element = await iterator.next(isolation: actor)
        return TakenAlong<(Value, Value.Element?)>(value: (iterator, element))
    }
}
