extension TSUD {
    /// Calls a closure with the setting's value, at once and after each change, where the caller is isolated.
    ///
    /// ```swift
    /// @MainActor final class Ruler {
    ///     private var width = 0.0
    ///     private var observation: TSUDObservation?
    ///
    ///     init() {
    ///         observation = fontSize.observe { [weak self] size in
    ///             self?.width = size * 80
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// On the main actor the closure is called on the main actor, on an actor there. A caller without isolation is called
    /// on any thread, one call after the other; its closure must be ready for that. A change is never delivered inside a
    /// read or an update, but later; inside an update of this thread, the first call comes after it as well. As with
    /// ``values(initial:isolation:)``, changes in quick succession are one call, and no two equal values are delivered
    /// in a row. The call that begins it costs a read, and each change a turn of the actor.
    ///
    /// An actor should use `for await` over ``values(initial:isolation:)``, since a closure with `[weak self]` is not
    /// isolated to it.
    ///
    /// - Parameters:
    ///   - initial: whether to call the closure at once.
    ///   - isolation: the actor on which the closure and the key's own code run; always that of the caller.
    ///   - body: receives the values. What can't be read is reported to ``report(_:)``, and the default is delivered.
    /// - Returns: the observation, which ends when it is released or cancelled.
    public static func observe(
        initial: Bool = true,
        isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping (ValueType) -> Void
    ) -> TSUDObservation {
        handle.observe(initial: initial, isolation: isolation, body)
    }
}

extension TSUDHandle {
    /// Calls a closure with the value, at once and after each change; like ``TSUD/TSUD/observe(initial:isolation:_:)``.
    ///
    /// As long as a member has no value of its own, these are the setting's.
    ///
    /// - Parameters:
    ///   - initial: whether to call the closure at once.
    ///   - isolation: the actor on which the closure and the key's own code run; always that of the caller.
    ///   - body: receives the values.
    /// - Returns: the observation, which ends when it is released or cancelled.
    public func observe(
        initial: Bool = true,
        isolation: isolated (any Actor)? = #isolation,
        _ body: @escaping (Setting.ValueType) -> Void
    ) -> TSUDObservation {
        let sequence = values(initial: initial, isolation: isolation)
        var values = sequence.makeAsyncIterator()
        let reader = values.reader
        if !UpdateLock.shared.isHeld {
            if let value = values.newValue() { body(value) }
        } else if initial {
            // Its readers are woken when the update returns.
            let key = sequence.key
            UpdateLock.shared.make(
                Announcement(observations: key.backend.observations, names: [key.key], kind: .object)
            )
        }
        return TSUDObservation(of: reader, isolation: isolation) {
            if let value = values.newValue() { body(value) }
        }
    }
}

/// An observation of a setting, which ends when it is released or cancelled; see `observe(initial:isolation:_:)`.
public final class TSUDObservation: Sendable {
    private let task: Task<Void, Never>

    /// Calls a closure, isolated as the caller is, whenever the reader has been woken.
    init(of reader: Reader, isolation: isolated (any Actor)?, _ deliver: @escaping () -> Void) {
        // It runs on the caller's actor or, without one, in this task alone.
        let deliver = Unchecked(deliver)
        task = Task {
            // Isolates the task.
            _ = isolation
            while await reader.change(), !Task.isCancelled { deliver.value() }
        }
    }

    deinit { cancel() }

    /// Ends the observation.
    ///
    /// Where this is called on the actor of the observation, the closure is not called any more. Otherwise a call that has
    /// begun ends first. Calling it again does nothing.
    public func cancel() { task.cancel() }
}
