extension TSUD {
    /// Returns a sequence of the current value and then the newest value after each change.
    ///
    /// ```swift
    /// for await size in fontSize.values() { print(size) }
    /// ```
    ///
    /// A slow reader may skip values, but never the last one. TSUD skips an object that equals the one before and, if
    /// ``ValueType`` is `Equatable`, an equal value. If an object can't be read, ``report(_:)`` receives the error, and
    /// the reader receives the default. The sequence ends with its task.
    ///
    /// The sequence is `Sendable` if the setting is not isolated to an actor.
    ///
    /// - Parameters:
    ///   - initial: Whether to deliver the current value first. Otherwise, the reader receives changes after this call,
    ///     even those before the first `next()`.
    ///   - isolation: The actor on which TSUD reads values, by default the caller's. A loop on another actor reads them
    ///     there.
    /// - Returns: The sequence.
    public static func values(
        initial: Bool = true,
        isolation: (any Actor)? = #isolation
    ) -> TSUDValues<Self> {
        handle.values(initial: initial, isolation: isolation)
    }
}

/// An asynchronous sequence of a setting's values as they change.
///
/// ``TSUD/TSUD/values(initial:isolation:)`` returns it. Each iterator is independent of others.
public struct TSUDValues<Setting: TSUD>: AsyncSequence {
    /// The type of the setting's value.
    public typealias Element = Setting.ValueType
    /// The type of the sequence's errors: it never throws.
    public typealias Failure = Never

    let key: BoundKey<Setting>
    /// The actor of the call that made the sequence.
    let isolation: (any Actor)?
    /// The state before the first value.
    let delivered: Delivered

    /// The last delivered value, and the object that it was decoded from, if any.
    indirect enum Delivered {
        case nothing
        /// Its value has not been decoded.
        case object(FoundObject?)
        case value(Setting.ValueType, of: FoundObject?)

        func isSame(as found: FoundObject?) -> Bool {
            switch self {
            case .nothing: false
            case .object(let last), .value(_, let last): last.isSame(as: found)
            }
        }

        /// The delivered value; `nil` if there was none, or its object can't be read.
        func value(of key: BoundKey<Setting>) -> Setting.ValueType? {
            switch self {
            case .nothing: nil
            case .object(nil): key.defaultValue
            case .object(let found?): try? key.decode(found)
            case .value(let value, _): value
            }
        }
    }

    /// Returns an iterator, which observes the setting from now on.
    ///
    /// - Returns: The iterator. Its first value is the current one at the first call of `next`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(key, isolation: isolation, delivered: delivered)
    }

    /// An iterator that delivers a setting's values to one reader.
    public struct Iterator: AsyncIteratorProtocol, ActorIterator {
        private let key: BoundKey<Setting>
        let reader: Reader
        private let isolation: (any Actor)?
        private var delivered: Delivered

        init(_ key: BoundKey<Setting>, isolation: (any Actor)?, delivered: Delivered) {
            self.key = key
            self.isolation = isolation
            self.delivered = delivered
            reader = Reader(of: key.allObservations)
        }

        /// Returns the next value on the caller's actor, or `nil` if the task is canceled.
        ///
        /// - Parameter actor: The actor on which TSUD reads the value.
        /// - Returns: The value, or `nil`.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Setting.ValueType? {
            while !Task.isCancelled {
                if let value = newValue() { return value }
                guard await reader.change() else { return nil }
            }
            return nil
        }

        /// The current value, if it differs from the last delivered one.
        ///
        /// The reader was added before this read, so no later change is missed.
        mutating func newValue() -> Setting.ValueType? {
            let (source, found) = key.source
            if delivered.isSame(as: found) { return nil }
            let old = delivered.value(of: key)
            let value = source.value(from: found)
            delivered = .value(value, of: found)
            return old.map { areEqual($0, value) } ?? false ? nil : value
        }

        /// Returns the next value on the actor of the call of `values`, or `nil` if the task is canceled.
        ///
        /// - Returns: The value, or `nil`.
        public mutating func next() async -> Setting.ValueType? {
            let caller = #isolation
            return await next(on: isolation ?? caller)
        }
    }
}

// It contains property-list objects, which don't change. A setting that is isolated to an actor keeps it there.
extension TSUDValues: @unchecked Sendable where Setting: SendableMetatype {}
