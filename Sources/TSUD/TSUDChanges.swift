public import Foundation

extension Collection where Element == any TSUD.Type {
    /// The settings that change, each time the stored object of one or of a member of it changes, no matter how.
    ///
    /// ```swift
    /// let settings: [any TSUD.Type] = [fontSize.self, username.self]
    /// for await setting in settings.changes() {
    ///     print(setting.stringKey, setting.value)
    /// }
    /// ```
    ///
    /// No change after this call is missed. Several changes of one setting are coalesced while the reader is busy, and
    /// a change that is undone meanwhile is not delivered. The sequence ends when its task is cancelled. Each change
    /// costs a comparison for each setting in the list.
    ///
    /// - Parameters:
    ///   - suite: the suite of all settings; `nil` for each setting's own, or the suite of an enclosing
    ///     `withEphemeralSuite`.
    ///   - isolation: the actor on which settings are read, by default that of the caller; a loop on another actor
    ///     reads them there.
    /// - Returns: a sequence of the settings' key types.
    public func changes(in suite: UserDefaults? = nil, isolation: (any Actor)? = #isolation) -> TSUDChanges {
        TSUDChanges(map { TSUDChanges.Setting($0, in: suite ?? $0.currentSuite) }, isolation)
    }
}

/// An asynchronous sequence of the settings of a list that change; see `changes(in:isolation:)`.
///
/// Each iterator is independent and compares with what was stored when the sequence was created.
public struct TSUDChanges: AsyncSequence {
    /// The key type of a setting.
    public typealias Element = any TSUD.Type
    /// It never fails.
    public typealias Failure = Never

    /// A setting, with the objects that were stored for it and its members when it was last checked.
    struct Setting {
        let key: any TSUD.Type
        private let suite: UserDefaults
        private var objects: [String: Any]

        init(_ key: any TSUD.Type, in suite: UserDefaults) {
            self.key = key
            self.suite = suite
            objects = key.storedObjects(in: suite)
        }

        /// The observers of the setting and of its members.
        var observations: [KeyObservation] { key.observation(in: suite) }

        /// Whether the stored object has changed since the last check.
        mutating func hasChanged() -> Bool {
            let last = objects
            objects = key.storedObjects(in: suite)
            return !isSameObject(last, objects)
        }
    }

    private let settings: [Setting]
    /// The actor of the call that made the sequence.
    private let isolation: (any Actor)?

    init(_ settings: [Setting], _ isolation: (any Actor)?) {
        self.settings = settings
        self.isolation = isolation
    }

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator { Iterator(settings, isolation) }

    /// Iterates over the changes.
    public struct Iterator: AsyncIteratorProtocol, ActorIterator {
        private var settings: [Setting]
        private let subscription: Subscription
        private let isolation: (any Actor)?
        /// The setting to check first, so that one that changes all the time does not delay the others.
        private var first = 0

        init(_ settings: [Setting], _ isolation: (any Actor)?) {
            self.settings = settings
            self.isolation = isolation
            subscription = Subscription(settings.flatMap(\.observations))
        }

        /// Waits for the next change, on the caller's actor; `nil` if the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> (any TSUD.Type)? {
            while !Task.isCancelled {
                for index in [first..<settings.count, 0..<first].joined() where settings[index].hasChanged() {
                    first = index + 1
                    for observation in settings[index].observations { observation.listen() }
                    return settings[index].key
                }
                guard await subscription.reader.change() else { return nil }
            }
            return nil
        }

        /// Waits for the next change on the actor of the call of `changes`; `nil` if the task is cancelled.
        public mutating func next() async -> (any TSUD.Type)? {
            let caller = #isolation
            return await next(on: isolation ?? caller)
        }
    }
}

extension TSUD {
    fileprivate static func storedObjects(in suite: UserDefaults) -> [String: Any] { key(in: suite).storedObjects }

    fileprivate static func observation(in suite: UserDefaults) -> [KeyObservation] {
        let key = key(in: suite)
        return [key.observation, key.observationOfMembers]
    }
}
