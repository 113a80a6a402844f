public import Foundation

extension TSUD {
    /// Returns the setting's values in a suite, by default its own: the current one, then the latest after each change.
    ///
    /// ```swift
    /// for await size in fontSize.values() { print(size) }
    /// ```
    ///
    /// A slow reader may skip values, but never the last one. Two equal stored objects are never delivered in a row. An
    /// object that can't be read is reported to ``report(_:)``, and the default is delivered. The sequence ends when
    /// its task is cancelled.
    ///
    /// - Parameters:
    ///   - suite: the suite.
    ///   - initial: whether to deliver the current value first. Otherwise the first value is one that differs from what
    ///     is stored at this call, even if it changes before the first value is asked for.
    /// - Returns: the sequence.
    public static func values(
        in suite: UserDefaults = Self.currentSuite,
        initial: Bool = true
    ) -> TSUDValues<Self> {
        key(in: suite).values(initial: initial)
    }
}

/// The values of a setting as they change; see `values(in:initial:)`.
///
/// Each iterator delivers all values independently of others.
public struct TSUDValues<Key: TSUD>: AsyncSequence {
    /// The type of the setting's value.
    public typealias Element = Key.ValueType
    /// The sequence never fails.
    public typealias Failure = Never

    let key: BoundKey<Key>
    /// The object that counts as delivered before the first value; `nil` where none does.
    let delivered: Any??

    /// Starts observing; the first value is the one that is current at the first call of `next`.
    public func makeAsyncIterator() -> Iterator {
        Iterator(key, delivered: delivered)
    }

    /// Delivers the values of a setting to one reader.
    public struct Iterator: AsyncIteratorProtocol {
        private let key: BoundKey<Key>
        private let subscription: Subscription
        /// The object that the last value was decoded from, or `.some(nil)` if there was none; `nil` before the first
        /// value.
        private var delivered: Any??

        init(_ key: BoundKey<Key>, delivered: Any??) {
            self.key = key
            self.delivered = delivered
            subscription = Subscription(key.allObservers)
        }

        /// Waits for the next value on the caller's actor; returns `nil` when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Key.ValueType? {
            while !Task.isCancelled {
                // The reader was added before this read, so no later change is missed.
                let (source, object) = key.source
                if delivered.map({ isSameObject($0, object) }) != true {
                    delivered = .some(object)
                    for observers in key.allObservers { observers.listen() }
                    return source.value(ofEffective: object)
                }
                guard await subscription.reader.change() else { return nil }
            }
            return nil
        }

        /// Waits for the next value; returns `nil` when the task is cancelled.
        public mutating func next() async -> Key.ValueType? {
            await next(isolation: #isolation)
        }
    }
}
