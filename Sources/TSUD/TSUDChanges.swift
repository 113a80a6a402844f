public import Foundation

extension Collection where Element == any TSUD.Type {
    /// The settings that change, each when what is stored for it does, whoever changes it.
    ///
    /// ```swift
    /// let settings: [any TSUD.Type] = [fontSize.self, username.self]
    /// for await setting in settings.changes() { print(setting.stringKey, setting.value) }
    /// ```
    ///
    /// It misses no change made after this call. Several changes of one setting while the reader is busy are one, and a
    /// change that was taken back meanwhile is none. The sequence ends when its task is cancelled. A change costs a
    /// comparison for each setting in the list.
    ///
    /// - Parameter suite: the suite of all of them; `nil` for the own suite of each, or that of an enclosing
    ///   `withEphemeralSuite`.
    /// - Returns: the sequence of the keys of the settings.
    public func changes(in suite: UserDefaults? = nil) -> TSUDChanges {
        TSUDChanges(map { TSUDChanges.Setting($0, in: suite ?? $0.currentSuite) })
    }
}

/// The settings of a list that change, as they do; see `changes(in:)`.
///
/// Each iterator is a reader of its own, which begins with what was stored when the sequence was made.
public struct TSUDChanges: AsyncSequence {
    /// The key of a setting.
    public typealias Element = any TSUD.Type
    /// It never fails.
    public typealias Failure = Never

    /// A setting, with what was stored for it when it was last looked at.
    struct Setting {
        let key: any TSUD.Type
        private let suite: UserDefaults
        private var object: Any?

        init(_ key: any TSUD.Type, in suite: UserDefaults) {
            self.key = key
            self.suite = suite
            object = key.storedObject(in: suite)
        }

        var observers: Observers { key.observers(in: suite) }

        /// Whether another object is stored than before.
        mutating func isNew() -> Bool {
            let last = object
            object = key.storedObject(in: suite)
            return !isSameObject(last, object)
        }
    }

    private let settings: [Setting]

    init(_ settings: [Setting]) { self.settings = settings }

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator { Iterator(settings) }

    /// One reader of the changes.
    public struct Iterator: AsyncIteratorProtocol {
        private var settings: [Setting]
        private let subscription: Subscription
        /// The one that is looked at first, so that a setting that changes all the time keeps no other one waiting.
        private var first = 0

        init(_ settings: [Setting]) {
            self.settings = settings
            subscription = Subscription(settings.map(\.observers))
        }

        /// Waits for the next change, on the caller's own actor; `nil` when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> (any TSUD.Type)? {
            while !Task.isCancelled {
                for index in [first..<settings.count, 0..<first].joined() where settings[index].isNew() {
                    first = index + 1
                    settings[index].observers.listen()
                    return settings[index].key
                }
                guard await subscription.reader.change() else { return nil }
            }
            return nil
        }

        /// Waits for the next change; `nil` when the task is cancelled.
        public mutating func next() async -> (any TSUD.Type)? {
            await next(isolation: #isolation)
        }
    }
}

extension TSUD {
    fileprivate static func storedObject(in suite: UserDefaults) -> Any? { key(in: suite).storedObject }
    fileprivate static func observers(in suite: UserDefaults) -> Observers { key(in: suite).observers }
}
