extension TSUD {
    /// Calls a closure with the setting's value, at once and after each change, in the caller's isolation.
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
    /// TSUD never calls the closure inside another caller's read or update. If you call this method inside an update,
    /// the first call follows the update. As with ``values(initial:isolation:)``, changes in quick succession may be
    /// one call, and no two equal values follow each other.
    ///
    /// In code without isolation, use ``observeOnAnyThread(initial:_:)``. An actor should use `for await` over
    /// ``values(initial:isolation:)``, to avoid a reference cycle with the observation.
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure at once.
    ///   - isolation: The actor of the closure and of the setting's own code, which is always the caller's.
    ///   - body: The closure, which receives the value. If the stored object can't be read, ``report(_:)`` receives the
    ///     error, and the closure receives the default.
    /// - Returns: The observation, which ends when you release or cancel it.
    public static func observe(
        initial: Bool = true,
        isolation: isolated (any Actor) = #isolation,
        _ body: @escaping (ValueType) -> Void
    ) -> TSUDObservation {
        handle.observe(initial: initial, isolation: isolation, body)
    }

    /// Calls a closure with the setting's value on any thread, at once and after each change.
    ///
    /// Use this method in code without isolation. TSUD makes one call at a time. The setting's own code, such as
    /// ``validate(_:)``, runs on these threads as well. Otherwise, this method works like
    /// ``observe(initial:isolation:_:)``.
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure at once.
    ///   - body: The closure, which receives the value.
    /// - Returns: The observation, which ends when you release or cancel it.
    public static func observeOnAnyThread(
        initial: Bool = true,
        _ body: @escaping @Sendable (ValueType) -> Void
    ) -> TSUDObservation {
        handle.observeOnAnyThread(initial: initial, body)
    }
}

extension TSUDHandle {
    /// Calls a closure with the value, at once and after each change, in the caller's isolation.
    ///
    /// This method works like ``TSUD/TSUD/observe(initial:isolation:_:)``. For a member without its own value, the
    /// closure receives the setting's.
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure at once.
    ///   - isolation: The actor of the closure and of the setting's own code, which is always the caller's.
    ///   - body: The closure, which receives the value.
    /// - Returns: The observation, which ends when you release or cancel it.
    public func observe(
        initial: Bool = true,
        isolation: isolated (any Actor) = #isolation,
        _ body: @escaping (Setting.ValueType) -> Void
    ) -> TSUDObservation {
        makeObservation(initial: initial, body)
    }

    /// Calls a closure with the value on any thread, at once and after each change.
    ///
    /// This method works like ``TSUD/TSUD/observeOnAnyThread(initial:_:)``.
    ///
    /// - Parameters:
    ///   - initial: Whether to call the closure at once.
    ///   - body: The closure, which receives the value.
    /// - Returns: The observation, which ends when you release or cancel it.
    public func observeOnAnyThread(
        initial: Bool = true,
        _ body: @escaping @Sendable (Setting.ValueType) -> Void
    ) -> TSUDObservation {
        makeObservation(initial: initial, body)
    }

    private func makeObservation(
        initial: Bool,
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
            UpdateLock.shared.notify(of: SuiteChange(of: [key.key], in: key.backend.observations, .external))
        }
        return TSUDObservation(of: reader, isolation: isolation) {
            if let value = values.newValue() { body(value) }
        }
    }
}

/// A running observation, which ends when you release or cancel it.
public final class TSUDObservation: Sendable {
    private let task: Task<Void, Never>

    /// Calls a closure in the caller's isolation each time the reader wakes.
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
    /// If you call this method on the actor of the observation, no call of the closure follows. Otherwise, a call that
    /// has begun may still end. A second call of this method does nothing.
    public func cancel() { task.cancel() }
}
