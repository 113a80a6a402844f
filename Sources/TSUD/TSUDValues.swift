extension TSUD {
    /// Returns the setting's values in its own suite: the current one, then the latest after each change.
    ///
    /// ```swift
    /// for await size in fontSize.values() { print(size) }
    /// ```
    ///
    /// A slow reader may skip values, but never the last one. Neither two equal stored objects nor, if ``ValueType`` is
    /// `Equatable`, two equal values are delivered in a row. An object that can't be read is reported to
    /// ``report(_:)``, and the default is delivered. The sequence ends when its task is cancelled.
    ///
    /// - Parameters:
    ///   - initial: whether to deliver the current value first. Otherwise the first value is one that differs from what
    ///     is stored at this call, even if it changes before the first value is asked for.
    ///   - isolation: the actor on which values are read, by default that of the caller; a loop on another actor reads
    ///     them there.
    /// - Returns: the sequence.
    public static func values(
        initial: Bool = true,
        isolation: (any Actor)? = #isolation
    ) -> TSUDValues<Self> {
        handle.values(initial: initial, isolation: isolation)
    }
}

/// The values of a setting as they change; see `values(initial:isolation:)`.
///
/// Each iterator delivers all values independently of others.
public struct TSUDValues<Setting: TSUD>: AsyncSequence {
    /// The type of the setting's value.
    public typealias Element = Setting.ValueType
    /// The sequence never fails.
    public typealias Failure = Never

    let key: BoundKey<Setting>
    /// The actor of the call that made the sequence.
    let isolation: (any Actor)?
    /// What counts as delivered before the first value.
    let delivered: Delivered

    /// What was delivered last, and the object of the key that it was decoded from, which is `nil` if it had none.
    indirect enum Delivered {
        case nothing
        /// Its value has not been decoded.
        case object(Any?)
        case value(Setting.ValueType, of: Any?)

        func isSame(as object: Any?) -> Bool {
            switch self {
            case .nothing: false
            case .object(let last), .value(_, let last): isSameObject(last, object)
            }
        }

        /// The value that was delivered; `nil` if there was none, or its object can't be read.
        func value(of key: BoundKey<Setting>) -> Setting.ValueType? {
            switch self {
            case .nothing: nil
            case .object(nil): Setting.defaultValue
            case .object(let object?): try? key.decode(object)
            case .value(let value, _): value
            }
        }
    }

    /// Starts observing; the first value is the one that is current at the first call of `next`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(key, isolation: isolation, delivered: delivered)
    }

    /// Delivers the values of a setting to one reader.
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

        /// Waits for the next value on the caller's actor; returns `nil` when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Setting.ValueType? {
            while !Task.isCancelled {
                if let value = newValue() { return value }
                guard await reader.change() else { return nil }
            }
            return nil
        }

        /// The current value, if it differs from what was delivered last.
        ///
        /// The reader was added before this read, so no later change is missed.
        mutating func newValue() -> Setting.ValueType? {
            let (source, object) = key.source
            if delivered.isSame(as: object) { return nil }
            let old = delivered.value(of: key)
            let value = source.value(ofEffective: object)
            delivered = .value(value, of: object)
            return old.map { areEqual($0, value) } ?? false ? nil : value
        }

        /// Waits for the next value on the actor of the call of `values`; returns `nil` when the task is cancelled.
        public mutating func next() async -> Setting.ValueType? {
            let caller = #isolation
            return await next(on: isolation ?? caller)
        }
    }
}
